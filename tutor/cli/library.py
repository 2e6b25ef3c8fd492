"""`tutor library`: add, list, show, remove, rebuild."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from tutor.answering.opening import open_vectors
from tutor.cli.output import console, plain_errors, print_json, progress_console, say
from tutor.core.errors import LibraryError
from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.settings import load_settings
from tutor.curriculum.curriculum import Curriculum
from tutor.index.builder import build_index
from tutor.index.vectors import VectorCache
from tutor.library.importer import Importer, ImportReport, PreparedBook, library_lock
from tutor.library.store import Document, LibraryStore, StoredPassage

app = typer.Typer(help="The books: add, list, show, remove.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Profile = Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")]


class ProgressLine:
    """A progress bar on a terminal, or a line every tenth of the way."""

    def __init__(self) -> None:
        self._bar = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.completed}/{task.total}"),
            TimeRemainingColumn(), console=progress_console, transient=True,
        )  # fmt: skip
        self._tasks: dict[str, TaskID] = {}
        self._told: dict[str, int] = {}

    def __enter__(self) -> ProgressLine:
        if progress_console.is_terminal:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        if progress_console.is_terminal:
            if what not in self._tasks:
                self._tasks[what] = self._bar.add_task(what, total=total)
            self._bar.update(self._tasks[what], completed=done, total=total)
            return
        tenth = 10 * done // max(total, 1)
        if tenth > self._told.get(what, 0):
            self._told[what] = tenth
            progress_console.print(f"{what}: {done}/{total}", markup=False)


@app.command("add")
def add(
    path: Annotated[Path | None, typer.Argument(help="A book or a folder of books.")] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Add the sample library that comes with tutor.")] = False,
    as_json: Json = False,
    profile: Profile = None,
) -> None:
    """Add books. What the library holds already is skipped; what cannot be read is reported."""
    with plain_errors(as_json):
        if path is None and not sample:
            raise LibraryError("path-missing", path="(nothing was named)")
        settings = load_settings(profile=profile)
        with LibraryStore(settings.places.library_db) as store, ProgressLine() as progress:
            vectors, _, model = open_vectors(settings, store)

            def prepare(books: list[PreparedBook]) -> None:
                pairs = [pair for book in books for pair in zip(book.passages, book.sentences, strict=True)]
                vectors.prepare(pairs, progress)

            report = Importer(store, Curriculum.load()).add(path or SAMPLE_LIBRARY, prepare)
            if report.changed:
                with library_lock(store.file):
                    build_index(store, vectors, settings.places.index, model.name, progress)
        if as_json:
            print_json(report.as_dict())
        else:
            _show_report(report)


def _show_report(report: ImportReport) -> None:
    say(
        f"{len(report.added)} added, {len(report.replaced)} replaced, {len(report.unchanged)} unchanged, "
        f"{len(report.left_out)} left out; {report.passages} new passages.",
        f"Vilivyoongezwa {len(report.added)}, vilivyobadilishwa {len(report.replaced)}, "
        f"visivyobadilika {len(report.unchanged)}, vilivyoachwa {len(report.left_out)}; "
        f"vifungu vipya {report.passages}.",
    )
    for _, _, why in report.left_out:
        console.print(f"  - {why}", markup=False)
    if report.unknown:
        say(
            "Subject or form is not known for these, so only questions without a choice of subject find them:",
            "Somo au kidato havijulikani kwa hivi, hivyo hupatikana tu kwa maswali yasiyochagua somo:",
        )
        for name in report.unknown:
            console.print(f"  - {name}", markup=False)


@app.command("list")
def list_documents(as_json: Json = False) -> None:
    """Show every book in the library."""
    with plain_errors(as_json), LibraryStore(load_settings().places.library_db) as store:
        documents = store.documents()
        if as_json:
            print_json({"documents": [document.as_dict() for document in documents]})
            return
        if not documents:
            raise LibraryError("library-empty")
        table = Table("id", "title", "subject", "form", "language", "passages")
        for document in documents:
            known = document.metadata
            table.add_row(
                document.id, document.title, known.subject or "?", str(known.form or "?"), known.language,
                str(document.passages),
            )  # fmt: skip
        console.print(table)


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="The id of a document, or of one passage.")], as_json: Json = False
) -> None:
    """Show a book's passages, or one passage whole."""
    with plain_errors(as_json), LibraryStore(load_settings().places.library_db) as store:
        document, stored = _document_or_passage(store, name)
        passages = [
            {"id": p.id, "heading_path": list(p.heading_path), "page": p.page_start, "text": p.text}
            for p in (item.passage for item in stored)
        ]
        if as_json:
            print_json({**document.as_dict(), "contents": passages})
            return
        console.print(document.title, style="bold", markup=False)
        console.print(document.source, style="dim", markup=False)
        for passage in passages:
            page = f" (p. {passage['page']})" if passage["page"] is not None else ""
            console.print(f"\n{passage['id']}{page}", style="bold", markup=False)
            console.print(str(passage["text"]), markup=False)


def _document_or_passage(store: LibraryStore, name: str) -> tuple[Document, list[StoredPassage]]:
    """The document of that id with its passages, or that of a passage's id with this one passage.

    Raises LibraryError `document-unknown`.
    """
    held = {document.id: document for document in store.documents()}
    if name in held:
        return held[name], [item for item in store.passages() if item.passage.document_id == name]
    for item in store.passages():
        if item.passage.id == name:
            return held[item.passage.document_id], [item]
    raise LibraryError("document-unknown", name=name)


@app.command("remove")
def remove(
    name: Annotated[str, typer.Argument(help="The id of a document.")], as_json: Json = False, profile: Profile = None
) -> None:
    """Remove a book from the library. The file it came from is not touched."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        with LibraryStore(settings.places.library_db) as store:
            vectors, _, model = open_vectors(settings, store)
            document = Importer(store, Curriculum.load()).remove(name)
            _rebuild(store, vectors, settings.places.index, model.name)
        if as_json:
            print_json({"removed": document.id})
        else:
            say(f"Removed: {document.title}.", f"Kimeondolewa: {document.title}.")


@app.command("rebuild")
def rebuild(as_json: Json = False, profile: Profile = None) -> None:
    """Build the search index anew from the books in the library."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        with LibraryStore(settings.places.library_db) as store:
            vectors, _, model = open_vectors(settings, store)
            generation = _rebuild(store, vectors, settings.places.index, model.name)
            count = store.passage_count()
        if as_json:
            print_json({"generation": generation.name, "passages": count})
        else:
            say(f"The index is built: {count} passages.", f"Faharasa imejengwa: vifungu {count}.")


def _rebuild(store: LibraryStore, vectors: VectorCache, index: Path, embedder: str) -> Path:
    with ProgressLine() as progress, library_lock(store.file):
        return build_index(store, vectors, index, embedder, progress)
