"""What pages, the command and the API ask of learning paths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tutor.core.settings import Settings
from tutor.core.types import BookLanguage, EvidenceSentence
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons import wording
from tutor.lessons.arranging import arranged
from tutor.lessons.choosing import Chosen, chosen_request
from tutor.lessons.claims import RememberedVectors
from tutor.lessons.editing import Edit, edited_lesson, unsupported_lines
from tutor.lessons.errors import LessonError
from tutor.lessons.facts import Mark, marked
from tutor.lessons.lesson import ENDED, Lesson, QuizItem, State
from tutor.lessons.outline import Plan, PlanNode, plan_of
from tutor.lessons.paths import KeptPath
from tutor.lessons.request import understand_request
from tutor.lessons.source import LessonSource, SettingsSource, models_part
from tutor.lessons.store import FILE, KeptLesson, LessonKey, LessonStore
from tutor.lessons.worker import LessonWorker, node_key, path_keys
from tutor.lessons.writing import LessonWriter
from tutor.models.generator import never

NOBODY = "local"
Admit = Callable[[Plan], None]
"""Raises TutorError for a plan that whoever asks may not have."""


def admit_all(plan: Plan) -> None:
    """Everybody may have it."""


@dataclass(frozen=True)
class NodeStatus:
    """A node with where its lesson stands. `said`: what an uncovered or failed one says, or why one waits."""

    node: PlanNode
    key: str
    state: State
    said: str = ""
    seconds: float = 0.0
    is_current: bool = True
    """False while the books have changed and the lesson has not been looked at since."""
    version: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {**self.node.as_dict(), "key": self.key, "state": str(self.state), "said": self.said}


@dataclass(frozen=True)
class PathStatus:
    """A path with where each of its lessons stands, in the order of reading."""

    path: KeptPath
    nodes: tuple[NodeStatus, ...]

    @property
    def is_done(self) -> bool:
        """True when no lesson will change by itself any more."""
        return all(node.state in ENDED and node.is_current for node in self.nodes)

    def counts(self) -> dict[str, int]:
        """State -> how many lessons."""
        return {str(state): sum(node.state is state for node in self.nodes) for state in State}

    def as_dict(self) -> dict[str, Any]:
        plan = self.path.plan.as_dict()
        states = {(node.node.form, node.node.topic): node.as_dict() for node in self.nodes}
        for branch in plan["branches"]:
            branch["nodes"] = [states[(node["form"], node["topic"])] for node in branch["nodes"]]
        return {"id": self.path.id, "made_at": self.path.made_at, **plan, "counts": self.counts(), "done": self.is_done}


@dataclass(frozen=True)
class ClassResult:
    """A lesson with its questions that a class answered: (question, how often answered, how often right)."""

    lesson: str
    questions: tuple[tuple[str, int, int], ...]


class Lessons:
    """Paths and lessons of one home. Reading needs no model; only writing and editing open them."""

    def __init__(self, store: LessonStore, source: LessonSource, curriculum: Curriculum) -> None:
        self._store, self._source, self._curriculum = store, source, curriculum

    @property
    def store(self) -> LessonStore:
        return self._store

    def worker(self, gate: Callable[[], bool] = lambda: False, workers: int = 1) -> LessonWorker:
        """A writer for these paths."""
        return LessonWorker(self._store, self._source, self._curriculum, gate, workers)

    # -- paths -----------------------------------------------------------------------------------

    def plan_path(
        self, request: str, owner: str = NOBODY, language: BookLanguage | None = None, write: bool = False,
        admit: Admit = admit_all,
    ) -> PathStatus:  # fmt: skip
        """The outline of what was asked for, kept; with `write` its lessons are wanted from now on.

        Raises LessonError in words for what cannot be planned, and what `admit` raises, before anything is kept.
        """
        plan = plan_of(understand_request(request, self._curriculum, language), self._curriculum)
        return self._kept(plan, owner, write, admit)

    def plan_chosen(
        self, chosen: Chosen, owner: str = NOBODY, write: bool = False, admit: Admit = admit_all
    ) -> PathStatus:
        """The outline of what was chosen from lists, kept. Raises as `plan_path` does."""
        return self._kept(plan_of(chosen_request(chosen, self._curriculum), self._curriculum), owner, write, admit)

    def _kept(self, plan: Plan, owner: str, write: bool, admit: Admit) -> PathStatus:
        admit(plan)
        path = self._store.add_path(plan, owner)
        if write:
            self._store.want(path.id)
        return self._status(path)

    def want(self, path_id: str, again: bool = False) -> PathStatus:
        """Have the path's lessons written; `again`: those too that failed before."""
        path = self._store.path(path_id)
        keys = [key.text for key in path_keys(path, self._source.stamp())]
        if again:
            self._store.put_back((State.FAILED,), keys)
        self._store.want(path.id)
        return self._status(path)

    def arrange(self, path_id: str, stop: Callable[[], bool] = never) -> str:
        """Have the generator order and group the path's topics. Returns "" or why the plan stands as it was.

        Raises LessonError `path-unknown`, TutorError without books or models.
        """
        path = self._store.path(path_id)
        done = arranged(path.plan, self._source.current().parts.generator, stop)
        if not done.why:
            self._store.change_plan(path.id, done.plan)
        return done.why

    def paths(self, owner: str | None = None) -> list[PathStatus]:
        """Every path, or those of one owner, the newest first."""
        return [self._status(path) for path in self._store.paths(owner)]

    def path_status(self, path_id: str) -> PathStatus:
        """Where the path stands with the books as they are now. Raises LessonError `path-unknown`."""
        return self._status(self._store.path(path_id))

    def assign(self, path_id: str, classroom: str) -> str:
        """The link under which a class finds the path; its lessons are wanted from now on."""
        path = self._store.path(path_id)
        self._store.want(path.id)
        return self._store.assignments.assign(path.id, classroom)

    def _status(self, path: KeptPath) -> PathStatus:
        stamp = self._source.stamp()
        keys = [node_key(path.plan, node, stamp) for node in path.plan.nodes]
        known = self._store.standings([key.text for key in keys])
        nodes = []
        for node, key in zip(path.plan.nodes, keys, strict=True):
            kept = known.get(key.text)
            if kept is None:
                nodes.append(NodeStatus(node, key.text, State.PLANNED))
                continue
            is_current = kept.state not in ENDED or kept.checked == stamp
            nodes.append(NodeStatus(node, key.text, kept.state, kept.said, kept.seconds, is_current, kept.version))
        return PathStatus(path, tuple(nodes))

    # -- lessons ---------------------------------------------------------------------------------

    def lesson(self, path_id: str, topic: str, for_teacher: bool = False) -> Lesson:
        """A lesson of the path: what a pupil may read, for a teacher what waits for review too.

        Raises LessonError `lesson-unknown` or `lesson-not-written`.
        """
        path = self._store.path(path_id)
        node = next((node for node in path.plan.nodes if node.topic == topic), None)
        if node is None:
            raise LessonError("lesson-unknown", name=topic)
        kept = self._store.lessons([node_key(path.plan, node, self._source.stamp()).text])
        return _readable(next(iter(kept.values()), None), node.name, path.plan.language, for_teacher)

    def lesson_of_key(self, key: str, for_teacher: bool = False) -> Lesson:
        """The lesson of that key. Raises LessonError `lesson-unknown` or `lesson-not-written`."""
        kept = self._store.lesson(key)
        return _readable(kept, kept.topic, kept.language, for_teacher)

    def review_list(self) -> list[KeptLesson]:
        """The lessons that wait for a teacher, of the models as they are now, the longest waiting first."""
        stamp = models_part(self._source.stamp())
        return [
            kept
            for kept in self._store.in_state(State.REVIEW)
            if LessonKey(kept.subject, kept.topic, kept.form, kept.language, stamp).text == kept.key
        ]

    def approve(self, key: str, teacher: str, own_words: bool = False) -> Lesson:
        """Give a lesson free for pupils. `own_words`: the teacher answers for sentences that no book supports.

        Raises LessonError `lesson-unverified` where there are such sentences and nobody answers for them,
        `lesson-empty` where nothing is left to read.
        """
        lesson = self._written(key)
        unsupported = unsupported_lines(lesson)
        if not lesson.lines:
            raise LessonError("lesson-empty", topic=lesson.title)
        if unsupported and not own_words:
            raise LessonError("lesson-unverified", count=len(unsupported), sentence=unsupported[0].text)
        approved = replace(lesson, state=State.READY, approved_by=teacher)
        self._store.replace_body(key, approved)
        return approved

    def edit(self, key: str, edit: Edit) -> Lesson:
        """Keep a lesson as a teacher wrote it; it waits for review until it is approved.

        Raises LessonError `lesson-empty` for an edit that leaves nothing to read.
        """
        lesson = self._written(key)
        if not any(text.strip() for _, texts in edit.parts for text in texts):
            raise LessonError("lesson-empty", topic=lesson.title)
        subject = self._curriculum.subject(lesson.subject)
        topic = self._curriculum.topic(lesson.subject, lesson.topic)
        if topic is None:
            raise LessonError("lesson-unknown", name=lesson.topic)
        library = self._source.current()
        ground = LessonWriter(library.parts).ground(subject, topic, lesson.language)
        sections = [*ground.sections, *ground.touched]
        evidence = [EvidenceSentence(s, p, 0.0, 0.0, 0.0) for section in sections for p, s in section.sentences]
        changed = edited_lesson(lesson, edit, evidence, RememberedVectors(library.parts.embedder.embed_sentences))
        self._store.replace_body(key, changed)
        if changed.questions != lesson.questions:
            self._store.assignments.forget_counts(key)
        return changed

    # -- questions -------------------------------------------------------------------------------

    def mark(self, key: str, question: int, answer: str) -> Mark:
        """The mark of an answer, with the quote. Nothing of it is kept."""
        return marked(self._question(key, question), answer, self._written(key))

    def count_answer(self, path_id: str, key: str, question: int, is_right: bool, classroom: str) -> bool:
        """Count an answer for a class. False, and nothing is counted, where the path is not one of the class's."""
        self._question(key, question)
        if all(one.path_id != path_id for one in self._store.assignments.of_class(classroom)):
            return False
        self._store.assignments.count_answer(classroom, key, question, is_right)
        return True

    def class_summary(self, classroom: str, path_id: str) -> list[ClassResult]:
        """What a class made of the path's questions, lesson by lesson; lessons that nobody answered are left out."""
        found = []
        for node in self.path_status(path_id).nodes:
            counts = self._store.assignments.counts(classroom, node.key)
            if counts:
                lesson = self._store.lesson(node.key).lesson
                prompts = [item.prompt for item in lesson.questions] if lesson else []
                rows = [(prompts[at], *counts[at]) for at in sorted(counts) if at < len(prompts)]
                found.append(ClassResult(node.node.name, tuple(rows)))
        return found

    def _question(self, key: str, question: int) -> QuizItem:
        lesson = self._written(key)
        if not 0 <= question < len(lesson.questions):
            raise LessonError("lesson-unknown", name=f"{lesson.title}, {question + 1}")
        return lesson.questions[question]

    def _written(self, key: str) -> Lesson:
        kept = self._store.lesson(key)
        return _readable(kept, kept.topic, kept.language, for_teacher=True)


def _readable(kept: KeptLesson | None, title: str, language: BookLanguage, for_teacher: bool) -> Lesson:
    state = kept.state if kept else State.PLANNED
    hidden = state is State.REVIEW and not for_teacher
    if kept is None or kept.lesson is None or hidden or state not in ENDED:
        raise LessonError("lesson-not-written", topic=title, state=wording.STATES[str(state)][language])
    return kept.lesson


def open_lessons(settings: Settings, source: LessonSource | None = None) -> Lessons:
    """The paths and lessons of a home. Raises LessonError for a damaged file."""
    store = LessonStore(lessons_file(settings))
    return Lessons(store, source or SettingsSource(settings), Curriculum.load())


def lessons_file(settings: Settings) -> Path:
    """Where they are kept."""
    return settings.places.home / FILE
