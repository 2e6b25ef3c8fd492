"""Paths and lessons as the API reports them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from tutor.answering.places_in_books import citation_place
from tutor.core.types import Passage
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons.export.blocks import shuffled_rights
from tutor.lessons.lesson import Lesson, Line, QuizItem
from tutor.lessons.service import PathStatus
from tutor.web.api import lesson_model as model
from tutor.web.rendering.lesson_view import shown_lesson, shown_path


def path_report(status: PathStatus, gated: frozenset[str]) -> model.PathReport:
    """The path with the states that the visitor may know."""
    plan = status.path.plan
    branches = [
        model.BranchReport(
            branch.title,
            own.form,
            [
                model.NodeReport(
                    node.topic, node.name, one.form, node.periods, list(one.needs), cast(model.StateName, node.state),
                    node.said, node.is_current, node.link,
                )
                for node, one in zip(branch.nodes, own.nodes, strict=True)
            ],
        )
        for branch, own in zip(shown_path(status, gated), plan.branches, strict=True)
    ]  # fmt: skip
    return model.PathReport(
        status.path.id, plan.title, plan.request, plan.language, plan.subject, plan.periods, list(plan.notes), branches,
        status.is_done,
    )  # fmt: skip


def path_name(status: PathStatus, of_class: bool) -> model.PathName:
    """The path as a row of a list."""
    plan = status.path.plan
    return model.PathName(
        status.path.id, plan.title, plan.language, plan.subject, len(status.nodes), status.counts()["ready"], of_class
    )


def lesson_report(
    lesson: Lesson, passages: Mapping[str, Passage], curriculum: Curriculum, status: PathStatus
) -> model.LessonReport:
    """The lesson without the answers of its questions."""
    shown = shown_lesson(lesson, passages, curriculum, status)
    links = {cite.number: cite.link for cite in shown.cites}
    topic = curriculum.topic(lesson.subject, lesson.topic)
    return model.LessonReport(
        topic=lesson.topic, title=lesson.title, subject=lesson.subject, form=lesson.form, language=lesson.language,
        book_language=lesson.book_language, aim=lesson.aim, know_first=list(topic.prerequisites) if topic else [],
        frame=lesson.frame, explanation=[model.LessonPart(p.heading, _lines(p.lines)) for p in lesson.parts],
        example=model.LessonPart(lesson.example.heading, _lines(lesson.example.lines)) if lesson.example else None,
        questions=[_question(item) for item in lesson.questions],
        terms=[model.LessonTerm(term.en, term.sw, term.meaning) for term in lesson.terms],
        citations=[
            model.LessonCitation(
                one.passage_id, one.document, one.language, list(one.heading_path), one.page,
                citation_place(one, lesson.language, curriculum), one.quote, links.get(at, ""),
            )
            for at, one in enumerate(lesson.citations, start=1)
        ],
        edited_by_teacher=lesson.edited, approved=bool(lesson.approved_by),
    )  # fmt: skip


def _lines(lines: Sequence[Line]) -> list[model.LessonLine]:
    return [model.LessonLine(line.text, line.kind, line.origin, list(line.citations)) for line in lines]


def _question(item: QuizItem) -> model.LessonQuestion:
    is_matching = item.kind == "matching"
    return model.LessonQuestion(
        item.kind, item.prompt, list(item.options), [pair.left for pair in item.pairs] if is_matching else [],
        shuffled_rights(item) if is_matching else [],
    )  # fmt: skip
