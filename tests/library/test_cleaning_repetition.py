"""What repeats on most pages goes; what belongs to one page stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.library.cleaning.judging import needs_recognition
from tutor.library.cleaning.pages import Line, Page
from tutor.library.cleaning.repetition import repeated_at_ends, without_repeated_lines

LONG = "A photograph, and words enough of its own that this page can well be taken for a text."
NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()


def line(text: str, y: float, x: float = 60) -> Line:
    return Line(text, (x, y, x + 5 * len(text), y + 10), 10, column=1)


def page(number: int, *lines: Line, **more: float | bool) -> Page:
    return Page(number, 600, 800, lines, **more)  # type: ignore[arg-type]


def texts(pages: list[Page]) -> list[list[str]]:
    return [[line.text for line in page.lines] for page in pages]


def book(head: str, count: int = 12, y: float = 30) -> list[Page]:
    """Pages with a text of their own under the head, in which `{n}` is the page's number and `{c}` its chapter's."""
    return [
        page(n, line(head.format(n=n, c=n // 5), y), line(f"A text of its own on page {NUMBERS[n - 1]}.", 300))
        for n in range(1, count + 1)
    ]


@pytest.mark.parametrize(
    "head", ["BIOLOGY FORM TWO", "{n}", "- {n} -", "Page {n} of 12", "Chapter {c}    {n}", "{n} Rivers"]
)
def test_heads_and_page_numbers_go(head: str) -> None:
    for y in (30, 770):
        assert texts(without_repeated_lines(book(head, y=y))) == [[f"A text of its own on page {n}."] for n in NUMBERS]


def test_heads_of_left_and_right_pages_that_change_by_chapter() -> None:
    pages = [
        page(
            n,
            line(f"{n}  Biology" if n % 2 else f"Chapter {NUMBERS[n // 4]}  {n}", 30),
            line(f"Text {NUMBERS[n - 1]}.", 300),
        )
        for n in range(1, 13)
    ]
    assert texts(without_repeated_lines(pages)) == [[f"Text {n}."] for n in NUMBERS]


def test_roman_numbers_go_too() -> None:
    pages = [
        page(n, line(roman, 780), line(f"Text {NUMBERS[n]}.", 300))
        for n, roman in enumerate("i ii iii iv v vi".split())
    ]
    assert all(len(found) == 1 for found in texts(without_repeated_lines(pages)))


def test_banners_and_watermarks_go_wherever_they_stand() -> None:
    pages = [page(n, line("free-papers.example", 400), line(f"Text {word}.", 300)) for n, word in enumerate(NUMBERS, 1)]
    assert texts(without_repeated_lines(pages)) == [[f"Text {n}."] for n in NUMBERS]


def test_a_recognised_head_goes_though_letters_are_misread() -> None:
    heads = [
        "THE SIEGE OF VICKSBURG. 49",
        "50 THE SIEGE OF VICKSBUEG.",
        "THE SIEGE OP VICKSBURG.",
        "52 THE SIEGE OF VlCKSBURG",
    ]
    pages = [page(n, line(head, 30), line(f"Text {NUMBERS[n]}.", 300), hidden=True) for n, head in enumerate(heads)]
    assert texts(without_repeated_lines(pages)) == [[f"Text {NUMBERS[n]}."] for n in range(4)]


def test_what_belongs_to_a_page_stays() -> None:
    questions = [page(n, line(f"Question {n}", 90), line(f"Tell of {word}.", 300)) for n, word in enumerate(NUMBERS, 1)]
    assert texts(without_repeated_lines(questions)) == texts(questions), (
        "a number further in may say what a page is about"
    )
    lines = [
        page(n, line("Answer:", 200 + 37 * n), line(f"Text {word}.", 100)) for n, word in enumerate(NUMBERS[:8], 1)
    ]
    assert texts(without_repeated_lines(lines)) == texts(lines), "the same words at other places are no banner"
    two = book("BIOLOGY FORM TWO", count=2)
    assert texts(without_repeated_lines(two)) == texts(two), "two pages say nothing"


def test_tables_that_go_on_keep_their_rows() -> None:
    rows = [
        Line("| 1 | 2 |", (60, 30, 300, 40), 10, column=1, table=1),
        Line("| a | b |", (60, 50, 300, 60), 10, table=1),
    ]
    pages = [page(n, *rows, line(f"Text {word}.", 300)) for n, word in enumerate(NUMBERS, 1)]
    assert all("Text" in found[-1] for found in texts(without_repeated_lines(pages)))


@given(st.lists(st.lists(st.tuples(st.text(max_size=12), st.integers(0, 790)), max_size=5), max_size=14))
def test_only_whole_lines_go_and_order_stays(raw: list[list[tuple[str, int]]]) -> None:
    pages = [page(n, *(line(text, y) for text, y in lines)) for n, lines in enumerate(raw, 1)]
    cleaned = without_repeated_lines(pages)
    assert [found.number for found in cleaned] == [found.number for found in pages]
    for before, after in zip(pages, cleaned, strict=True):
        left = list(before.lines)
        assert all(kept in left for kept in after.lines)
        assert [found for found in left if found in after.lines] == list(after.lines)


@pytest.mark.parametrize(
    "own, needed",
    [
        (page(1, picture=1.0, drawn=True), True),
        (page(1, line("Chapter 3", 300), picture=0.9, drawn=True), True),
        (page(1, line(LONG, 300), picture=0.9, drawn=True), False),
        (page(1, line("Short.", 300), picture=0.1, drawn=True), False),
        (page(1, drawn=True), True),
        (page(1), False),
        (page(1, line('"7+%-', 300)), True),
    ],
)  # fmt: skip
def test_a_page_is_judged_by_its_own_text(own: Page, needed: bool) -> None:
    assert needs_recognition(own) is needed


def test_a_scan_under_a_banner_is_no_text() -> None:
    banner = "Downloaded from free-papers.example, where thousands of papers wait for you and your friends"
    pages = [page(n, line(banner, 780), picture=1.0, drawn=True) for n in range(1, 6)]
    assert not any(map(needs_recognition, pages)), "the banner alone is long enough to be taken for text"
    assert all(map(needs_recognition, without_repeated_lines(pages)))


def test_repeated_at_ends() -> None:
    pages = [["Site", "Menu", f"title {n}", f"text {n}", "Copyright"] for n in range(4)]
    first, last = repeated_at_ends(pages)
    assert {"Site", "Menu"} <= first and "Copyright" in last and "title 1" not in first
    assert repeated_at_ends(pages[:2]) == (frozenset(), frozenset())
