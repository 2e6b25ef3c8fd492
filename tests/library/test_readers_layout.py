"""Words with places become lines in reading order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tutor.library.readers.layout.lines import page_lines
from tutor.library.readers.layout.tables import Ruling
from tutor.library.readers.layout.words import Word, row_text, visual_rows

HEIGHT = 800.0


def words(text: str, x: float, y: float, size: float = 10, bold: bool = False) -> list[Word]:
    found = []
    for piece in text.split():
        width = 0.5 * size * len(piece)
        found.append(Word(piece, x, y, x + width, y + size, size, bold))
        x += width + 0.3 * size
    return found


def column(x: float, y: float, *lines: str, size: float = 10) -> list[Word]:
    return [word for number, line in enumerate(lines) for word in words(line, x, y + 1.2 * size * number, size)]


def texts(found: list[Word], rulings: list[Ruling] | None = None) -> list[str]:
    return [line.text for line in page_lines(found, HEIGHT, rulings or [])]


ONE = [
    "the first column begins here",
    "and has several words in it",
    "as every column of a book",
    "has until it ends there",
]
TWO = [
    "a second column stands by it",
    "with other words to be read",
    "only when the first is done",
    "and not across the page",
]
THREE = [
    "the third is read the last",
    "of them all and it also has",
    "some lines of several words",
    "so that it is a column",
]


def test_two_and_three_columns() -> None:
    assert texts(column(50, 100, *ONE) + column(250, 100, *TWO)) == [*ONE, *TWO]
    assert texts(column(50, 100, *ONE) + column(250, 106, *TWO)) == [*ONE, *TWO], "lines at other heights"
    assert texts(column(20, 100, *ONE) + column(215, 100, *TWO) + column(410, 100, *THREE)) == [*ONE, *TWO, *THREE]


def test_a_title_over_columns_and_a_figure_between_them() -> None:
    title = "a long title that stands over both of the columns of this page and is read first of all"
    middle = "a sentence over the whole width of the page parts the columns above from those below it"
    page = [*words(title, 50, 60), *column(50, 100, *ONE), *column(250, 100, *TWO), *words(middle, 50, 180),
            *column(50, 220, *THREE), *column(250, 220, *TWO)]  # fmt: skip
    assert texts(page) == [title, *ONE, *TWO, middle, *THREE, *TWO]


def test_wide_spaces_of_typewriter_letters_are_no_columns() -> None:
    lines = [
        "aaaa bb cccc dd eeee",
        "ffff gg hhhh ii jjjj",
        "kkkk ll mmmm nn oooo",
        "pppp qq rrrr ss tttt",
        "uuuu vv wwww xx yyyy",
    ]
    page = []
    for number, line in enumerate(lines):
        x = 50.0
        for piece in line.split():
            page.append(Word(piece, x, 100 + 12 * number, x + 6 * len(piece), 110 + 12 * number, 10))
            x += 6 * len(piece) + 8
    assert texts(page) == lines


def test_numbers_of_a_list_are_no_column() -> None:
    page = [
        word
        for n, line in enumerate(ONE)
        for word in [*words(f"{n + 1}.", 50, 100 + 12 * n), *words(line, 75, 100 + 12 * n)]
    ]
    assert texts(page) == [f"{n + 1}. {line}" for n, line in enumerate(ONE)]


ROWS = [("Town", "Rain", "Heat"), ("Mbeya", "199", "18"), ("Dodoma", "152", "23"), ("Tanga", "66", "27")]


def table_words(step: float = 20) -> list[Word]:
    return [
        word
        for number, row in enumerate(ROWS)
        for place, cell in enumerate(row)
        for word in words(cell, 60 + 100 * place, 100 + step * number)
    ]


def rulings(inner: bool) -> list[Ruling]:
    ys = [95, 115, 135, 155, 175] if inner else [95, 115, 175]
    return [*(Ruling(True, y, 50, 350) for y in ys), *(Ruling(False, 50 + 100 * n, 95, 175) for n in range(4))]


def test_tables_with_and_without_lines() -> None:
    expected = [f"| {' | '.join(row)} |" for row in ROWS]
    assert texts(table_words()) == expected
    assert texts(table_words(), rulings(inner=True)) == expected
    assert texts(table_words(), rulings(inner=False)) == expected, "rows between two lines"


def test_text_in_a_cell_goes_on_in_the_next_line() -> None:
    more = words("region", 60, 131)
    lines = texts([*table_words(), *more], rulings(inner=True))
    assert lines[1] == "| Mbeya | 199 | 18 |" or lines[1] == "| Mbeya region | 199 | 18 |"
    below = words("the second", 60, 110, 8)
    page = [*words("Town", 60, 98, 8), *below, *[w for w in table_words() if w.y0 > 110 or w.x0 > 100]]
    assert texts(page, rulings(inner=True))[0] == "| Town the second | Rain | Heat |"


def test_a_frame_around_text_is_no_table() -> None:
    frame = [
        Ruling(True, 90, 40, 300),
        Ruling(True, 160, 40, 300),
        Ruling(False, 40, 90, 160),
        Ruling(False, 300, 90, 160),
    ]
    assert texts(column(50, 100, *ONE), frame) == ONE


def test_text_from_right_to_left() -> None:
    page = [
        Word("الماء", 300, 100, 340, 110, 10),
        Word("هو", 280, 100, 295, 110, 10),
        Word("الحياة", 230, 100, 275, 110, 10),
    ]
    assert texts(page) == ["الماء هو الحياة"]


def test_raised_and_lowered_letters() -> None:
    row = [Word("mv", 50, 100, 62, 112, 12), Word("2", 62.2, 98, 66, 105, 7), Word("H", 80, 100, 88, 112, 12),
           Word("2", 88.2, 106, 92, 113, 7), Word("O", 92.2, 100, 100, 112, 12)]  # fmt: skip
    (found,) = visual_rows(row)
    assert row_text(found) == "mv² H₂O"


@given(
    st.lists(
        st.builds(
            lambda text, x, y, size: Word(text, x, y, x + size * len(text) / 2, y + size, size),
            st.text(alphabet="abcxyz0123", min_size=1, max_size=8),
            st.floats(0, 550), st.floats(0, 780), st.floats(4, 30),
        ),
        max_size=40,
    )
)  # fmt: skip
def test_no_word_is_lost(page: list[Word]) -> None:
    found = "".join(texts(page))
    for sign in "abcxyz":
        assert found.count(sign) == sum(word.text.count(sign) for word in page)
