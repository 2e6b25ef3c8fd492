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


def texts(body: str) -> list[str]:
    return [block.text for block in markdown_blocks(body)]


def test_lists_lose_nothing_however_deep() -> None:
    (block,) = markdown_blocks("\n".join("  " * depth + f"- item {depth}" for depth in range(40)))
    assert [block.text[s:e] for s, e in block.items] == [f"item {depth}" for depth in range(40)]
    with pytest.raises(RecursionError):
        markdown_blocks("> " * 3000 + "words")


def test_many_brackets_are_only_text() -> None:
    assert texts("[" * 3000 + "x") == ["[" * 3000 + "x"]


def test_the_text_of_html_is_kept() -> None:
    html = "<div><p>Salt &amp; <b>water</b></p><p>H<sub>2</sub>O</p></div>\n<script>hide()</script>\n\nNext."
    assert texts(html) == ["Salt & water", "H2O", "Next."]
    assert texts("<table><tr><th>Age</th><th>Beats</th></tr>\n<tr><td>15</td><td>80</td></tr></table>") == [
        "Age Beats",
        "15 80",
    ]
    assert texts("<div><![foo[x]]> odd</div>") == ["odd"]
    assert texts("<div>\n2 < 3 and <b") == ["2 < 3 and <b"]


def test_html_and_code_inside_lists_and_quotes_are_kept() -> None:
    body = "- a\n  <div>in html</div>\n- b\n\n  ```\n  in code\n  ```\n\n  $$\n  x = 1\n  $$\n\n> <p>in a quote</p>"
    assert texts(body) == ["- a in html\n- b in code $$x = 1$$", "in a quote"]


def test_text_after_a_page_mark_on_its_line_is_kept() -> None:
    body = "<!-- page: 3 --> The heart\npumps **blood**.\n\n<!-- page: 4 --> # Veins <!-- page: 5 -->\n\nOne."
    assert [(block.kind, block.page, block.text) for block in markdown_blocks(body)] == [
        ("paragraph", 3, "The heart pumps blood."),
        ("heading", 4, "Veins"),
        ("paragraph", 5, "One."),
    ]
    assert texts("<!-- a\nnote --> **kept**") == ["kept"]
    assert texts("```\n<!-- page: 3 --> code\n```") == ["<!-- page: 3 --> code"]


def test_a_comment_that_never_ends_hides_nothing() -> None:
    assert texts("<!-- page: 3 -- >\n\nThe rest.")[-1] == "The rest."


def test_a_mark_inside_a_block_counts_for_the_next() -> None:
    body = "<!-- page: 1 -->\nOne <!-- page: 2 --> and two.\n\n- three\n  <!-- page: 3 -->\n\nFour."
    assert [block.page for block in markdown_blocks(body)] == [1, 2, 3]


@pytest.mark.parametrize("mark", ["100000", "9" * 30, "9" * 5000])
def test_impossible_page_numbers_are_no_marks(mark: str) -> None:
    (block, other) = markdown_blocks(f"<!-- page: 99999 -->\n\nOne.\n\n<!-- page: {mark} -->\n\nTwo.")
    assert (block.page, other.page) == (99999, 99999)
