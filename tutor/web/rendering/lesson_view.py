"""A path and a lesson as their pages show them: every quote with its link, every name in the page's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import url_for

from tutor.answering.places_in_books import citation_place
from tutor.core.types import BookLanguage, Citation, Passage, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons import wording
from tutor.lessons.export.blocks import shuffled_rights
from tutor.lessons.lesson import Lesson, Line, QuizItem, State
from tutor.lessons.outline import Plan
from tutor.lessons.service import NodeStatus, PathStatus
from tutor.web.links import passage_link
from tutor.web.service.class_gate import admits

GATED = "gated"
"""Shown in place of a state where the books of a lesson are not those of the class."""


@dataclass(frozen=True)
class Cite:
    """A link to a quote. `link` is empty where the passage is gone."""

    number: int
    link: str
    place: str


@dataclass(frozen=True)
class ShownLine:
    """A line with its links. `language` is that of its words."""

    text: str
    language: str
    cites: tuple[Cite, ...]
    by_teacher: bool


@dataclass(frozen=True)
class Group:
    """Lines shown together: a paragraph (`text`), a `list` or a `formula`."""

    kind: str
    lines: tuple[ShownLine, ...]


@dataclass(frozen=True)
class ShownPart:
    """A heading of the book with what the lesson takes from under it."""

    heading: str
    language: str
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class ShownQuestion:
    """A question. `rights`: what a matching offers, in an order that gives nothing away."""

    item: QuizItem
    rights: tuple[str, ...]


@dataclass(frozen=True)
class ShownLesson:
    """All that the page of a lesson needs besides the lesson itself."""

    lesson: Lesson
    parts: tuple[ShownPart, ...]
    example: ShownPart | None
    questions: tuple[ShownQuestion, ...]
    needs: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...]
    cites: tuple[Cite, ...]
    is_rewritten: bool


@dataclass(frozen=True)
class ShownNode:
    """A lesson in the outline. `link` is empty where there is nothing to open."""

    name: str
    topic: str
    periods: int
    state: str
    said: str
    needs: tuple[str, ...]
    link: str
    key: str
    device_key: str
    is_current: bool


@dataclass(frozen=True)
class ShownBranch:
    """The lessons of one form."""

    title: str
    nodes: tuple[ShownNode, ...]


def shown_path(
    status: PathStatus, gated: frozenset[str] = frozenset(), for_teacher: bool = False
) -> list[ShownBranch]:  # fmt: skip
    """The outline. `gated`: topics whose lessons the visitor may not see."""
    names = {node.node.topic: node.node.name for node in status.nodes}
    states = {(node.node.form, node.node.topic): node for node in status.nodes}
    return [
        ShownBranch(
            branch.title,
            tuple(_node(states[(one.form, one.topic)], status, names, gated, for_teacher) for one in branch.nodes),
        )
        for branch in status.path.plan.branches
    ]


def _node(
    status: NodeStatus, path: PathStatus, names: Mapping[str, str], gated: frozenset[str], for_teacher: bool
) -> ShownNode:  # fmt: skip
    node, plan = status.node, path.path.plan
    state = GATED if node.topic in gated else str(status.state)
    link = ""
    if for_teacher and status.state in {State.READY, State.REVIEW}:
        link = url_for("teach_lessons.lesson", key=status.key)
    elif not for_teacher and state == State.READY:
        link = url_for("learn.lesson", path=path.path.id, topic=node.topic)
    # Why a lesson waits is for the teacher.
    said = status.said if for_teacher or state in {State.UNCOVERED, State.FAILED} else ""
    return ShownNode(
        node.name, node.topic, node.periods, state, said, tuple(names[slug] for slug in node.needs), link, status.key,
        device_key(plan, node.topic), status.is_current,
    )  # fmt: skip


def device_key(plan: Plan, topic: str) -> str:
    """What a device knows a lesson by: the same in every path."""
    return f"{plan.subject}/{topic}/{plan.language}"


def is_admitted(lesson: Lesson, passages: Mapping[str, Passage], allowed: Scope) -> bool:
    """True when all that the lesson quotes is of books that the visitor may see."""
    if allowed == Scope():
        return True
    names = {citation.passage_id for citation in lesson.citations}
    return all(name in passages and admits(allowed, passages[name]) for name in names)


def shown_lesson(
    lesson: Lesson, passages: Mapping[str, Passage], curriculum: Curriculum, status: PathStatus | None = None
) -> ShownLesson:
    """The lesson with its links. With a path what comes first is linked to its lessons there."""
    cites = [_cite(at, citation, passages, lesson, curriculum) for at, citation in enumerate(lesson.citations)]
    parts = [_part(part.heading, part.lines, lesson, cites) for part in lesson.parts]
    example = lesson.example
    return ShownLesson(
        lesson=lesson,
        parts=tuple(parts),
        example=_part(example.heading, example.lines, lesson, cites) if example else None,
        questions=tuple(
            ShownQuestion(item, tuple(shuffled_rights(item)) if item.kind == "matching" else ())
            for item in lesson.questions
        ),
        needs=_needs(lesson, curriculum, status),
        more=tuple(
            (place.heading, passage_link(place.passage_id)) for place in lesson.more if place.passage_id in passages
        ),
        cites=tuple(cites),
        is_rewritten=any(line.origin == "rewritten" for line in lesson.lines),
    )


def passage_names(lesson: Lesson) -> set[str]:
    """The ids of all passages that the lesson's page may link to."""
    return {citation.passage_id for citation in lesson.citations} | {place.passage_id for place in lesson.more}


def _needs(lesson: Lesson, curriculum: Curriculum, status: PathStatus | None) -> tuple[tuple[str, str], ...]:
    topic = curriculum.topic(lesson.subject, lesson.topic)
    found = []
    ready = {node.node.topic for node in status.nodes if node.state is State.READY} if status else set()
    for slug in topic.prerequisites if topic else ():
        other = curriculum.topic(lesson.subject, slug)
        if other is None:
            continue
        form = f" ({curriculum.form_name(other.form, lesson.language)})" if other.form != lesson.form else ""
        link = url_for("learn.lesson", path=status.path.id, topic=slug) if status and slug in ready else ""
        found.append((other.names[lesson.language] + form, link))
    return tuple(found)


def _cite(
    at: int, citation: Citation, passages: Mapping[str, Passage], lesson: Lesson, curriculum: Curriculum
) -> Cite:  # fmt: skip
    passage = passages.get(citation.passage_id)
    link = ""
    if passage is not None:
        start = passage.text.find(citation.quote)
        link = passage_link(passage.id, [(start, start + len(citation.quote))] if start >= 0 else [])
    return Cite(at + 1, link, citation_place(citation, lesson.language, curriculum))


def _part(heading: str, lines: Sequence[Line], lesson: Lesson, cites: Sequence[Cite]) -> ShownPart:
    groups = []
    for (kind, by_teacher), group in groupby(lines, key=lambda line: (_kind(line), line.origin == "teacher")):
        shown = [
            ShownLine(
                line.text,
                lesson.language if by_teacher else lesson.book_language,
                tuple(cites[at] for at in line.citations),
                by_teacher,
            )
            for line in group
        ]
        # Each formula stands alone, each sentence of a teacher has its own label.
        single = kind == "formula" or by_teacher
        groups += [Group(kind, (one,)) for one in shown] if single else [Group(kind, tuple(shown))]
    return ShownPart(heading, lesson.book_language, tuple(groups))


def _kind(line: Line) -> str:
    return {"item": "list", "row": "list", "formula": "formula"}.get(line.kind, "text")


def options_of(item: QuizItem, language: BookLanguage) -> list[tuple[str, str]]:
    """(value, words) of what a question offers to choose from."""
    if item.kind == "true-false":
        return [("true", wording.TRUE[language]), ("false", wording.FALSE[language])]
    return [(option, option) for option in item.options]


def lesson_words(name: str, language: BookLanguage) -> str:
    """The words that lessons themselves use, by their name in the lessons' own table."""
    text: wording.Text = getattr(wording, name)
    return text[language]
