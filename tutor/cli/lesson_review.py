"""`tutor lesson review|edit|approve`: what a teacher does with lessons that wait for him."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click
import typer

from tutor.cli.lesson_opening import opened_lessons
from tutor.cli.output import console, plain_errors, print_json, say, screen_language
from tutor.core.files import write_atomically
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons.editing import edit_of, editable_text, unsupported_lines
from tutor.lessons.errors import LessonError
from tutor.lessons.export.markdown import lesson_markdown
from tutor.lessons.lesson import Lesson
from tutor.lessons.store import KeptLesson

SHOWN_KEY = 8
BY_COMMAND = "teacher"

Name = Annotated[str, typer.Argument(help="The lesson's name, as `tutor lesson review` prints it.")]
Profile = Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def review(
    name: Annotated[str | None, typer.Argument(help="One lesson to look at; without it, all that wait.")] = None,
    as_json: AsJson = False,
    profile: Profile = None,
) -> None:
    """List the lessons that wait for a teacher and why, or show one of them with what has no support."""
    with plain_errors(as_json):
        lessons = opened_lessons(profile)
        if name is not None:
            lesson = lessons.lesson_of_key(lessons.store.key(name), for_teacher=True)
            if as_json:
                print_json(lesson.as_dict())
            else:
                console.print(lesson_markdown(lesson, Curriculum.load()), markup=False)
                _show_why(lesson)
            return
        waiting = lessons.review_list()
        if as_json:
            print_json({"waiting": [_row(kept) for kept in waiting]})
        else:
            _show_waiting(waiting)


def edit(
    name: Name,
    to: Annotated[Path | None, typer.Option("--to", help="Save the text to edit, and change nothing.")] = None,
    source: Annotated[Path | None, typer.Option("--from", help="Take the edited text from this file.")] = None,
    as_json: AsJson = False,
    profile: Profile = None,
) -> None:
    """Edit a lesson's explanation, in your editor or by file: a heading begins with #, each sentence has its line.

    What you leave as it is stays the book's. What you write is labelled as a teacher's and held against the books.
    """
    with plain_errors(as_json):
        lessons = opened_lessons(profile)
        key = lessons.store.key(name)
        text = editable_text(lessons.lesson_of_key(key, for_teacher=True))
        if to is not None:
            _save(to, text)
            say(
                f"{to}: edit it, then: tutor lesson edit {name} --from {to}",
                f"{to}: ihariri, kisha: tutor lesson edit {name} --from {to}",
            )
            return
        edited = _read(source) if source is not None else click.edit(text, extension=".md")
        if edited is None or edited == text:
            say("Nothing was changed.", "Hakuna kilichobadilishwa.")
            return
        changed = lessons.edit(key, edit_of(edited))
        if as_json:
            print_json(changed.as_dict())
        else:
            _show_why(changed)
            say(f"Kept. When you are done: tutor lesson approve {name}",
                f"Limehifadhiwa. Ukimaliza: tutor lesson approve {name}")  # fmt: skip


def approve(
    name: Name,
    own_words: Annotated[
        bool, typer.Option("--own-words", help="You answer for the sentences that no book supports.")
    ] = False,
    as_json: AsJson = False,
    profile: Profile = None,
) -> None:
    """Give a lesson that you have read free for pupils."""
    with plain_errors(as_json):
        lessons = opened_lessons(profile)
        approved = lessons.approve(lessons.store.key(name), BY_COMMAND, own_words)
        if as_json:
            print_json(approved.as_dict())
        else:
            say(f"{approved.title}: pupils read it now.", f"{approved.title}: wanafunzi wanalisoma sasa.")


def add_to(app: typer.Typer) -> None:
    """Put the commands beside the others of `tutor lesson`."""
    for command in (review, edit, approve):
        app.command(command.__name__)(command)


def _row(kept: KeptLesson) -> dict[str, object]:
    reasons = list(kept.lesson.reasons) if kept.lesson else []
    title = kept.lesson.title if kept.lesson else kept.topic
    return {
        "name": kept.key, "title": title, "subject": kept.subject, "topic": kept.topic, "form": kept.form,
        "language": kept.language, "reasons": reasons,
    }  # fmt: skip


def _show_waiting(waiting: list[KeptLesson]) -> None:
    curriculum, language = Curriculum.load(), screen_language()
    for kept in waiting:
        row = _row(kept)
        where = f"{curriculum.subject_name(kept.subject, language)}, {curriculum.form_name(kept.form, language)}"
        console.print(f"{kept.key[:SHOWN_KEY]}  {row['title']}  ({where}, {kept.language})", markup=False)
        for reason in kept.lesson.reasons if kept.lesson else ():
            console.print(f"          {reason}", style="dim", markup=False)
    if not waiting:
        say("Nothing waits for a teacher.", "Hakuna kinachosubiri mwalimu.")


def _show_why(lesson: Lesson) -> None:
    for reason in lesson.reasons:
        console.print(reason, style="bold", markup=False)
    for line in unsupported_lines(lesson):
        console.print(f"  ? {line.text}", markup=False)


def _save(to: Path, text: str) -> None:
    try:
        write_atomically(to, text.encode("utf-8"))
    except OSError as error:
        raise LessonError("export-unwritable", file=to, why=error.strerror or error) from error


def _read(source: Path) -> str:
    try:
        return source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LessonError("edit-unreadable", file=source, why=getattr(error, "strerror", None) or error) from error
