"""How `tutor library` shows progress, reports and documents."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from tutor.cli import output
from tutor.cli.output import console, in_screen_language, page_mark, say, screen_language
from tutor.library.library_check import Finding
from tutor.library.mark_schemes import SCHEME, SchemeLink
from tutor.library.readers.notes import note_text
from tutor.library.remarks import Remark, word_for
from tutor.library.reports import ImportReport
from tutor.library.store import Document

SHOWN_PAGES = 8
SHOWN_FINDINGS = 10
UNKNOWN = "?"
STEP_NAMES: dict[str, tuple[str, str]] = {
    "reading": ("reading", "kusoma"),
    "embedding passages": ("embedding passages", "kuandaa vifungu"),
    "storing": ("storing", "kuhifadhi"),
    "building the index": ("building the index", "kujenga faharasa"),
    "embedding sentences": (
        "embedding sentences (the books can be used already)",
        "kuandaa sentensi (vitabu vinaweza kutumika tayari)",
    ),
    "backup": ("writing the backup", "kuhifadhi nakala"),
    "restore": ("putting back the backup", "kurudisha nakala"),
}


class ProgressLine:
    """A progress bar on a terminal, or a line every tenth of the way, with the time that is left."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = output.progress_console
        self._bar = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.completed}/{task.total}"),
            TimeRemainingColumn(), console=self._console, transient=True,
        )  # fmt: skip
        self._clock = clock
        self._began: dict[str, float] = {}
        self._tasks: dict[str, TaskID] = {}
        self._told: dict[str, int] = {}

    def __enter__(self) -> ProgressLine:
        if self._console.is_terminal:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        began = self._began.setdefault(what, self._clock())
        shown = STEP_NAMES.get(what, (what, what))[screen_language() == "sw"]
        if self._console.is_terminal:
            if what not in self._tasks:
                self._tasks[what] = self._bar.add_task(shown, total=total)
            self._bar.update(self._tasks[what], completed=done, total=total)
            return
        tenth = 10 * done // max(total, 1)
        if tenth > self._told.get(what, 0):
            self._told[what] = tenth
            seconds = (self._clock() - began) * (total - done) / done if done else 0.0
            left = f", {time_left(seconds)}" if seconds >= 1 and done < total else ""
            self._console.print(f"{shown}: {done}/{total}{left}", markup=False)


def time_left(seconds: float) -> str:
    """`about 3 min left`, in the language of the screen."""
    minutes = round(seconds / 60)
    if screen_language() == "sw":
        return f"zimebaki dakika {minutes} hivi" if minutes else f"zimebaki sekunde {round(seconds)} hivi"
    return f"about {minutes} min left" if minutes else f"about {round(seconds)} s left"


def show_report(report: ImportReport) -> None:
    """What an import did: counts, what was left out and why, pages unread, warnings, what is unknown."""
    say(
        f"{len(report.added)} added, {len(report.replaced)} replaced, {len(report.unchanged)} unchanged, "
        f"{len(report.left_out)} left out; {report.passages} new passages.",
        f"Vilivyoongezwa {len(report.added)}, vilivyobadilishwa {len(report.replaced)}, "
        f"visivyobadilika {len(report.unchanged)}, vilivyoachwa {len(report.left_out)}; "
        f"vifungu vipya {report.passages}.",
    )
    if report.resumed:
        say(
            f"{report.resumed} of them had been read before the last import was interrupted.",
            f"{report.resumed} kati yake vilikuwa vimesomwa kabla uingizaji uliopita haujakatizwa.",
        )
    if report.corrected:
        say(f"{len(report.corrected)} corrected.", f"Vilivyosahihishwa: {len(report.corrected)}.")
    for fault in report.faults:
        say(f"  - {fault.what('en')}", f"  - {fault.what('sw')}")
    for book in report.books:
        for line in _book_lines(book):
            console.print(f"  {book['id']}: {line}", markup=False)
    if report.unknown:
        say(
            "Subject or form is not known for these, so only questions without a choice of subject find them. "
            "Say it with: tutor library edit ID --subject ... --form ...",
            "Somo au kidato havijulikani kwa hivi, hivyo hupatikana tu kwa maswali yasiyochagua somo. "
            "Taja kwa: tutor library edit ID --subject ... --form ...",
        )
        for name in report.unknown:
            console.print(f"  - {name}", markup=False)


def _book_lines(book: dict[str, object]) -> list[str]:
    """What is to be said of one book's pages, in the language of the screen."""
    language, lines = screen_language(), []
    ocr, unread = book.get("pages_ocr"), book.get("pages_unread")
    if isinstance(ocr, list) and ocr:
        text = "kurasa zilizosomwa kutoka picha" if language == "sw" else "pages read from pictures"
        lines.append(f"{text}: {_pages(ocr)}")
    if isinstance(unread, list) and unread:
        text = "kurasa zisizosomwa" if language == "sw" else "pages not read"
        by_reason: dict[str, list[object]] = {}
        for page in unread:
            by_reason.setdefault(note_text(str(page["why"]), language), []).append(page["page"])
        lines += [f"{text}: {_pages(pages)} ({why})" for why, pages in by_reason.items()]
    warnings = book.get("warnings")
    if isinstance(warnings, list):
        lines += [Remark.from_dict(warning).says(language) for warning in warnings]
    return lines


def _pages(pages: Sequence[object]) -> str:
    shown = ", ".join(UNKNOWN if page is None else str(page) for page in pages[:SHOWN_PAGES])
    return shown + (f" ... ({len(pages)})" if len(pages) > SHOWN_PAGES else "")


def show_findings(findings: Sequence[Finding]) -> None:
    """What a check found, of each kind the first few."""
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    for found in by_code.values():
        for finding in found[:SHOWN_FINDINGS]:
            say(f"- {finding.says('en')}", f"- {finding.says('sw')}")
        more = len(found) - SHOWN_FINDINGS
        if more > 0:
            say(f"  ... and {more} more like this (all of them: --json).", f"  ... na nyingine {more} (zote: --json).")
    if not findings:
        say("The library is whole.", "Maktaba ni nzima.")


def show_documents(documents: Sequence[Document]) -> None:
    """A table with a row for every document; what is unknown is a question mark."""
    english = ("id", "title", "subject", "form", "language", "type", "passages")
    swahili = ("kitambulisho", "jina", "somo", "kidato", "lugha", "aina", "vifungu")
    table = Table(*(in_screen_language(*names) for names in zip(english, swahili, strict=True)))
    for document in documents:
        known = document.metadata
        language = UNKNOWN if "language" in document.unknown else known.language
        table.add_row(
            document.id, document.title, known.subject or UNKNOWN, str(known.form or UNKNOWN), language,
            known.document_type or UNKNOWN, str(document.passages),
        )  # fmt: skip
    console.print(table)


def show_link(document: Document, link: SchemeLink | None) -> None:
    """Which mark scheme a paper has, or which paper a mark scheme marks, and who says so."""
    language = screen_language()
    if link is None:
        if SCHEME in document.corrections:
            none = "hakuna" if language == "sw" else "none"
            console.print(f"{word_for(SCHEME, language)}: {none} ({word_for('teacher', language)})", style="dim")
        return
    name, other = (SCHEME, link.scheme) if link.paper == document.id else ("marks_for", link.paper)
    line = f"{word_for(name, language)}: {other} ({word_for(link.source, language)}, {link.certainty:.0%})"
    console.print(line, style="dim", markup=False)


def show_passage(passage: Mapping[str, Any]) -> None:
    """A passage with its place, and what it is linked to."""
    language = screen_language()
    console.print(f"\n{passage['id']}{page_mark(passage['page'])}", style="bold", markup=False)
    if passage["heading_path"]:
        console.print(" > ".join(passage["heading_path"]), markup=False)
    for name, others in ((SCHEME, passage["mark_scheme"]), ("marks_for", passage["question_marked"])):
        if others:
            console.print(f"{word_for(name, language)}: {', '.join(others)}", style="dim", markup=False)
    console.print(f"\n{passage['text']}", markup=False)


def show_provenance(document: Document) -> None:
    """Each value known of a document, with where it comes from and how sure it is."""
    language = screen_language()
    for name, fact in document.known.items():
        if name == SCHEME:
            continue
        value = UNKNOWN if fact.value is None else str(fact.value)
        line = f"{word_for(name, language)}: {value} ({word_for(fact.source, language)}, {fact.certainty:.0%})"
        console.print(line, style="dim", markup=False)
    for name in document.unknown:
        if name not in document.known:
            console.print(f"{word_for(name, language)}: {UNKNOWN}", style="dim", markup=False)
