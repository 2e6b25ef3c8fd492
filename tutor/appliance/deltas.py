"""Library updates: only the books that are new or changed, with their vectors, and the names of those that are gone,
as a signed bundle."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from tutor import __version__
from tutor.appliance.arrivals import DATABASE
from tutor.appliance.bundle_files import sign_bundle, write_manifest
from tutor.appliance.errors import ApplianceError
from tutor.appliance.install import LIBRARY
from tutor.appliance.manifest import LIBRARY as KIND
from tutor.appliance.manifest import BundleManifest, described_files
from tutor.appliance.signing import SecretKey
from tutor.core.files import text_sha256
from tutor.index.vectors import passage_title, sentence_title
from tutor.library.exchange import export_library
from tutor.library.store import LibraryStore
from tutor.library.tables import readable_text
from tutor.library.withdrawals import note_withdrawn

BOOKS = "books.json"


def books_of(store: LibraryStore) -> dict[str, str]:
    """Document id -> SHA-256 of the book's file: what an update is counted from."""
    return {document.id: document.file_sha256 for document in store.documents()}


def read_books(place: Path) -> dict[str, str]:
    """The books of a bundle's folder, of a `library.db`, or of a list that `tutor bundle books` wrote.

    Raises ApplianceError `bundle-missing` where it is none of these; LibraryError for a damaged library.
    """
    file = place / DATABASE if place.is_dir() else place
    if not file.is_file():
        raise ApplianceError("bundle-missing", folder=place)
    if file.suffix == ".json":
        try:
            return {str(name): str(sha256) for name, sha256 in json.loads(file.read_text(encoding="utf-8")).items()}
        except (OSError, ValueError, AttributeError) as error:
            raise ApplianceError("bundle-manifest", folder=file, why=error) from error
    with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as db:
        try:
            return dict(db.execute("SELECT id, file_sha256 FROM documents").fetchall())
        except sqlite3.DatabaseError as error:
            raise ApplianceError("bundle-manifest", folder=file, why=error) from error


def build_library_update(store: LibraryStore, base: Mapping[str, str], out: Path, key: SecretKey) -> BundleManifest:
    """Write a bundle of the books that `base` does not hold as they are now, and of what only `base` holds the names.

    Returns its manifest; it may be empty.
    Raises LibraryError where the library cannot be written, OSError.
    """
    shutil.rmtree(out, ignore_errors=True)
    (out / LIBRARY).mkdir(parents=True)
    file = out / DATABASE
    export_library(store, file)
    books = books_of(store)
    wanted = [name for name, sha256 in books.items() if base.get(name) != sha256]
    gone = {name: sha256 for name, sha256 in base.items() if name not in books}
    _keep_only(file, wanted, gone)
    library = {"documents": len(wanted), "books": wanted, "withdrawn": sorted(gone)}
    manifest = BundleManifest(KIND, __version__, described_files(out), library=library)
    write_manifest(out, manifest)
    sign_bundle(out, manifest, key)
    return manifest


def _keep_only(file: Path, wanted: list[str], gone: Mapping[str, str]) -> None:
    """Leave these books, and the vectors of their passages and sentences, in an exported library; name those gone."""
    with closing(LibraryStore(file)) as store:
        note_withdrawn(store, gone)
        for document in store.documents():
            if document.id not in wanted:
                store.run("DELETE FROM documents WHERE id = ?", (document.id,))
        keys = set()
        for item in store.passages():
            passage = item.passage
            keys.add(text_sha256(f"passage\n{passage_title(passage)}\n{passage.text}"))
            title = sentence_title(passage)
            keys |= {text_sha256(f"sentence\n{title}\n{readable_text(passage, each)}") for each in item.sentences}
        unused = {str(name) for (name,) in store.rows("SELECT DISTINCT text_hash FROM vectors")} - keys
        store.run_many("DELETE FROM vectors WHERE text_hash = ?", ((name,) for name in sorted(unused)))
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
