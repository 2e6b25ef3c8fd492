"""Paths and lessons as a visitor may have them: within the class's gate, with faults that a page can say."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.core.errors import TutorError
from tutor.core.types import Passage, Scope
from tutor.lessons import wording
from tutor.lessons.errors import LessonError
from tutor.lessons.facts import Mark
from tutor.lessons.lesson import Lesson, State
from tutor.lessons.outline import Plan
from tutor.lessons.service import Lessons, NodeStatus, PathStatus
from tutor.web.errors import WebError
from tutor.web.rendering.lesson_view import is_admitted, passage_names
from tutor.web.service.class_gate import scope_for_class
from tutor.web.service.lesson_room import PATHS_OF_PUPIL
from tutor.web.site import site
from tutor.web.visitor import Visitor

ID_LENGTH = 8
MOST_REMEMBERED = 5000


def pupil_owner(who: Visitor) -> str:
    """Whose turn the lessons of a pupil's path count as."""
    return f"pupil:{who.pupil}"


def path_of(name: str) -> PathStatus:
    """The path of that whole id. Raises WebError `lesson-path-missing`."""
    lessons = site().lesson_room.lessons
    if len(name) != ID_LENGTH:
        raise WebError("lesson-path-missing")
    try:
        return lessons.path_status(name)
    except LessonError as error:
        raise _for_pages(error) from error


def admit_within(allowed: Scope, plan: Plan) -> None:
    """Raises WebError `not-for-class` for a plan of which the class may see nothing."""
    scope_for_class(Scope(subjects=(plan.subject,), forms=tuple({branch.form for branch in plan.branches})), allowed)


def keep_newest(lessons: Lessons, owner: str) -> None:
    """Forget what one device asked for long ago."""
    lessons.store.forget_paths(owner, PATHS_OF_PUPIL)


def gated_topics(status: PathStatus, allowed: Scope) -> frozenset[str]:
    """Topics of the path whose lessons quote books that the class does not use."""
    if allowed == Scope():
        return frozenset()
    outside = {node.node.topic for node in status.nodes if node.state is State.READY and not _admitted(node, allowed)}
    if allowed.forms:
        outside |= {node.node.topic for node in status.nodes if node.node.form not in allowed.forms}
    if allowed.subjects and status.path.plan.subject not in allowed.subjects:
        outside |= {node.node.topic for node in status.nodes}
    return frozenset(outside)


def _admitted(node: NodeStatus, allowed: Scope) -> bool:
    """Whether the class may see what the lesson quotes. Remembered: a class that follows a path asks all the time."""
    room = site().lesson_room
    asked = (node.key, node.version, allowed)
    if asked not in room.admitted:
        lesson = room.lessons.store.lesson(node.key).lesson
        if len(room.admitted) > MOST_REMEMBERED:
            room.admitted.clear()
        room.admitted[asked] = lesson is not None and is_admitted(lesson, passages_of([lesson]), allowed)
    return room.admitted[asked]


def pupils_lesson(status: PathStatus, topic: str, allowed: Scope) -> tuple[Lesson, str, dict[str, Passage]]:
    """A lesson that a pupil may read, its key, and its passages.

    Raises WebError `lesson-missing`, `lesson-waits`, or `not-for-class`.
    """
    node = next((node for node in status.nodes if node.node.topic == topic), None)
    if node is None:
        raise WebError("lesson-missing")
    try:
        lesson = site().lesson_room.lessons.lesson(status.path.id, topic)
    except LessonError as error:
        raise _for_pages(error, node.state) from error
    if lesson.state is not State.READY:
        raise WebError("lesson-waits", state={one: wording.STATES[str(lesson.state)][one] for one in ("en", "sw")})
    passages = passages_of([lesson])
    if not is_admitted(lesson, passages, allowed):
        admit_within(allowed, status.path.plan)
        raise WebError("lesson-waits", state=wording.GATED)
    return lesson, node.key, passages


def mark_of(key: str, question: int, answer: str) -> Mark:
    """The mark of an answer. Raises WebError `lesson-missing` for a question that the lesson does not have."""
    try:
        return site().lesson_room.lessons.mark(key, question, answer)
    except LessonError as error:
        raise _for_pages(error) from error


def is_counted(status: PathStatus, key: str, question: int, is_right: bool, classroom: str) -> bool:
    """Whether an answer was counted for the class. Raises as `mark_of` does."""
    try:
        return site().lesson_room.lessons.count_answer(status.path.id, key, question, is_right, classroom)
    except LessonError as error:
        raise _for_pages(error) from error


def passages_of(lessons: Iterable[Lesson]) -> dict[str, Passage]:
    """The passages that the lessons' pages link to, by id; those that are gone are left out."""
    names = {name for lesson in lessons for name in passage_names(lesson)}
    return {item.passage.id: item.passage for item in site().library.stored(names)}


def _for_pages(error: LessonError, state: State | None = None) -> TutorError:
    """The fault in words that name no command."""
    if error.code == "path-unknown":
        return WebError("lesson-path-missing")
    if error.code == "lesson-unknown":
        return WebError("lesson-missing")
    if error.code == "lesson-not-written" and state is not None:
        said = wording.CHECKED_BY_TEACHER if state is State.REVIEW else wording.STATES[str(state)]
        return WebError("lesson-waits", state=dict(said))
    return error
