"""PDF made here: columns, tables, headings, banners, scans, limits, and pages that must not stop a book."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from book_makers import HEIGHT, PdfPage, make_pdf, picture_of

from tutor.core.errors import LibraryError
from tutor.library.readers import reader_for
from tutor.library.readers.blocks import ReadBook
from tutor.library.readers.isolation import WorkerLostError
from tutor.library.readers.limits import Limits, ReadOptions

LEFT = ["The heart pumps blood through", "the body. It has four rooms, and", "each of them has its own work to",
        "do. The upper rooms take blood in", "and the lower rooms press it out."]  # fmt: skip
RIGHT = ["Arteries carry blood away from", "the heart. Their walls are thick", "because the blood in them is un-",
         "der high pressure. Veins carry it", "back and have valves inside."]  # fmt: skip
EXERCISE = ["1. Name the four rooms of the heart, and say what each of them does when it presses its blood out.",
            "2. Why do veins have valves?"]  # fmt: skip
SENTENCES = [
    "Rivers begin in high places where",
    "rain falls often. They carry soil",
    "down to the plains, and there the",
]


def read(path: Path, options: ReadOptions | None = None) -> ReadBook:
    reader = reader_for(path, options)
    assert reader is not None
    return reader(path)


def texts(book: ReadBook) -> list[str]:
    return [block.text for block in book.blocks]


@pytest.fixture
def no_recogniser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_: None)


def test_columns_headings_and_hyphens(tmp_path: Path) -> None:
    page = PdfPage()
    page.write(60, 60, "The Heart and the Blood Vessels of Man", 18, "F2")
    page.column(60, 110, LEFT)
    page.column(320, 110, RIGHT)
    page.write(60, 200, "Exercise", 10, "F2")
    page.column(60, 220, EXERCISE)
    book = read(make_pdf(tmp_path / "heart.pdf", [page], title="Biology for Form Two"))
    assert [(block.kind, block.level) for block in book.blocks] == [
        ("heading", 1), ("paragraph", 0), ("paragraph", 0), ("heading", 2), ("list", 0),
    ]  # fmt: skip
    assert texts(book)[1] == " ".join(LEFT)
    assert texts(book)[2] == " ".join(RIGHT).replace("un- der", "under")
    assert texts(book)[4].split("\n") == EXERCISE
    assert book.front_matter == {"title": "Biology for Form Two"}
    boxes = [block.box for block in book.blocks]
    assert all(box is not None and 0 <= box[0] < box[2] <= 1 and 0 <= box[1] < box[3] <= 1 for box in boxes)
    assert boxes[1] and boxes[2] and boxes[1][2] < boxes[2][0], "the left column ends before the right one begins"


@pytest.mark.parametrize("ruled", [True, False])
def test_tables_are_rows_under_their_header(tmp_path: Path, ruled: bool) -> None:
    page = PdfPage()
    page.write(60, 80, "Table 3: Rainfall in three towns, by month, as the stations measured it last year")
    rows = [
        ("Month", "Mbeya", "Dodoma"),
        ("January", "199 mm", "152 mm"),
        ("June", "1 mm", "0 mm"),
        ("July", "0 mm", "0 mm"),
    ]
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            page.write(70 + 120 * column, 120 + 20 * number, cell)
    if ruled:
        page.rulings += [(60, 105 + 20 * n, 420, 105 + 20 * n) for n in range(5)]
        page.rulings += [(60 + 120 * n, 105, 60 + 120 * n, 185) for n in range(4)]
    page.column(60, 260, LEFT)
    book = read(make_pdf(tmp_path / "rain.pdf", [page]))
    assert [block.kind for block in book.blocks] == ["caption", "table", "paragraph"]
    table = book.blocks[1]
    assert table.text.split("\n") == [f"| {' | '.join(row)} |" for row in rows]
    assert [table.text[start:end] for start, end in table.items] == table.text.split("\n")


def test_what_repeats_on_pages_is_no_text(tmp_path: Path) -> None:
    pages = []
    words = "rivers lakes hills valleys seas islands forests deserts".split()
    for number, word in enumerate(words, start=1):
        page = PdfPage()
        page.write(60, 30, f"{number}  GEOGRAPHY FORM ONE" if number % 2 else f"Chapter {number // 4 + 1}  {number}")
        page.write(200, 400, "www.free-papers.example", 30)
        page.write(60, HEIGHT - 30, f"Page {number} of 8")
        page.column(60, 100, [f"On sheet {number} a new thing is told of {word}.", f"It is worth knowing, {word}."])
        pages.append(page)
    book = read(make_pdf(tmp_path / "x.pdf", pages))
    assert len(book.blocks) == 8
    assert texts(book)[2] == "On sheet 3 a new thing is told of hills. It is worth knowing, hills."


def test_questions_that_begin_their_pages_are_kept(tmp_path: Path) -> None:
    pages = []
    for number, word in enumerate(["war", "trade", "peace", "law", "land"], start=1):
        texts_of = [(60, 100, 10, "F2", f"Question {number}"), (60, 130, 10, "F1", f"Tell of {word} in your words.")]
        pages.append(PdfPage(texts_of))
    assert texts(read(make_pdf(tmp_path / "x.pdf", pages)))[::2] == [f"Question {number}" for number in range(1, 6)]


def test_a_sentence_over_two_pages_is_whole_on_the_first(tmp_path: Path) -> None:
    one, two = PdfPage(), PdfPage()
    one.column(60, 700, SENTENCES)
    two.column(60, 100, ["water slows down. Then it spreads."])
    book = read(make_pdf(tmp_path / "x.pdf", [one, two]))
    assert texts(book) == [f"{' '.join(SENTENCES)} water slows down.", "Then it spreads."]
    assert [block.page for block in book.blocks] == [1, 2]


def test_printed_page_numbers_are_known(tmp_path: Path) -> None:
    pages = [PdfPage([(60, 100, 10, "F1", f"Some text of sheet {word}.")]) for word in ("one", "two", "three")]
    book = read(make_pdf(tmp_path / "x.pdf", pages, labels="0 << /S /r >> 2 << /S /D /St 1 >>"))
    assert book.page_labels == {1: "i", 2: "ii", 3: "1"} and [block.page for block in book.blocks] == [1, 2, 3]


def test_bold_by_printing_twice_is_read_once(tmp_path: Path) -> None:
    page = PdfPage()
    for shift in (0, 0.3, 0.6):
        page.write(60 + shift, 100, "Photosynthesis needs all the light")
    page.write(60, 130, "Tall trees and hills will still fill a book with green leaves.")
    assert texts(read(make_pdf(tmp_path / "x.pdf", [page])))[0].startswith("Photosynthesis needs all the light")


def test_small_raised_and_lowered_digits(tmp_path: Path) -> None:
    page = PdfPage()
    page.write(60, 100, "Water is H", 12)
    page.write(116.2, 103, "2", 7)
    page.write(120.3, 100, "O and the area is 5 m", 12)
    page.write(235.9, 95, "2", 7)
    page.write(243.5, 100, "in all.", 12)
    (text,) = texts(read(make_pdf(tmp_path / "x.pdf", [page])))
    assert "H₂" in text and "m²" in text


def scan_under_a_banner(path: Path) -> Path:
    pages = []
    for word in (
        "Mention five causes of the war.",
        "Who opened the trade in cloves?",
        "Draw the map of a river.",
        "Sum up.",
    ):
        page = PdfPage(picture=picture_of(["", "", word]))
        page.write(
            60, HEIGHT - 20, "Downloaded from www.free-papers.example for nothing at all, share with your friends"
        )
        pages.append(page)
    return make_pdf(path, pages)


def test_a_scan_under_a_banner_is_unread_without_a_recogniser(tmp_path: Path, no_recogniser: None) -> None:
    book = read(scan_under_a_banner(tmp_path / "x.pdf"))
    assert not book.blocks
    assert [(page.page, page.why) for page in book.unread] == [(number, "no-ocr") for number in (1, 2, 3, 4)]


@pytest.mark.slow
def test_a_scan_under_a_banner_is_recognised(tmp_path: Path) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")
    book = read(scan_under_a_banner(tmp_path / "x.pdf"))
    assert book.ocr_pages == (1, 2, 3, 4) and not book.unread
    assert "Mention five causes of the war." in " ".join(texts(book)) and "friends" not in " ".join(texts(book))


def test_empty_pages_are_read_and_say_nothing(tmp_path: Path, no_recogniser: None) -> None:
    book = read(make_pdf(tmp_path / "x.pdf", [PdfPage(), PdfPage([(60, 90, 10, "F1", "The only words.")])]))
    assert texts(book) == ["The only words."] and not book.unread and book.pages == 2


def test_too_many_pages_are_refused_unread(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "x.pdf", [PdfPage()] * 10_000)
    with pytest.raises(LibraryError) as caught:
        read(path)
    assert caught.value.code == "book-too-many-pages"
    assert "10000" in caught.value.what("en") and "10000" in caught.value.what("sw")


def test_many_pages_are_read_when_they_are_let_in(tmp_path: Path) -> None:
    words = ("maize", "beans", "cassava", "millet", "rice")
    pages = []
    for number in range(300):
        page = PdfPage()
        page.write(60, 300 + 12 * (number % 7), f"Field {number} grows {words[number % 5]} this year.")
        pages.append(page)
    told: list[tuple[int, int]] = []
    book = read(make_pdf(tmp_path / "x.pdf", pages), ReadOptions(progress=lambda done, of: told.append((done, of))))
    assert len(book.blocks) == 300 and told[-1] == (300, 300)


@pytest.mark.parametrize(
    "data, code",
    [
        (b"", "book-empty"),
        (b"%PDF-1.7\nnothing of the kind", "book-damaged"),
        (b"just a letter to the head teacher", "book-other-kind"),
    ],
)
def test_what_is_no_pdf_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(data)
    with pytest.raises(LibraryError) as caught:
        read(path)
    assert caught.value.code == code


def test_the_content_counts_and_not_the_name(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "notes.txt", [PdfPage([(60, 90, 10, "F1", "Words of a book.")])])
    book = read(path)
    assert texts(book) == ["Words of a book."] and book.warnings == ("named-otherwise",)


@pytest.mark.parametrize("name", ["Kitabu cha José.pdf", "📘 fizikia 2.pdf", "ng'ombe & mbuzi (1).PDF"])
def test_names_with_accents_spaces_and_pictures(tmp_path: Path, name: str) -> None:
    assert texts(read(make_pdf(tmp_path / name, [PdfPage([(60, 90, 10, "F1", "Maneno machache.")])]))) == [
        "Maneno machache."
    ]


class LostWorker:
    """Stands for a worker that gives some pages and is lost at those of `bad`."""

    def __init__(self, pages: int, bad: dict[int, bool], page: dict[str, object]) -> None:
        self.pages, self.bad, self.page = pages, bad, page

    def __call__(self, request: dict[str, object], *_: object):  # type: ignore[no-untyped-def]
        yield {"pages": self.pages, "title": "", "restricted": False}
        for number in range(int(str(request.get("first", 1))), self.pages + 1):
            if number in self.bad:
                raise WorkerLostError(is_slow=self.bad[number])
            yield {"number": number, "label": "", "page": {**self.page, "number": number}}


PACKED = {
    "width": 500.0, "height": 700.0, "picture": 0.0, "drawn": False, "from_picture": False, "hidden": False,
    "lines": [("Words that differ.", (50, 300, 150, 310), 10.0, False, 1, 0)],
}  # fmt: skip


def test_pages_that_stop_the_worker_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_pdf(tmp_path / "x.pdf", [PdfPage()])
    monkeypatch.setattr("tutor.library.readers.paged.worker_replies", LostWorker(5, {2: False, 5: True}, PACKED))
    book = read(path)
    assert [(page.page, page.why) for page in book.unread] == [(2, "stopped"), (5, "too-slow")]
    # The same words on all pages would be a banner, so only the count of pages is looked at.
    assert book.pages == 5


def test_a_book_whose_pages_all_stop_it_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_pdf(tmp_path / "x.pdf", [PdfPage()])
    bad = dict.fromkeys(range(1, 101), False)
    monkeypatch.setattr("tutor.library.readers.paged.worker_replies", LostWorker(100, bad, PACKED))
    unread = read(path).unread
    assert [page.why for page in unread] == ["stopped"] * 8 + ["damaged"] * 92


def test_a_worker_that_hangs_is_stopped(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "x.pdf", [PdfPage()])
    hasty = ReadOptions(limits=replace(Limits(), open_seconds=0.001))
    with pytest.raises(LibraryError) as caught:
        read(path, hasty)
    assert caught.value.code == "book-too-slow"
