"""A whole physics textbook as a saved site: a hundred chapters, no word lost."""

from __future__ import annotations

import html
import re
from collections import Counter
from pathlib import Path

import pytest

from tutor.library.readers import reader_for
from tutor.library.readers.blocks import Block
from tutor.library.segmentation import segment_blocks

# Measured: 332,813 words in 100 chapters, 2,539 headings, 795 formulas, 213 tables, 3,363 passages.
FEWEST = {"heading": 2500, "formula": 750, "table": 190, "paragraph": 10_000}


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


@pytest.mark.slow
def test_all_chapters_are_read(shared: Path) -> None:
    chapters = sorted((shared / "textbook" / "openstax-physics").glob("*.html"))
    assert len(chapters) == 100
    blocks: list[Block] = []
    for chapter in chapters:
        reader = reader_for(chapter)
        assert reader is not None
        found = reader(chapter).blocks
        blocks.extend(found)
        source = re.sub(r"<title>.*?</title>", "", chapter.read_text(encoding="utf-8"))
        written = Counter(letters(html.unescape(re.sub(r"<[^>]*>", " ", source))))
        taken = Counter(letters(" ".join(block.text for block in found)))
        missing = (written - taken).total()
        # A heading that ends several chapters, with nothing under it, is taken for the foot of the site.
        assert missing <= 0.003 * written.total(), f"{chapter.name}: {missing} letters are missing"
    words = sum(len(block.text.replace("|", " ").split()) for block in blocks)
    assert 325_000 <= words <= 350_000
    kinds = Counter(block.kind for block in blocks)
    assert all(kinds[kind] >= count for kind, count in FEWEST.items()), kinds
    segments = segment_blocks(blocks)
    assert 3_000 <= len(segments) <= 4_000
