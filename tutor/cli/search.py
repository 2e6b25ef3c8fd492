"""`tutor search`: passages that fit some words, inside a scope."""

from __future__ import annotations

from typing import Annotated

import typer

from tutor.answering.opening import open_retriever
from tutor.cli.choices import chosen_language, chosen_scope
from tutor.cli.output import console, page_mark, plain_errors, print_json, say
from tutor.core.errors import InputError, LibraryError
from tutor.core.settings import load_settings
from tutor.core.trace import Trace
from tutor.language.detection import detect_language
from tutor.language.normalise import normalise_text
from tutor.language.tokens import words
from tutor.library.store import LibraryStore


def search(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    subject: Annotated[list[str] | None, typer.Option("--subject", "-s", help="Only this subject.")] = None,
    form: Annotated[list[str] | None, typer.Option("--form", "-f", help="Only this form (1 to 4).")] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="Only books in: auto (both), en or sw.")] = "auto",
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=50, help="How many passages.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    profile: Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")] = None,
) -> None:
    """Find passages. Unlike `ask`, it shows what is near, whether or not it answers."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        text = normalise_text(query)
        if not text:
            raise InputError("question-empty")
        if not words(text):
            raise InputError("question-unreadable")
        wanted = chosen_language(language)
        scope = chosen_scope(subject, form, (wanted,) if wanted in ("en", "sw") else ())
        store = LibraryStore(settings.places.library_db)
        if store.passage_count() == 0:
            raise LibraryError("library-empty")
        retriever, *_ = open_retriever(settings, store, say)
        trace = Trace()
        found = retriever.retrieve(text, detect_language(text).language, scope, trace=trace, keep=limit).candidates
        if as_json:
            passages = [
                {
                    "passage_id": c.passage.id,
                    "document": c.passage.document_title,
                    "source": c.passage.source,
                    "heading_path": list(c.passage.heading_path),
                    "page": c.passage.page_start,
                    "score": round(c.score, 4),
                    **vars(c.passage.metadata),
                    "text": c.passage.text,
                }
                for c in found
            ]
            print_json({"query": text, "scope": scope.as_dict(), "passages": passages, "timings_ms": trace.timings_ms})
            return
        if not found:
            say("Nothing was found in what you chose.", "Hakuna kilichopatikana katika ulichochagua.")
        for number, candidate in enumerate(found, start=1):
            passage = candidate.passage
            page = page_mark(passage.page_start)
            console.print(f"{number}. {' > '.join(passage.heading_path)}{page}", style="bold", markup=False)
            console.print(f"   {passage.id}", style="dim", markup=False)
            console.print(f"   {passage.text[:240]}", markup=False)
