"""`tutor ask`: a question, an answer with page and quote, or a plain decline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tutor.answering.opening import open_tutor
from tutor.answering.places_in_books import citation_place
from tutor.cli.choices import chosen_language, chosen_scope
from tutor.cli.output import console, plain_errors, print_json, progress_console, screen_language
from tutor.core.events import Answered, Declined, Event, EvidenceFound, SentenceReady, Traced, Understood
from tutor.core.settings import load_settings
from tutor.core.types import Answer, BookLanguage, Citation, Decline, Question
from tutor.curriculum.curriculum import Curriculum


def ask(
    question: Annotated[str, typer.Argument(help="The question, in English, in Swahili or in both.")],
    subject: Annotated[list[str] | None, typer.Option("--subject", "-s", help="Only this subject.")] = None,
    form: Annotated[list[str] | None, typer.Option("--form", "-f", help="Only this form (1 to 4).")] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="Answer in: auto, en, sw or mixed.")] = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show what happened, step by step.")] = False,
    profile: Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")] = None,
) -> None:
    """Ask a question. The answer comes from the books of the library, with page and quote."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        asked = Question(question, chosen_scope(subject, form), chosen_language(language))
        tutor = open_tutor(settings, notice=_notice)
        if as_json:
            print_json(outcome_as_dict(list(tutor.ask(asked))))
        else:
            _show(tutor.ask(asked), trace)


def _notice(english: str, swahili: str) -> None:
    progress_console.print(swahili if screen_language() == "sw" else english, style="dim", markup=False)


def outcome_as_dict(events: list[Event]) -> dict[str, Any]:
    """The object of `--json`: status, reason, language, text, sentences, citations, method, timings, trace."""
    outcome: dict[str, Any] = {}
    for event in events:
        if isinstance(event, Answered):
            outcome = _answer_as_dict(event.answer)
        elif isinstance(event, Declined):
            outcome = _decline_as_dict(event.decline)
        elif isinstance(event, Traced):
            outcome |= {"timings_ms": event.timings_ms, "trace": list(event.steps)}
    return outcome


def _answer_as_dict(answer: Answer) -> dict[str, Any]:
    return {
        "status": "answered",
        "reason": None,
        "language": answer.language,
        "text": answer.text,
        "sentences": [sentence.as_dict() for sentence in answer.sentences],
        "citations": [citation.as_dict() for citation in answer.citations],
        "method": answer.method,
    }


def _decline_as_dict(decline: Decline) -> dict[str, Any]:
    return {
        "status": "declined",
        "reason": str(decline.reason),
        "language": decline.language,
        "text": decline.text,
        "sentences": [],
        "citations": [],
        "method": None,
        "pointers": [pointer.as_dict() for pointer in decline.pointers],
        "empty_retrieval": decline.empty_retrieval,
    }


def _show(events: Iterator[Event], with_trace: bool) -> None:
    language: BookLanguage = "en"
    curriculum = Curriculum.load()
    for event in events:
        if isinstance(event, Understood):
            language = "en" if event.language == "en" else "sw"
        elif isinstance(event, EvidenceFound):
            console.print()
        elif isinstance(event, SentenceReady):
            marks = "".join(f" [{number + 1}]" for number in event.sentence.citations)
            console.print(event.sentence.text + marks, markup=False)
        elif isinstance(event, Answered):
            _show_citations(event.answer.citations, language, curriculum)
        elif isinstance(event, Declined):
            console.print()
            console.print(event.decline.text, markup=False)
        elif isinstance(event, Traced) and with_trace:
            print_json({"timings_ms": event.timings_ms, "trace": list(event.steps)})


def _show_citations(citations: tuple[Citation, ...], language: BookLanguage, curriculum: Curriculum) -> None:
    console.print()
    console.print("Vyanzo:" if language == "sw" else "Sources:", style="bold")
    for number, citation in enumerate(citations, start=1):
        console.print(f"[{number}] {citation_place(citation, language, curriculum)}", markup=False)
        console.print(f"    “{citation.quote}”", style="dim", markup=False)
