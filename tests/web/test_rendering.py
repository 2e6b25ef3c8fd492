"""Book text as HTML: formulas, lists, tables, marks, and nothing of it live."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.places import SAMPLE_LIBRARY
from tutor.web.rendering.book_text import inline_html, passage_html
from tutor.web.rendering.formulas import FORMULA, formula_html, text_html

SAFE_TAGS = {"p", "ul", "ol", "li", "table", "tr", "th", "td", "div", "mark", "strong", "em", "code", "span"}


def plain(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


def test_formulas_become_mathml_with_their_tex_beside_them() -> None:
    shown = text_html("The law $a^m\\times a^n=a^{m+n}$. And $$\\frac{1}{2}$$ too.")
    assert shown.count("<math") == 2 and 'alttext="\\frac{1}{2}"' in shown and "<mfrac>" in shown
    assert "$" not in plain(shown)


@pytest.mark.parametrize("text", ["It costs $5 or $10 a day.", "a $ b $ c", "$", "$$", "5$"])
def test_money_is_no_formula(text: str) -> None:
    assert plain(text_html(text)) == text


@pytest.mark.parametrize("tex", [r"\frac{", r"a_b_c", "x" * 3000, r"\unknown{", "&<>"])
def test_tex_that_cannot_be_drawn_is_shown_as_it_is(tex: str) -> None:
    shown = formula_html(tex)
    assert plain(shown) == tex or "<math" in shown


def test_every_formula_of_the_sample_library_is_drawn() -> None:
    formulas = {
        (match["display"] or match["inline"]).strip()
        for file in SAMPLE_LIBRARY.rglob("*.md")
        for match in FORMULA.finditer(file.read_text(encoding="utf-8"))
    }
    assert len(formulas) > 500
    drawn = {tex: formula_html(tex) for tex in formulas}
    assert [tex for tex, shown in drawn.items() if not shown.startswith("<math")] == []
    left_over = [tex for tex, shown in drawn.items() if "\\" in re.sub(r'alttext="[^"]*"', "", shown)]
    assert left_over == []


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "$\\href{javascript:alert(1)}{x}$",
        "$\\style{color:red}{x}$",
        "**<img src=x onerror=alert(1)>**",
        "| a | <b>b</b> |\n| c | d |",
    ],
)
def test_nothing_of_a_book_is_live(text: str) -> None:
    shown = passage_html(text)
    assert "<script" not in shown and "<img" not in shown and "<b>" not in shown
    assert (
        re.findall(r"<[^>]*\s(?:href|on\w+|style|class)=", re.sub(r'class="(wide|tex|whole|scroll)"', "", shown)) == []
    )


def test_lists_tables_and_paragraphs() -> None:
    text = "Parts *of* it:\n\n- one\n- two\n\n| Law | Rule |\n| Sum | $a+b$ |\n\n3. third\n4. fourth"
    shown = passage_html(text)
    assert "<ul><li>one</li><li>two</li></ul>" in shown and '<ol start="3"><li>third</li>' in shown
    assert "<th>Law</th><th>Rule</th>" in shown and "<td>Sum</td>" in shown
    assert "<p>Parts <em>of</em> it:</p>" in shown


def test_the_quote_is_marked_and_found_by_its_anchor() -> None:
    text = "First sentence. The heart pumps blood. Last one."
    start = text.index("The heart")
    shown = passage_html(text, [(start, start + 23)])
    assert '<mark id="quote">The heart pumps blood. </mark>' in shown and plain(shown) == text


def test_a_marked_row_and_a_marked_item() -> None:
    text = "- one\n- two\n\n| A | B |\n| c | d |"
    row, item = text.index("| c"), text.index("- two")
    shown = passage_html(text, [(item, item + 5), (row, row + 9)])
    assert '<li><mark id="quote">two</mark></li>' in shown and "<td><mark>c</mark></td><td><mark>d</mark></td>" in shown


def test_a_mark_never_cuts_a_formula() -> None:
    text = "Let $a+b=c$ hold."
    shown = passage_html(text, [(6, 9)])
    assert "<math" in shown and shown.count("<mark") == 1


@given(
    st.text(alphabet="ab*_$|-\n<>&\\^{}1. ", max_size=80),
    st.lists(st.tuples(st.integers(-5, 90), st.integers(-5, 90)), max_size=3),
)
def test_any_text_with_any_marks_gives_only_safe_tags(text: str, marked: list[tuple[int, int]]) -> None:
    shown = passage_html(text, marked)
    tags = set(re.findall(r"</?([a-z]+)", shown))
    assert {tag for tag in tags if not tag.startswith("m") or tag == "mark"} <= SAFE_TAGS
    for tag in ("p", "li", "mark", "td"):
        assert shown.count(f"<{tag}>") + shown.count(f"<{tag} ") == shown.count(f"</{tag}>")


def test_inline_text_keeps_what_is_no_emphasis() -> None:
    assert plain(inline_html("2 * 3 * 4 = 24 and a*b*c")) == "2 * 3 * 4 = 24 and a*b*c"
