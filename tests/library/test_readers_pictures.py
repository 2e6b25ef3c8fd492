"""Photographs and scans as files: recognised, or listed as unread; never swollen beyond the limits."""

from __future__ import annotations

import shutil
import struct
import zlib
from pathlib import Path

import pytest
from book_makers import picture_of
from PIL import Image

from tutor.core.errors import LibraryError
from tutor.library.readers import reader_for
from tutor.library.readers.blocks import ReadBook

LINES = ["Usanisinuru ni nini?", "Mimea hutengeneza chakula chake", "kwa kutumia mwanga wa jua."]


def read(path: Path) -> ReadBook:
    reader = reader_for(path)
    assert reader is not None
    return reader(path)


def test_a_picture_is_unread_without_a_recogniser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_: None)
    picture_of(LINES).save(tmp_path / "x.png")
    book = read(tmp_path / "x.png")
    assert not book.blocks and [(page.page, page.why) for page in book.unread] == [(1, "no-ocr")]


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["png", "jpg", "tif"])
def test_a_picture_is_recognised(tmp_path: Path, ending: str) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")
    picture_of(LINES).save(tmp_path / f"x.{ending}")
    book = read(tmp_path / f"x.{ending}")
    text = " ".join(block.text for block in book.blocks)
    assert book.ocr_pages == (1,) and "Usanisinuru ni nini?" in text and "mwanga wa jua." in text


@pytest.mark.slow
def test_each_page_of_a_tiff_is_a_page(tmp_path: Path) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")
    first, second = picture_of(LINES[:1]), picture_of(["Second page of the scan"])
    first.save(tmp_path / "x.tiff", save_all=True, append_images=[second])
    book = read(tmp_path / "x.tiff")
    assert book.pages == 2 and book.ocr_pages == (1, 2)


@pytest.mark.slow
def test_a_photograph_without_words_is_listed(tmp_path: Path) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")
    Image.new("RGB", (400, 300), (40, 120, 60)).save(tmp_path / "leaf.png")
    book = read(tmp_path / "leaf.png")
    assert not book.blocks and [page.why for page in book.unread] == ["no-words"]


def test_a_picture_that_swells_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    side = 100_000
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    data = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )
    (tmp_path / "bomb.png").write_bytes(data)
    with pytest.raises(LibraryError) as caught:
        read(tmp_path / "bomb.png")
    assert caught.value.code == "book-too-many-pixels"
    assert "10000" in caught.value.what("en") and "10000" in caught.value.what("sw")


@pytest.mark.parametrize(
    "data, code", [(b"\x89PNG\r\n\x1a\n" + bytes(50), "book-damaged"), (b"a letter", "book-other-kind")]
)
def test_damaged_pictures_are_refused(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "x.png").write_bytes(data)
    with pytest.raises(LibraryError) as caught:
        read(tmp_path / "x.png")
    assert caught.value.code == code


def test_a_recogniser_without_swahili_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tutor.library.cleaning.pages import Line, Page
    from tutor.library.readers import recognition
    from tutor.library.readers.ocr import Recogniser

    page = Page(1, 500, 700, (Line("Plants make food.", (50, 50, 200, 60), 10, column=1),), from_picture=True)
    monkeypatch.setattr(recognition, "find_recogniser", lambda: Recogniser("tesseract", ("eng",)))
    monkeypatch.setattr(recognition, "recognised_page", lambda *_: page)
    picture_of(LINES).save(tmp_path / "x.png")
    book = read(tmp_path / "x.png")
    assert book.warnings == ("ocr-swahili-missing",) and [block.text for block in book.blocks] == ["Plants make food."]
