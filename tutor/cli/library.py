"""`tutor library`: add, list, show, edit, remove, rebuild; check, export and import stand beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tutor.answering.opening import open_vectors
from tutor.cli.library_display import ProgressLine as ProgressLine
from tutor.cli.library_display import (
    show_documents,
    show_findings,
    show_link,
    show_passage,
    show_provenance,
    show_report,
)
from tutor.cli.output import console, counted, plain_errors, print_json, say
from tutor.core.errors import LibraryError
from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.settings import Settings, load_settings
from tutor.curriculum.curriculum import Curriculum
from tutor.index.builder import build_index
from tutor.index.updates import IndexUpdate, index_findings
from tutor.index.vectors import VectorCache
from tutor.library.book_reading import ImportOptions
from tutor.library.changes import UNFINISHED, LibraryChanges, library_lock
from tutor.library.corrections import read_corrections
from tutor.library.exchange import export_library, take_in_library
from tutor.library.importer import Importer
from tutor.library.library_check import store_findings
from tutor.library.mark_schemes import SCHEME, link_of, question_passages, scheme_passages
from tutor.library.store import Document, LibraryStore, StoredPassage
from tutor.models.catalog import load_catalog
from tutor.models.installed import require_model

app = typer.Typer(help="The books: add, list, show, correct, remove, check, export, import.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Profile = Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")]
Subject = Annotated[str | None, typer.Option("--subject", help='The subject; "unknown", or "auto" to ask the book.')]
Form = Annotated[str | None, typer.Option("--form", help="The form, as 2, II or kidato cha pili.")]
Language = Annotated[str | None, typer.Option("--language", help="en or sw.")]
Kind = Annotated[str | None, typer.Option("--type", help="textbook, past-paper, mark-scheme, syllabus or notes.")]
Topic = Annotated[
    str | None, typer.Option("--topic", help="The topic's short name, as in `tutor library list --json`.")
]
Authority = Annotated[str | None, typer.Option("--authority", help="Who published it.")]
Paper = Annotated[str | None, typer.Option("--paper", help="The number of the paper.")]
Year = Annotated[str | None, typer.Option("--year", help="The year of the paper.")]
Scheme = Annotated[
    str | None, typer.Option("--scheme", help='The id of a paper\'s mark scheme; "unknown": none; "auto": find it.')
]


@app.command("add")
def add(
    paths: Annotated[list[Path] | None, typer.Argument(help="Books and folders of books.")] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Add the sample library that comes with tutor.")] = False,
    subject: Subject = None,
    form: Form = None,
    language: Language = None,
    kind: Kind = None,
    ocr: Annotated[
        bool | None, typer.Option("--ocr/--no-ocr", help="Read pages that are pictures; without it, where possible.")
    ] = None,
    keep_duplicates: Annotated[
        bool, typer.Option("--keep-duplicates", help="Add books too that are in the library already.")
    ] = False,
    as_json: Json = False,
    profile: Profile = None,
) -> None:
    """Add books. What the library holds already is skipped; what cannot be read is reported.

    --subject, --form, --language and --type say what holds for all the books named.
    """
    with plain_errors(as_json):
        if not paths and not sample:
            raise LibraryError("path-missing", path="(nothing was named)")
        curriculum = Curriculum.load()
        said = {"subject": subject, "form": form, "language": language, "document_type": kind}
        options = ImportOptions(read_corrections(said, curriculum), ocr, keep_duplicates)
        named = [*(paths or ()), *([SAMPLE_LIBRARY] if sample else ())]
        settings = load_settings(profile=profile)
        with LibraryStore(settings.places.library_db) as store, ProgressLine() as progress:
            index = _index_update(settings, store, progress)
            importer = Importer(store, curriculum, index, progress)
            report = importer.add(named[0] if len(named) == 1 else named, options=options)
        if as_json:
            print_json(report.as_dict())
        else:
            show_report(report)


@app.command("list")
def list_documents(
    unknown: Annotated[
        bool, typer.Option("--unknown", help="Only books of which subject, form, language or type is not known.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show every book in the library."""
    with plain_errors(as_json), LibraryStore(load_settings().places.library_db) as store:
        documents = store.documents()
        if not documents and not as_json:
            raise LibraryError("library-empty")
        shown = [document for document in documents if document.unknown] if unknown else documents
        if as_json:
            print_json({"documents": [document.as_dict() for document in shown]})
        elif shown:
            show_documents(shown)
        else:
            say("Nothing is unknown.", "Hakuna kisichojulikana.")


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="The id of a document, or of one passage.")], as_json: Json = False
) -> None:
    """Show what is known of a book and its passages, or one passage whole."""
    with plain_errors(as_json), LibraryStore(load_settings().places.library_db) as store:
        document, stored = _document_or_passage(store, name)
        passages = [
            {
                "id": p.id, "heading_path": list(p.heading_path), "page": p.page_start, "text": p.text,
                "metadata": dict(vars(p.metadata)),
                "mark_scheme": [item.passage.id for item in scheme_passages(store, p.id)],
                "question_marked": [item.passage.id for item in question_passages(store, p.id)],
            }
            for p in (item.passage for item in stored)
        ]  # fmt: skip
        link = link_of(store, document.id)
        if as_json:
            print_json({**document.as_dict(), "mark_scheme": link.as_dict() if link else None, "contents": passages})
            return
        console.print(document.title, style="bold", markup=False)
        console.print(document.source, style="dim", markup=False)
        show_provenance(document)
        show_link(document, link)
        for passage in passages:
            show_passage(passage)


def _document_or_passage(store: LibraryStore, name: str) -> tuple[Document, list[StoredPassage]]:
    """The document of that id with its passages, or that of a passage's id with this one passage.

    Raises LibraryError `document-unknown`.
    """
    held = {document.id: document for document in store.documents()}
    if name in held:
        return held[name], list(store.passages_of(name))
    for item in store.passages_by_id([name]) if name.isprintable() else ():
        return held[item.passage.document_id], [item]
    raise LibraryError("document-unknown", name=name)


@app.command("edit")
def edit(
    documents: Annotated[list[str], typer.Argument(help="Ids of documents, or patterns such as 'history/*'.")],
    subject: Subject = None,
    form: Form = None,
    language: Language = None,
    kind: Kind = None,
    topic: Topic = None,
    authority: Authority = None,
    paper: Paper = None,
    year: Year = None,
    scheme: Scheme = None,
    as_json: Json = False,
    profile: Profile = None,
) -> None:
    """Correct what is known of books. It stays when the books are added again, also in a new edition."""
    with plain_errors(as_json):
        curriculum = Curriculum.load()
        said = {
            "subject": subject, "form": form, "language": language, "document_type": kind, "topic": topic,
            "authority": authority, "paper": paper, "year": year, SCHEME: scheme,
        }  # fmt: skip
        settings = load_settings(profile=profile)
        with LibraryStore(settings.places.library_db) as store, ProgressLine() as progress:
            importer = Importer(store, curriculum, _index_update(settings, store, progress), progress)
            changed = importer.edit(documents, read_corrections(said, curriculum))
        if as_json:
            print_json({"documents": [document.as_dict() for document in changed]})
        else:
            show_documents(changed)


@app.command("remove")
def remove(
    documents: Annotated[list[str], typer.Argument(help="Ids of documents, or patterns such as 'history/*'.")],
    as_json: Json = False,
    profile: Profile = None,
) -> None:
    """Remove books from the library. The files they came from are not touched."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        with LibraryStore(settings.places.library_db) as store, ProgressLine() as progress:
            index = _index_update(settings, store, progress)
            removed = Importer(store, Curriculum.load(), index).remove_all(documents)
        if as_json:
            names = [document.id for document in removed]
            # Who names one book reads its id, as ever; who gives several names or a pattern reads a list.
            print_json({"removed": names[0] if names == documents and len(names) == 1 else names})
            return
        for document in removed:
            say(f"Removed: {document.title}.", f"Kimeondolewa: {document.title}.")


@app.command("check")
def check(as_json: Json = False) -> None:
    """Look for damage, books that changed or are gone, pages unread and values unknown. Exit status 1 for damage."""
    with plain_errors(as_json):
        settings = load_settings()
        with LibraryStore(settings.places.library_db) as store:
            findings = [*index_findings(store, settings.places.index), *store_findings(store)]
        damaged = any(finding.is_damage for finding in findings)
        if as_json:
            print_json({"healthy": not damaged, "findings": [finding.as_dict() for finding in findings]})
        else:
            show_findings(findings)
        if damaged:
            raise typer.Exit(1)


@app.command("export")
def export(file: Annotated[Path, typer.Argument(help="The file to write.")], as_json: Json = False) -> None:
    """Write the whole library to one file, for another computer."""
    with plain_errors(as_json):
        settings = load_settings()
        with LibraryStore(settings.places.library_db) as store:
            if not store.passage_count():
                raise LibraryError("library-empty")
            count = export_library(store, file)
        if as_json:
            print_json({"file": str(file), "documents": count, "bytes": file.stat().st_size})
        else:
            say(f"{counted(count, 'book')} written to {file}.", f"Vitabu {count} vimeandikwa katika {file}.")


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A file that `tutor library export` wrote.")],
    as_json: Json = False,
    profile: Profile = None,
) -> None:
    """Take in the books of an exported library. Newer editions replace older ones."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        with LibraryStore(settings.places.library_db) as store, ProgressLine() as progress:
            changes = LibraryChanges(store, _index_update(settings, store, progress))
            report = take_in_library(store, Curriculum.load(), changes, file)
        if as_json:
            print_json(report.as_dict())
        else:
            show_report(report)


@app.command("rebuild")
def rebuild(as_json: Json = False, profile: Profile = None) -> None:
    """Build the search index anew from the books in the library."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        with LibraryStore(settings.places.library_db) as store:
            vectors, _, model = open_vectors(settings, store, many=True)
            with ProgressLine() as progress, library_lock(store.file):
                generation = build_index(store, vectors, settings.places.index, model.name, progress)
                store.keep_state(UNFINISHED, None)
            count = store.passage_count()
        if as_json:
            print_json({"generation": generation.name, "passages": count})
        else:
            say(f"The index is built: {count} passages.", f"Faharasa imejengwa: vifungu {count}.")


def _index_update(settings: Settings, store: LibraryStore, progress: ProgressLine) -> IndexUpdate:
    """The index that changes along. Raises ModelError when its model is not installed, before a book is read."""
    profile = settings.text("profile")
    require_model(settings.places.models, load_catalog().profile(profile)["embedder"], profile)

    def opened() -> tuple[VectorCache, str]:
        vectors, _, model = open_vectors(settings, store, many=True)
        return vectors, model.name

    return IndexUpdate(store, opened, settings.places.index, progress)
