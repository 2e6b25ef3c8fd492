"""Books that are in the library already are found, shown, and skipped or kept by choice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tutor.core.errors import LibraryError
from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.types import Metadata
from tutor.curriculum.curriculum import Curriculum
from tutor.library import duplicates
from tutor.library.book_reading import ImportOptions
from tutor.library.duplicates import DuplicateFinder, containment, sampled, shingle_hashes
from tutor.library.importer import Importer
from tutor.library.store import LibraryStore

WORDS = "river lake hill forest maize cattle trade iron boat drum salt king war rain market road house well".split()


def prose(seed: int, sentences: int) -> str:
    chosen = random.Random(seed)
    made = [" ".join(chosen.choices(WORDS, k=9)).capitalize() + "." for _ in range(sentences)]
    return "\n\n".join(" ".join(made[start : start + 8]) for start in range(0, sentences, 8))


@pytest.fixture
def store(tmp_path: Path) -> LibraryStore:
    return LibraryStore(tmp_path / "library" / "library.db")


@pytest.fixture
def importer(store: LibraryStore) -> Importer:
    return Importer(store, Curriculum.load())


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "a.md").write_text(f"# Trade\n\n{prose(1, 120)}\n", encoding="utf-8")
    return folder


def test_containment_is_of_the_smaller_in_the_larger() -> None:
    contract, filing = prose(1, 60), prose(2, 900)
    small, large = shingle_hashes([contract]), shingle_hashes([filing, contract])
    assert containment(small, large) == 1.0
    assert containment(large, small) < 0.15
    assert containment(small, shingle_hashes([prose(3, 60)])) == 0.0


def test_the_sample_estimates_the_whole() -> None:
    one, other = prose(1, 800), prose(2, 800)
    a, b = shingle_hashes([one]), shingle_hashes([one[: len(one) // 2] + other])
    assert len(sampled(a)) == pytest.approx(len(a) / 16, rel=0.25)
    assert containment(sampled(a), sampled(b)) == pytest.approx(containment(a, b), abs=0.1)


@pytest.mark.parametrize(
    "changed",
    [lambda text: text, lambda text: text.replace("\n\n", "\n").upper(), lambda text: text + "\n\n" + prose(9, 10)],
    ids=["the same", "set otherwise", "with a page more"],
)
def test_a_near_copy_is_skipped_and_shown(importer: Importer, store: LibraryStore, books: Path, changed) -> None:  # type: ignore[no-untyped-def]
    importer.add(books)
    (books / "copy.txt").write_text(changed(f"Trade\n\n{prose(1, 120)}\n"), encoding="utf-8")
    report = importer.add(books)
    assert report.unchanged == ["a"] and not report.changed
    ((file, held_by, share),) = report.duplicates
    assert (file, held_by) == ("copy.txt", "a") and share >= 0.8
    assert [(code, "copy.txt" in why) for _, code, why in report.left_out] == [("book-duplicate", True)]
    with pytest.raises(LibraryError) as alone:
        importer.add(books / "copy.txt")
    assert alone.value.code == "book-duplicate" and "--keep-duplicates" in alone.value.hint("sw")
    kept = importer.add(books, options=ImportOptions(keep_duplicates=True))
    assert kept.added == ["copy"]
    assert [warning["code"] for warning in kept.books[0]["warnings"]] == ["kept-duplicate"]
    # Once kept it stays: it is a book of the library.
    assert importer.add(books).unchanged == ["a", "copy"]


def test_copies_within_one_folder_are_found_before_anything_is_stored(importer: Importer, books: Path) -> None:
    (books / "b.md").write_text((books / "a.md").read_text(encoding="utf-8"), encoding="utf-8")
    report = importer.add(books)
    assert report.added == ["a"] and [held for _, held, _ in report.duplicates] == ["a"]


def test_a_whole_book_is_taken_although_a_chapter_is_there(importer: Importer, books: Path) -> None:
    importer.add(books)
    (books / "whole.md").write_text(f"# Book\n\n{prose(1, 120)}\n\n{prose(5, 400)}\n", encoding="utf-8")
    report = importer.add(books)
    assert report.added == ["whole"]
    (warning,) = report.books[0]["warnings"]
    assert (warning["code"], warning["facts"]["other"]) == ("holds-another", "a")


def test_a_new_edition_is_no_duplicate_of_the_old(importer: Importer, books: Path) -> None:
    importer.add(books)
    (books / "a.md").write_text(f"# Trade\n\n{prose(1, 120)}\n\nOne more.\n", encoding="utf-8")
    assert importer.add(books).replaced == ["a"]


def test_short_leaves_are_compared_whole(importer: Importer, books: Path) -> None:
    leaf = "Bring two litres of clean water, a mango and a sharp knife to the laboratory on Monday morning."
    (books / "leaf.txt").write_text(leaf, encoding="utf-8")
    (books / "leaf2.txt").write_text(leaf.replace("Monday", "Friday").replace("mango", "lemon"), encoding="utf-8")
    (books / "leaf3.txt").write_text(leaf + "\n", encoding="utf-8")
    report = importer.add(books)
    assert [(file, held) for file, held, _ in report.duplicates] == [("leaf3.txt", "leaf")]


def test_papers_and_their_mark_schemes_and_other_years_are_different_books() -> None:
    finder = DuplicateFinder(lambda name: [])
    hashes = shingle_hashes([prose(1, 400)])
    paper = Metadata("physics", 2, "en", document_type="past-paper", year=2020, paper="1")
    finder.tell("p", paper, sampled(hashes))
    for other in (
        Metadata("physics", 2, "en", document_type="mark-scheme", year=2020, paper="1"),
        Metadata("physics", 2, "en", document_type="past-paper", year=2021, paper="1"),
        Metadata("physics", 2, "sw", document_type="past-paper", year=2020, paper="1"),
    ):
        assert finder.holders(hashes, other, "q") == []
    assert [held.document_id for held in finder.holders(hashes, Metadata("physics", 3, "en"), "q")] == ["p"]
    assert finder.holders(hashes, paper, "p") == []


def test_the_sample_library_holds_no_duplicates(importer: Importer) -> None:
    report = importer.add(SAMPLE_LIBRARY)
    assert report.duplicates == [] and not report.left_out
    assert all("holds-another" not in str(book["warnings"]) for book in report.books)


def test_libraries_from_before_shingles_are_compared_too(importer: Importer, store: LibraryStore, books: Path) -> None:
    importer.add(books)
    store.run("DELETE FROM shingles")
    (books / "copy.md").write_text((books / "a.md").read_text(encoding="utf-8"), encoding="utf-8")
    assert [held for _, held, _ in importer.add(books).duplicates] == ["a"]


def test_a_folder_of_short_notes_hashes_each_book_once() -> None:
    asked: list[str] = []

    def texts(name: str) -> list[str]:
        asked.append(name)
        return [f"the long book {name} tells of rivers and lakes and hills and valleys number {n}" for n in range(400)]

    finder = DuplicateFinder(texts)
    for name in ("a", "b"):
        finder.tell(name, Metadata(), sampled(shingle_hashes(texts(name))))
    asked.clear()
    for note in range(50):
        finder.holders(shingle_hashes([f"the long book a tells of note {note}"]), Metadata(), f"note {note}")
    assert len(asked) <= 2


def test_books_told_late_are_found_as_those_told_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duplicates, "MOST_SINCE", 3)
    texts = {
        f"book {n}": [f"book number {n} holds the words {n * 7 + m} and {m}" for m in range(900)] for n in range(9)
    }
    finder = DuplicateFinder(texts.__getitem__)
    for name, own in texts.items():
        finder.tell(name, Metadata(), sampled(shingle_hashes(own)))
        for other, words in texts.items():
            found = [held.document_id for held in finder.holders(shingle_hashes(words), Metadata(), "new")]
            assert (other in found) == (int(other[5:]) <= int(name[5:])), (name, other)
    finder.tell("book 2", Metadata(), sampled(shingle_hashes(["other words"])))
    assert not finder.holders(shingle_hashes(texts["book 2"]), Metadata(), "new")
