"""The sample library: complete, well formed, parallel in both languages."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from tutor.core.places import SAMPLE_LIBRARY
from tutor.curriculum.curriculum import Curriculum
from tutor.language.detection import book_language
from tutor.language.glossary import Glossary
from tutor.library.readers.markdown import read_markdown
from tutor.library.segmentation import segment_blocks

KEYS = ["title", "subject", "form", "language", "topic", "type", "authority", "licence"]
OTHER_KINDS = {"papers", "syllabi"}
CHAPTERS = sorted(path for path in SAMPLE_LIBRARY.rglob("*.md") if path.parent.name not in OTHER_KINDS)


def name(path: Path) -> str:
    return path.relative_to(SAMPLE_LIBRARY).as_posix()


def test_every_subject_has_a_chapter_for_every_form() -> None:
    held = defaultdict(set)
    for path in CHAPTERS:
        front = read_markdown(path).front_matter
        held[front["subject"], front["language"]].add(front["form"])
    for subject in ("history", "civics", "geography", "biology"):
        assert held[subject, "en"] == {1, 2, 3, 4}
        assert held[subject, "sw"] == {1, 2, 3, 4}


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_a_chapter_is_well_formed(path: Path) -> None:
    book = read_markdown(path)
    front = book.front_matter
    assert list(front) == KEYS
    assert path.parent.name == front["subject"]
    assert path.name.startswith(f"form-{front['form']}-") and path.name.endswith(f".{front['language']}.md")
    assert Curriculum.load().topic(front["subject"], front["topic"]) is not None
    body = path.read_text(encoding="utf-8").split("---\n", 2)[2]
    words = len(re.sub(r"<!--.*?-->", "", body).split())
    assert 700 <= words <= 1250, words
    pages = [int(page) for page in re.findall(r"<!-- page: (\d+) -->", body)]
    assert len(pages) >= 3 and pages == list(range(pages[0], pages[0] + len(pages)))
    kinds = {block.kind for block in book.blocks}
    assert {"heading", "paragraph", "list"} <= kinds
    assert kinds & {"table"} or re.search(r"^- \d{4}", body, re.MULTILINE)
    prose = " ".join(block.text for block in book.blocks if block.kind == "paragraph")
    assert book_language(prose) == front["language"]
    assert "\u2019" not in body and "\u200b" not in body


@pytest.mark.parametrize("path", [path for path in CHAPTERS if path.name.endswith(".sw.md")], ids=name)
def test_two_versions_of_a_chapter_are_parallel(path: Path) -> None:
    english = read_markdown(path.with_name(path.name.replace(".sw.md", ".en.md")))
    swahili = read_markdown(path)
    for key in ("subject", "form", "topic", "type"):
        assert english.front_matter[key] == swahili.front_matter[key]
    shapes = [[(block.kind, block.level) for block in book.blocks if block.kind == "heading"]
              for book in (english, swahili)]  # fmt: skip
    assert shapes[0] == shapes[1]
    years = [
        sorted(set(re.findall(r"(?<!\d)1[89]\d\d(?!\d)", " ".join(block.text for block in book.blocks))))
        for book in (english, swahili)
    ]
    assert years[0] == years[1], "the same dates in both"


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_passages_are_short_verbatim_and_paged(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for segment in segment_blocks(read_markdown(path).blocks):
        assert len(segment.text.split()) <= 230  # a table may bring a passage over 180
        assert segment.pages
        for sentence in segment.sentences:
            if sentence.kind != "table_row":
                assert sentence.text in text


def test_the_glossary_covers_the_curriculum() -> None:
    entries = Glossary.load().entries
    assert len(entries) >= 600
    by_subject = defaultdict(int)
    for entry in entries:
        by_subject[entry.subject] += 1
        assert entry.terms("en") and entry.terms("sw")
        assert entry.definition("en").endswith(".") and entry.definition("sw").endswith(".")
    for subject in ("history", "civics", "geography", "biology", "physics", "chemistry", "mathematics"):
        assert by_subject[subject] >= 60
