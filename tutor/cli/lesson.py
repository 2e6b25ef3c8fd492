"""`tutor lesson`: learning paths. Plan one, have it written, look at it, take it away; review, edit and approve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tutor.cli import lesson_review
from tutor.cli.lesson_opening import opened_lessons
from tutor.cli.output import console, plain_errors, print_json, progress_console, say, screen_language
from tutor.core.files import write_atomically
from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons import wording
from tutor.lessons.durations import time_in_words
from tutor.lessons.errors import LessonError
from tutor.lessons.export.files import KINDS, exported_path
from tutor.lessons.export.html import lesson_html
from tutor.lessons.export.markdown import lesson_markdown
from tutor.lessons.lesson import State
from tutor.lessons.service import Lessons, PathStatus
from tutor.lessons.worker import Job

app = typer.Typer(help="Learning paths: lessons in order, each written from your books.", no_args_is_help=True)
lesson_review.add_to(app)

Profile = Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command("plan")
def plan(
    request: Annotated[str, typer.Argument(help="For example: Form 3 history, colonial economy, two weeks.")],
    language: Annotated[str, typer.Option("--language", "-l", help="Lessons in: auto, en or sw.")] = "auto",
    arrange: Annotated[bool, typer.Option("--arrange", help="Let the generator order and group the topics.")] = False,
    as_json: AsJson = False,
    profile: Profile = None,
) -> None:
    """Plan a path: its lessons in order, cut to the time you have. Nothing is written yet."""
    with plain_errors(as_json):
        lessons = opened_lessons(profile)
        status = lessons.plan_path(request, language=_language(language))
        if arrange:
            why = lessons.arrange(status.path.id)
            if why:
                told = wording.NOT_ARRANGED[why]
                progress_console.print(told["sw"] if screen_language() == "sw" else told["en"], markup=False)
            status = lessons.path_status(status.path.id)
        if as_json:
            print_json(status.as_dict())
        else:
            _show_path(status)
            say(
                f"Have it written: tutor lesson write {status.path.id}",
                f"Iandikishe: tutor lesson write {status.path.id}",
            )


@app.command("write")
def write(
    path: Annotated[str, typer.Argument(help="The path's name, as `tutor lesson plan` prints it.")],
    again: Annotated[bool, typer.Option("--again", help="Also what failed before.")] = False,
    as_json: AsJson = False,
    profile: Profile = None,
) -> None:
    """Write the lessons of a path from your books. What is written already is kept; stop and go on as you like."""
    with plain_errors(as_json):
        lessons = opened_lessons(profile)
        status = lessons.want(path, again)
        names = {(node.node.form, node.node.topic): node.node.name for node in status.nodes}
        language = status.path.plan.language

        def told(job: Job, state: State) -> None:
            name = names.get((job.key.form, job.key.topic), job.key.topic)
            progress_console.print(f"{name}: {wording.STATES[str(state)][language]}", markup=False)

        lessons.worker().write_all(told)
        status = lessons.path_status(path)
        if as_json:
            print_json(status.as_dict())
        else:
            _show_path(status)


@app.command("show")
def show(
    path: Annotated[str | None, typer.Argument(help="The path's name; without it, every path.")] = None,
    topic: Annotated[str | None, typer.Argument(help="The topic of a lesson; without it, the outline.")] = None,
    teacher: Annotated[bool, typer.Option("--teacher", help="Also a lesson that waits for review.")] = False,
    as_json: AsJson = False,
    profile: Profile = None,
) -> None:
    """Show all paths, the outline of one, or one lesson of it."""
    with plain_errors(as_json):
        lessons = opened_lessons(profile)
        if path is None:
            _show_paths(lessons.paths(), as_json)
        elif topic is None:
            status = lessons.path_status(path)
            if as_json:
                print_json(status.as_dict())
            else:
                _show_path(status)
        else:
            lesson = lessons.lesson(path, topic, for_teacher=teacher)
            if as_json:
                print_json(lesson.as_dict())
            else:
                console.print(lesson_markdown(lesson, Curriculum.load()), markup=False)


@app.command("export")
def export(
    path: Annotated[str, typer.Argument(help="The path's name.")],
    to: Annotated[Path, typer.Option("--to", "-o", help="The file to write.")],
    kind: Annotated[str, typer.Option("--as", help="markdown, html or epub; else by the file's ending.")] = "",
    topic: Annotated[str | None, typer.Option("--topic", help="Only this lesson.")] = None,
    teacher: Annotated[bool, typer.Option("--teacher", help="Also lessons that wait for review.")] = False,
    as_json: AsJson = False,
    profile: Profile = None,
) -> None:
    """Save a path, or one lesson, as Markdown, as a page to read or print, or as an EPUB."""
    with plain_errors(as_json):
        data, count = _exported(opened_lessons(profile), path, _kind(kind, to), topic, teacher)
        try:
            write_atomically(to, data)
        except OSError as error:
            raise LessonError("export-unwritable", file=to, why=error.strerror or error) from error
        if as_json:
            print_json({"file": str(to), "bytes": len(data), "lessons": count})
        else:
            say(f"{to}: {count} lessons.", f"{to}: masomo {count}.")


def _language(name: str) -> BookLanguage | None:
    languages: dict[str, BookLanguage | None] = {"auto": None, "en": "en", "sw": "sw"}
    if name.lower() not in languages:
        raise typer.BadParameter("auto, en, sw", param_hint="--language")
    return languages[name.lower()]


def _kind(name: str, file: Path) -> str:
    endings = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".xhtml": "html", ".epub": "epub"}
    found = name.lower() or endings.get(file.suffix.lower(), file.suffix or file.name)
    if found not in KINDS:
        raise LessonError("export-unknown", name=found)
    return found


def _exported(lessons: Lessons, path: str, kind: str, topic: str | None, teacher: bool) -> tuple[bytes, int]:
    from tutor.web.rendering.formulas import text_html

    curriculum = Curriculum.load()
    if topic is not None:
        lesson = lessons.lesson(path, topic, for_teacher=teacher)
        if kind == "markdown":
            return lesson_markdown(lesson, curriculum).encode("utf-8"), 1
        if kind == "html":
            return lesson_html(lesson, curriculum, text_html).encode("utf-8"), 1
    return exported_path(lessons, lessons.path_status(path), kind, curriculum, text_html, teacher, topic)


def _show_paths(paths: list[PathStatus], as_json: bool) -> None:
    if as_json:
        print_json({"paths": [status.as_dict() for status in paths]})
        return
    for status in paths:
        counts = ", ".join(
            f"{count} {wording.STATES[state][status.path.plan.language]}"
            for state, count in status.counts().items()
            if count
        )
        console.print(f"{status.path.id}  {status.path.plan.title}  ({counts})", markup=False)
    if not paths:
        say("There is no path yet: tutor lesson plan.", "Bado hakuna njia: tutor lesson plan.")


def _show_path(status: PathStatus) -> None:
    plan = status.path.plan
    console.print(f"{status.path.id}  {plan.title}", style="bold", markup=False)
    for note in plan.notes:
        console.print(note, markup=False)
    number = 0
    states = {(node.node.form, node.node.topic): node for node in status.nodes}
    for branch in plan.branches:
        console.print(f"\n{branch.title}", style="bold", markup=False)
        for node in branch.nodes:
            number += 1
            found = states[(node.form, node.topic)]
            time = time_in_words(node.periods, plan.language)
            state = wording.STATES[str(found.state)][plan.language]
            console.print(f"{number:3}. {node.name} [{node.topic}] \u2013 {time} \u2013 {state}", markup=False)
            if not found.is_current:
                say(
                    "     The books changed since: tutor lesson write.", "     Vitabu vimebadilika: tutor lesson write."
                )
            if found.said and found.state is not State.READY:
                console.print(f"     {found.said}", style="dim", markup=False)
    console.print()
