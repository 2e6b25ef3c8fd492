"""Plain text: paragraphs, headings, lists, pages and encodings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.library.readers.plain_text import read_plain_text


def test_structure_of_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(
        "MMOMONYOKO WA UDONGO\n\nUdongo hubebwa na maji. Ngome\nza udongo hupotea kwa mmo-\nmonyoko.\n\n"
        "Sababu:\n1. ukataji miti\n2. ufugaji\n   wa kupita kiasi\n\fKidato cha pili kinaendelea hapa.",
        encoding="utf-8",
    )
    blocks = read_plain_text(path).blocks
    assert [block.kind for block in blocks] == ["heading", "paragraph", "paragraph", "list", "paragraph"]
    assert blocks[1].text == "Udongo hubebwa na maji. Ngome za udongo hupotea kwa mmomonyoko."
    spans = [blocks[3].text[s:e] for s, e in blocks[3].items]
    assert spans == ["ukataji miti", "ufugaji wa kupita kiasi"]
    assert [block.page for block in blocks] == [1, 1, 1, 1, 2]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_any_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    text = "Café za Zanzibar zilijulikana sana.\r\nWatu walikunywa kahawa wakisoma résumé zao kwa makini."
    path = tmp_path / "x.txt"
    path.write_bytes(text.encode(encoding))
    (block,) = read_plain_text(path).blocks
    assert block.text.startswith("Café za Zanzibar") and "résumé" in block.text
