"""What becomes of each of the troublesome files that PDF programs keep for their own tests."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tutor.core.errors import LibraryError
from tutor.library.readers import reader_for
from tutor.library.readers.blocks import ReadBook
from tutor.library.readers.limits import ReadOptions

HAS_RECOGNISER = shutil.which("tesseract") is not None


@dataclass(frozen=True)
class Outcome:
    """What is to become of a file.

    `refused` is the code of the refusal. Else `in_order` are words that stand in the text in that order, `kinds` are
    blocks that must be there, `unread` are the pages (number, why) left out when nothing recognises pictures, and
    `recognised` are words that recognition finds on them; None where it finds none that make sense.
    """

    refused: str = ""
    in_order: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    unread: tuple[tuple[int, str], ...] = ()
    recognised: tuple[str, ...] | None = None
    warnings: tuple[str, ...] = ()
    pages: int = 1
    absent: tuple[str, ...] = ()


OUTCOMES: dict[str, Outcome] = {
    "corrupt_invalid_header.pdf": Outcome(refused="book-damaged"),
    "corrupt_zen_of_python.pdf": Outcome(
        in_order=(
            "Beautiful is better than ugly.",
            "Explicit is better than implicit.",
            "Special cases aren't special enough to break the rules.",
            "In the face of ambiguity, refuse the temptation to guess.",
            "Namespaces are one honking great idea",
        )
    ),
    # Each heading is printed several times to make it bold.
    "duplicated_chars_bold.pdf": Outcome(
        in_order=(
            "项目描述：负责四川省甘孜州丹巴磨子电站",
            "项目名称一1",
            "教育经历",
            "北京师范大学珠海分校",
            "培训经历",
            "证书",
        ),
        kinds=("heading", "table"),
        absent=("项项", "目目", "描描", "教教", "北北"),
        pages=2,
    ),
    "encrypted_aes256_r6_userpw.pdf": Outcome(refused="book-password"),
    "encrypted_ownerpw_only_opens.pdf": Outcome(in_order=("pdf encryption test",)),
    # Forms that draw each other without end.
    "evil_recursive_xobjects.pdf": Outcome(in_order=("Hello world",)),
    "font_no_tounicode.pdf": Outcome(unread=((1, "no-letters"),), recognised=("Phone",), absent=('"7+%-',)),
    "ligatures_copy_paste.pdf": Outcome(in_order=("abcdeffffiflffifflststghijklmno",)),
    # A Chinese page as a picture with a date on it.
    "malformed_issue932.pdf": Outcome(in_order=("2021 3 31",), unread=((1, "no-ocr"),), recognised=None),
    "math_latex_mathml.pdf": Outcome(
        in_order=("A small example", "involving x ∈ R", "1. a first item", "3. a third item", "c = √a² + b²"),
        kinds=("heading", "list", "formula"),
    ),
    "rtl_arabic_cid.pdf": Outcome(in_order=("انواع الخطوط العربية",)),
    "scan_notext_linn.pdf": Outcome(
        unread=((1, "no-ocr"),),
        recognised=("32 Track MIDI", "state-of-the-art composition", "Recording a Sequence", "Creating a Song"),
    ),
    "scan_notext_skew.pdf": Outcome(
        unread=((1, "no-ocr"),), recognised=("32 Track MIDI", "state-of-the-art composition", "Recording a Sequence")
    ),
    "scan_with_ocr_vicksburg.pdf": Outcome(
        in_order=(
            "became too conspicuous and dangerous for use",
            "June 10th.",
            "moving",
            "Raymond",
            "Logan's headquarters",
        ),
        warnings=("hidden-text",),
        pages=6,
        absent=("THE SIEGE OF VICKSBURG. 49", "52 THE SIEGE OF VICKSBURG", "54 THE SIEGE"),
    ),
    "table_rotated_nics.pdf": Outcome(
        in_order=(
            "NICS Firearm Background Checks",
            "| State / Territory | Permit | Handgun | Long Gun |",
            "| Alabama | 18,870 | 23,022 | 22,650 | 859 | 1,178 |",
            "| Wyoming | 383 | 1,745 | 2,372 |",
            "These statistics represent the number of firearm background checks",
        ),
        kinds=("heading", "table"),
    ),
    "textbook_math_geotopo_de.pdf": Outcome(
        in_order=(
            "Vorwort",
            "Dieses Skript wurde im Wintersemester",
            "Topologische Grundbegriffe",
            "Wege und Knoten",
            "Satz 1.1 (Heine-Borel)",
            "Überlagerungen",
            "Krümmung",
        ),
        kinds=("heading", "list", "formula", "paragraph"),
        pages=117,
    ),
    "threecol_federal_register.pdf": Outcome(
        in_order=(
            "Examining the AD Docket",
            "You may examine the AD docket on the internet",
            "Comments Invited",
            "The most helpful comments reference a specific portion of the proposal, explain the reason",
            "Confidential Business Information (CBI)",
            "resulting in 189 fatalities. Investigation of the accident has been completed",
            "FAA-approved MEL would be required",
            "| Action | Labor cost | Parts cost | Cost per product | Cost on U.S. operators |",
            "| AOA sensor system test | 40 work-hours × $85 per hour = $3,400. | $0 | $3,400 | $248,200. |",
        ),
        kinds=("heading", "list", "table"),
        unread=((8, "no-ocr"),),
        recognised=(),
        pages=15,
        absent=("jbell on DSKJLSW7X2PROD", "VerDate Sep", "47699"),
    ),
    "truncated_tracemonkey.pdf": Outcome(refused="book-damaged"),
    "twocol_tracemonkey.pdf": Outcome(
        in_order=(
            "Trace-based Just-in-Time Type Specialization for Dynamic Languages",
            "Abstract",
            "Dynamic languages such as JavaScript are more difficult to compile than statically typed ones.",
            "1. Introduction",
            "for client-side web programming and is used for the application logic of browser-based productivity",
            "Hence, recording and compiling a trace speculates",
            "2. Overview: Example Tracing Run",
            "References",
        ),
        kinds=("heading", "list", "caption"),
        pages=14,
    ),
    "zero_bytes.pdf": Outcome(refused="book-empty"),
}


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "ingest"


def spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text).lower()


def text_of(book: ReadBook) -> str:
    return spaced(" ".join(block.text for block in book.blocks))


def read(path: Path, ocr: bool) -> ReadBook:
    reader = reader_for(path, ReadOptions(ocr=ocr))
    assert reader is not None
    return reader(path)


def without_recogniser(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., str | None] = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name, *rest: None if name == "tesseract" else real(name, *rest))


def assert_in_order(text: str, words: tuple[str, ...]) -> None:
    place = 0
    for piece in words:
        found = text.find(spaced(piece), place)
        assert found >= 0, f"{piece!r} is missing, or stands too early"
        place = found


def test_the_table_names_every_file(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == OUTCOMES.keys()


LONG = {"textbook_math_geotopo_de.pdf", "threecol_federal_register.pdf", "twocol_tracemonkey.pdf"}


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n in LONG else n for n in OUTCOMES])
def test_without_recognition(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without_recogniser(monkeypatch)
    outcome = OUTCOMES[name]
    if outcome.refused:
        with pytest.raises(LibraryError) as caught:
            read(folder / name, ocr=True)
        assert caught.value.code == outcome.refused
        assert name in caught.value.what("en") and name in caught.value.what("sw")
        return
    book = read(folder / name, ocr=True)
    text = text_of(book)
    assert book.pages == outcome.pages
    assert_in_order(text, outcome.in_order)
    kinds = Counter(block.kind for block in book.blocks)
    assert set(outcome.kinds) <= kinds.keys()
    assert [(page.page, page.why) for page in book.unread] == list(outcome.unread)
    assert set(outcome.warnings) == set(book.warnings)
    assert not [words for words in outcome.absent if spaced(words) in text]
    assert all(block.page is not None and 1 <= block.page <= outcome.pages for block in book.blocks)
    pages = [block.page or 0 for block in book.blocks]
    assert pages == sorted(pages)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, outcome in OUTCOMES.items() if outcome.unread])
def test_with_recognition(folder: Path, name: str) -> None:
    if not HAS_RECOGNISER:
        pytest.skip("Tesseract is not installed")
    outcome = OUTCOMES[name]
    book = read(folder / name, ocr=True)
    pages = tuple(number for number, _ in outcome.unread)
    if outcome.recognised is None:
        assert [(page.page, page.why) for page in book.unread] == [(number, "ocr-unsure") for number in pages]
        return
    assert book.ocr_pages == pages and not book.unread
    assert_in_order(text_of(book), outcome.recognised)


def test_pictures_left_out_by_choice(folder: Path) -> None:
    book = read(folder / "scan_notext_linn.pdf", ocr=False)
    assert not book.blocks and [page.why for page in book.unread] == ["ocr-off"]
    assert "picture" in book.unread[0].says("en") and "picha" in book.unread[0].says("sw")
