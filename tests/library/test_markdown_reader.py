"""Markdown: structure, pages, tables, lists, formulas, and words without markup."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.core.errors import LibraryError
from tutor.library.readers.markdown import markdown_blocks, read_markdown

TEXT = """<!-- page: 7 -->
# The Heart

The heart pumps blood. It has **four** [chambers](http://x). The volume is $V = a_1 \\{b\\}$ litres.

<!-- page: 8 -->

Its parts are:

- the left *atrium*
- the right atrium
  1. a nested item

Table 1: Beats

| Age | Beats |
|-----|-------|
| 15  | 80    |
| 40  | 70    |

$$
P = \\frac{F}{A}
$$
"""


def test_blocks_in_order_with_pages() -> None:
    blocks = markdown_blocks(TEXT)
    assert [block.kind for block in blocks] == [
        "heading", "paragraph", "paragraph", "list", "paragraph", "table", "formula",
    ]  # fmt: skip
    assert [block.page for block in blocks] == [7, 7, 8, 8, 8, 8, 8]


def test_markup_goes_and_formulas_stay_whole() -> None:
    paragraph = markdown_blocks(TEXT)[1].text
    assert paragraph == ("The heart pumps blood. It has four chambers. The volume is $V = a_1 \\{b\\}$ litres.")


def test_list_items_and_table_rows_are_spans_of_the_text() -> None:
    blocks = markdown_blocks(TEXT)
    items = blocks[3]
    assert items.text == "- the left atrium\n- the right atrium\n1. a nested item"
    assert [items.text[s:e] for s, e in items.items] == ["the left atrium", "the right atrium", "a nested item"]
    table = blocks[5]
    assert [table.text[s:e] for s, e in table.items] == ["| Age | Beats |", "| 15 | 80 |", "| 40 | 70 |"]


def test_front_matter_is_read_and_broken_front_matter_is_named(tmp_path: Path) -> None:
    good = tmp_path / "a.md"
    good.write_text("---\ntitle: Osmosis\nform: 2\n---\nText here.\n", encoding="utf-8")
    assert read_markdown(good).front_matter == {"title": "Osmosis", "form": 2}
    bad = tmp_path / "b.md"
    bad.write_text("---\ntitle: [Osmosis\n---\nText here.\n", encoding="utf-8")
    with pytest.raises(LibraryError) as caught:
        read_markdown(bad)
    assert caught.value.code == "book-unreadable"


@pytest.mark.parametrize("data", [b"", b"  \n", b"\x00\x01\x02binary\x00"])
def test_files_without_text_are_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(data)
    with pytest.raises(LibraryError) as caught:
        read_markdown(path)
    assert caught.value.code in {"book-empty", "book-unreadable"}
