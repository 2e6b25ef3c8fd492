"""The plan of a path: which topics, in which order, how long each. Structure only: no word of it comes from a book."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Curriculum, Subject, Topic
from tutor.lessons import wording
from tutor.lessons.durations import time_in_words
from tutor.lessons.errors import LessonError
from tutor.lessons.request import PathRequest
from tutor.lessons.tree import in_order, needed_first, validate_tree, whole_topics

WEEKS_A_FORM = 36
USUAL_PERIODS = 2
DEPTH_WITH_TIME, DEPTH_WITHOUT = 2, 1
"""How far back a path for single topics goes: two steps where the time is known and has room, else one."""


@dataclass(frozen=True)
class PlanNode:
    """One lesson to be. `periods` is the time it gets here, `class_periods` what a school gives it (None: not said).

    `needs` are topics of this path to read first; `know_first` all that the curriculum wants known, in or out of it.
    """

    topic: str
    form: int
    name: str
    periods: int
    class_periods: int | None
    needs: tuple[str, ...] = ()
    know_first: tuple[str, ...] = ()
    is_asked: bool = True

    def as_dict(self) -> dict[str, Any]:
        return {**vars(self), "needs": list(self.needs), "know_first": list(self.know_first)}


@dataclass(frozen=True)
class Branch:
    """The lessons of one form, in order."""

    title: str
    form: int
    nodes: tuple[PlanNode, ...]


@dataclass(frozen=True)
class Plan:
    """A path before anything of it is written. `notes` are sentences in its language about what was cut or moved."""

    request: str
    title: str
    language: BookLanguage
    curriculum: str
    subject: str
    branches: tuple[Branch, ...]
    periods: int
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def nodes(self) -> tuple[PlanNode, ...]:
        """Every node in the order of reading."""
        return tuple(node for branch in self.branches for node in branch.nodes)

    def as_dict(self) -> dict[str, Any]:
        return {
            **{name: value for name, value in vars(self).items() if name != "branches"},
            "left_out": list(self.left_out),
            "notes": list(self.notes),
            "branches": [
                {"title": branch.title, "form": branch.form, "nodes": [node.as_dict() for node in branch.nodes]}
                for branch in self.branches
            ],
        }

    @staticmethod
    def from_dict(value: dict[str, Any]) -> Plan:
        """The plan that `as_dict` gave."""
        branches = tuple(
            Branch(branch["title"], branch["form"], tuple(_node_from(node) for node in branch["nodes"]))
            for branch in value["branches"]
        )
        rest = {name: value[name] for name in ("request", "title", "language", "curriculum", "subject", "periods")}
        return Plan(**rest, branches=branches, left_out=tuple(value["left_out"]), notes=tuple(value["notes"]))


def _node_from(value: dict[str, Any]) -> PlanNode:
    return PlanNode(**{**value, "needs": tuple(value["needs"]), "know_first": tuple(value["know_first"])})


def plan_of(request: PathRequest, curriculum: Curriculum) -> Plan:
    """The topics of the request in an order that can be read, cut to its time.

    Raises LessonError: a tree that contradicts itself (`tree-*`), no topics (`path-no-topics`), or a time that is
    impossible (`path-time-*`).
    """
    subject, language = request.subject, request.language
    validate_tree(subject.topics)
    asked = whole_topics(request.topics or _topics_of_forms(subject, request.forms), subject.topics)
    if not asked:
        forms = ", ".join(curriculum.form_name(form, language) for form in request.forms)
        raise LessonError("path-no-topics", subject=subject.names[language], form=f", {forms}")
    budget = request.time.total_periods(periods_a_week(subject, asked)) if request.time.is_given else None
    chosen, left_out = _cut(request, asked, subject.topics, budget)
    ordered = in_order(chosen, subject.topics)
    allotted = _allotted(ordered, {topic.slug for topic in asked}, budget)
    names = {topic.slug for topic in ordered}
    nodes = [
        PlanNode(
            topic.slug, topic.form, topic.names[language], allotted[topic.slug], topic.periods,
            tuple(slug for slug in topic.prerequisites if slug in names), topic.prerequisites,
            any(topic.slug == one.slug for one in asked),
        )
        for topic in ordered
    ]  # fmt: skip
    branches = _branches(nodes, curriculum, language)
    total = sum(node.periods for node in nodes)
    return Plan(
        request.text, _title(request, branches, curriculum), language, curriculum.name, subject.slug, branches, total,
        tuple(topic.slug for topic in left_out), _notes(request, left_out, budget, curriculum),
    )  # fmt: skip


def periods_a_week(subject: Subject, topics: Sequence[Topic]) -> int:
    """How many periods a week a school gives the subject: those of the topics' forms over the weeks of a form."""
    forms = {topic.form for topic in topics}
    totals = [sum(topic.periods or 0 for topic in subject.topics if topic.form == form) for form in forms]
    most = max(totals, default=0)
    return math.ceil(most / WEEKS_A_FORM) if most else USUAL_PERIODS


def _topics_of_forms(subject: Subject, forms: Sequence[int]) -> list[Topic]:
    """Every topic of the forms; an overview gives way to its parts, which stand there too."""
    return [topic for topic in subject.topics if topic.form in forms and not topic.parts]


def _cut(
    request: PathRequest, asked: Sequence[Topic], topics: Sequence[Topic], budget: int | None
) -> tuple[list[Topic], list[Topic]]:
    """The topics that have room, and those asked for that have none."""
    if request.topics:
        if budget is not None and len(asked) > budget:
            said = request.time.said
            raise LessonError("path-time-short", topics=len(asked), said=said, room=budget)
        chosen = {topic.slug: topic for topic in asked}
        depth = DEPTH_WITHOUT if budget is None else DEPTH_WITH_TIME
        for step in range(1, depth + 1):
            for topic in asked:
                for needed in needed_first(topic, topics, step):
                    if budget is None or len(chosen) < budget:
                        chosen.setdefault(needed.slug, needed)
        return list(chosen.values()), []
    if budget is None or len(asked) <= budget:
        return list(asked), []
    # What a school gives most time is what an examination asks most about.
    heaviest = sorted(asked, key=lambda topic: -(topic.periods or 1))[:budget]
    kept = {topic.slug for topic in heaviest}
    return heaviest, [topic for topic in asked if topic.slug not in kept]


def _allotted(ordered: Sequence[Topic], asked: set[str], budget: int | None) -> dict[str, int]:
    """Topic -> whole periods, at least one each; with a budget they add up to it, by what a school gives each."""
    if budget is None:
        return {topic.slug: topic.periods or USUAL_PERIODS for topic in ordered}
    # What was not asked for is only there to be remembered: it gets one period.
    single = [topic for topic in ordered if topic.slug not in asked]
    sharing = [topic for topic in ordered if topic.slug in asked]
    rest = budget - len(single)
    weights = {topic.slug: topic.periods or USUAL_PERIODS for topic in sharing}
    total = sum(weights.values())
    exact = {slug: 1 + (rest - len(sharing)) * weight / total for slug, weight in weights.items()}
    allotted = {slug: int(value) for slug, value in exact.items()}
    short = rest - sum(allotted.values())
    by_rest = sorted(exact, key=lambda slug: (allotted[slug] - exact[slug], list(exact).index(slug)))
    for slug in by_rest[:short]:
        allotted[slug] += 1
    return allotted | {topic.slug: 1 for topic in single}


def _branches(nodes: Sequence[PlanNode], curriculum: Curriculum, language: BookLanguage) -> tuple[Branch, ...]:
    """Runs of nodes of one form, in order."""
    return tuple(
        Branch(curriculum.form_name(form, language), form, tuple(own))
        for form, own in groupby(nodes, key=lambda node: node.form)
    )


def _title(request: PathRequest, branches: Sequence[Branch], curriculum: Curriculum) -> str:
    language = request.language
    forms = [branch.title for branch in branches]
    if request.topics:
        what = ", ".join(topic.names[language] for topic in request.topics)
        return f"{request.subject.names[language]}: {what}"
    return f"{request.subject.names[language]}, {forms[0]}" + (f" \u2013 {forms[-1]}" if len(forms) > 1 else "")


def _notes(
    request: PathRequest, left_out: Sequence[Topic], budget: int | None, curriculum: Curriculum
) -> tuple[str, ...]:
    language = request.language
    notes = [
        wording.MOVED[language].format(topic=topic.names[language], form=curriculum.form_name(topic.form, language))
        for topic in request.moved
    ]
    if request.is_exam and len(request.forms) > 1 and not request.topics:
        notes.append(wording.EXAM_FORMS[language].format(form=curriculum.form_name(max(request.forms), language)))
    if left_out and budget is not None:
        names = "; ".join(topic.names[language] for topic in left_out)
        said = time_in_words(budget, language)
        notes.append(wording.LEFT_OUT[language].format(time=said[0].upper() + said[1:], topics=names))
    return tuple(notes)
