"""Library updates: only new and changed books, with their vectors, signed; corrections of the school stay."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock

from tutor.answering.opening import open_vectors
from tutor.appliance.arrivals import queued_libraries, taken_in
from tutor.appliance.arriving import finish_work
from tutor.appliance.deltas import books_of, build_library_update, read_books
from tutor.appliance.errors import ApplianceError
from tutor.appliance.signing import SecretKey, new_key
from tutor.appliance.updating import queue_library_update
from tutor.core.errors import LibraryError
from tutor.core.settings import Settings, load_settings
from tutor.curriculum.curriculum import Curriculum
from tutor.index.updates import IndexUpdate, index_findings
from tutor.index.vectors import VectorCache
from tutor.library.changes import LibraryChanges
from tutor.library.corrections import Corrections
from tutor.library.exchange import take_in_library
from tutor.library.importer import Importer
from tutor.library.store import LibraryStore
from tutor.models.embedder import Embedder

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("small_embedder_folder")]
BOOK = """---
title: {title}
subject: geography
form: 2
language: en
type: textbook
---
# {title}

## Beginning

{text}
"""
TEXTS = {
    "rivers": "A river begins at its source. The Rufiji is a river of Tanzania.",
    "soil": "Soil erosion is the loss of the upper soil. Wind and water carry it away.",
}
Home = Callable[[str], Settings]


@pytest.fixture
def home_named(tmp_path: Path, models_dir: Path) -> Home:
    def make(name: str) -> Settings:
        return load_settings(tmp_path / name, profile="small", models_dir=str(models_dir), generator="off")

    return make


def add_books(settings: Settings, folder: Path, texts: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(BOOK.format(title=name.title(), text=text), encoding="utf-8")
    with closing(LibraryStore(settings.places.library_db)) as store:
        Importer(store, Curriculum.load(), index_of(settings, store)).add(folder)


def index_of(settings: Settings, store: LibraryStore) -> IndexUpdate:
    def opened() -> tuple[VectorCache, str]:
        vectors, _, model = open_vectors(settings, store)
        return vectors, model.name

    return IndexUpdate(store, opened, settings.places.index)


@pytest.fixture
def maker(home_named: Home, tmp_path: Path) -> Settings:
    """The builder's library: what the school has, then a changed book and a new one."""
    settings = home_named("maker")
    add_books(settings, tmp_path / "books", TEXTS)
    with closing(LibraryStore(settings.places.library_db)) as store:
        store.run("UPDATE documents SET imported_at = '2024-01-01T00:00:00+00:00'")
    shutil.copytree(settings.places.home, tmp_path / "school")
    changed = {"soil": TEXTS["soil"] + " Terraces hold it back.", "wind": "Wind is air that moves over the land."}
    add_books(settings, tmp_path / "books", changed)
    return settings


@pytest.fixture
def school(maker: Settings, home_named: Home) -> Settings:
    """The school's library, in which a teacher has corrected a form."""
    settings = home_named("school")
    with closing(LibraryStore(settings.places.library_db)) as store:
        Importer(store, Curriculum.load(), index_of(settings, store)).edit(["soil"], Corrections({"form": 4}))
    return settings


@pytest.fixture
def update(maker: Settings, school: Settings, tmp_path: Path, key: SecretKey) -> Path:
    out = tmp_path / "update"
    with closing(LibraryStore(maker.places.library_db)) as store:
        manifest = build_library_update(store, read_books(school.places.library_db), out, key)
    assert sorted(manifest.library["books"]) == ["soil", "wind"]
    return out


@pytest.fixture
def no_embedding(update: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on nothing may be embedded: a school's PC would take hours."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something was embedded")

    for name in ("embed_passages", "embed_sentences"):
        monkeypatch.setattr(Embedder, name, refuse)


def test_an_update_holds_only_what_changed_and_its_vectors(update: Path, maker: Settings) -> None:
    with closing(LibraryStore(update / "library" / "library.db")) as store:
        held = store.documents()
        vectors = {key for (key,) in store.rows("SELECT text_hash FROM vectors")}
    with closing(LibraryStore(maker.places.library_db)) as store:
        everything = {key for (key,) in store.rows("SELECT text_hash FROM vectors")}
    assert [document.id for document in held] == ["soil", "wind"]
    assert vectors and vectors < everything


@pytest.mark.usefixtures("no_embedding")
def test_a_school_takes_it_in_and_keeps_its_corrections(
    update: Path, school: Settings, maker: Settings, public_key_file: Path
) -> None:
    queue_library_update(update, school.places.home, [public_key_file])
    said: list[str] = []
    finish_work(school, lambda en, sw: said.append(en))
    with (
        closing(LibraryStore(school.places.library_db)) as store,
        closing(LibraryStore(maker.places.library_db)) as theirs,
    ):
        assert books_of(store) == books_of(theirs)
        documents = {document.id: document for document in store.documents()}
        assert "Terraces" in "".join(item.passage.text for item in store.passages_of("soil"))
        assert documents["soil"].metadata.form == 4
        assert not list(index_findings(store, school.places.index))
    assert said == ["Books taken in: 1 new, 1 newer, 0 unchanged."]
    assert queued_libraries(school.places.home) == []
    # The same stick again has nothing to bring.
    queue_library_update(update, school.places.home, [public_key_file])
    assert queued_libraries(school.places.home) == []
    assert len(taken_in(school.places.home)) == 1


@pytest.mark.parametrize("wrong", ["a byte", "the key", "the signature"])
def test_a_wrong_update_is_refused_and_nothing_changes(
    wrong: str, update: Path, school: Settings, public_key_file: Path, tmp_path: Path
) -> None:
    keys = [public_key_file]
    code = "bundle-file-wrong"
    if wrong == "a byte":
        file = update / "library" / "library.db"
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    elif wrong == "the key":
        (tmp_path / "other.pub").write_text(new_key().public.as_text())
        keys, code = [tmp_path / "other.pub"], "key-unknown"
    else:
        (update / "MANIFEST.json.minisig").unlink()
        code = "signature-missing"
    before = school.places.library_db.read_bytes()
    with pytest.raises(ApplianceError) as caught:
        queue_library_update(update, school.places.home, keys)
    assert caught.value.code == code
    assert queued_libraries(school.places.home) == []
    assert school.places.library_db.read_bytes() == before


@pytest.mark.usefixtures("no_embedding")
def test_what_could_not_be_taken_in_now_waits(update: Path, school: Settings, public_key_file: Path) -> None:
    queue_library_update(update, school.places.home, [public_key_file])
    with FileLock(school.places.library_db.with_suffix(".lock")), pytest.raises(LibraryError, match="Another"):
        finish_work(school, lambda en, sw: None)
    assert len(queued_libraries(school.places.home)) == 1
    finish_work(school, lambda en, sw: None)
    assert queued_libraries(school.places.home) == []


def test_a_queued_library_that_is_damaged_is_set_aside(update: Path, school: Settings, public_key_file: Path) -> None:
    queue_library_update(update, school.places.home, [public_key_file])
    (file,) = queued_libraries(school.places.home)
    file.write_bytes(file.read_bytes()[:-100])
    said: list[str] = []
    finish_work(school, lambda en, sw: said.append(en))
    assert len(said) == 1 and "no library" in said[0]
    assert queued_libraries(school.places.home) == []
    assert list(file.parent.glob("*.refused"))


@pytest.fixture
def new_edition(maker: Settings, school: Settings, tmp_path: Path, key: SecretKey) -> Path:
    """The builder takes the book on soil away and files the one on rivers elsewhere."""
    place = school.places.home / "base.db"
    shutil.copyfile(school.places.library_db, place)
    with closing(LibraryStore(maker.places.library_db)) as store:
        index = index_of(maker, store)
        Importer(store, Curriculum.load(), index).remove("soil")
        Importer(store, Curriculum.load(), index).remove("rivers")
    (tmp_path / "again" / "geo").mkdir(parents=True)
    shutil.copyfile(tmp_path / "books" / "rivers.md", tmp_path / "again" / "geo" / "rivers.md")
    with closing(LibraryStore(maker.places.library_db)) as store:
        Importer(store, Curriculum.load(), index_of(maker, store)).add(tmp_path / "again")
        manifest = build_library_update(store, read_books(place), tmp_path / "edition", key)
    assert manifest.library["withdrawn"] == ["rivers", "soil"]
    return tmp_path / "edition"


def came_with_a_library(settings: Settings, *names: str) -> None:
    with closing(LibraryStore(settings.places.library_db)) as store:
        for name in names:
            store.run("UPDATE documents SET source = ? WHERE id = ?", (f"{name}.md", name))


def test_what_the_new_edition_no_longer_has_goes(
    new_edition: Path, school: Settings, public_key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_with_a_library(school, "soil", "rivers")
    with closing(LibraryStore(school.places.library_db)) as store:
        Importer(store, Curriculum.load(), index_of(school, store)).edit(["rivers"], Corrections({"form": 3}))
    for name in ("embed_passages", "embed_sentences"):
        monkeypatch.setattr(Embedder, name, lambda *_: pytest.fail("something was embedded"))
    queue_library_update(new_edition, school.places.home, [public_key_file])
    said: list[str] = []
    finish_work(school, lambda en, sw: said.append(en))
    with closing(LibraryStore(school.places.library_db)) as store:
        # The book that only has another name is there, with what the school corrected of it.
        assert {document.id: document.metadata.form for document in store.documents()} == {"geo/rivers": 3, "wind": 2}
        assert not list(index_findings(store, school.places.index))
    assert any("rivers, soil" in line for line in said)


def test_a_book_of_the_school_stays_although_the_library_no_longer_has_one_of_that_name(
    new_edition: Path, school: Settings, public_key_file: Path
) -> None:
    came_with_a_library(school, "soil")
    with closing(LibraryStore(school.places.library_db)) as store:
        store.run("UPDATE documents SET file_sha256 = 'another' WHERE id = 'soil'")
    queue_library_update(new_edition, school.places.home, [public_key_file])
    said: list[str] = []
    finish_work(school, lambda en, sw: said.append(en))
    with closing(LibraryStore(school.places.library_db)) as store:
        assert {"soil", "rivers"} <= {document.id for document in store.documents()}
    assert "soil" in said[-1] and "stay" in said[-1]


def test_an_unsigned_library_file_takes_nothing_away(new_edition: Path, school: Settings) -> None:
    came_with_a_library(school, "soil", "rivers")
    with closing(LibraryStore(school.places.library_db)) as store:
        changes = LibraryChanges(store, index_of(school, store))
        take_in_library(store, Curriculum.load(), changes, new_edition / "library" / "library.db")
        assert "soil" in {document.id for document in store.documents()}
