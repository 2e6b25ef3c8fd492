"""A path as a file to print or take away."""

from __future__ import annotations

from tutor.curriculum.curriculum import Curriculum
from tutor.lessons.errors import LessonError
from tutor.lessons.export.epub import path_epub
from tutor.lessons.export.html import Draw, plain
from tutor.lessons.export.html import path_html as html_of
from tutor.lessons.export.markdown import path_markdown
from tutor.lessons.lesson import WRITTEN, Lesson
from tutor.lessons.outline import PlanNode
from tutor.lessons.service import Lessons, PathStatus

KINDS = ("markdown", "html", "epub")


def exported_path(
    lessons: Lessons, status: PathStatus, kind: str, curriculum: Curriculum, draw: Draw = plain,
    for_teacher: bool = False, topic: str | None = None,
) -> tuple[bytes, int]:  # fmt: skip
    """The file and how many written lessons it has; `topic`: only that one, `for_teacher`: those that wait too."""
    nodes = [node.node for node in status.nodes if topic in (None, node.node.topic)]
    pages = [(node, readable_lesson(lessons, status, node, for_teacher)) for node in nodes]
    count = sum(lesson is not None and lesson.state in WRITTEN for _, lesson in pages)
    plan = status.path.plan
    if kind == "markdown":
        return path_markdown(plan, pages, curriculum).encode("utf-8"), count
    if kind == "html":
        return html_of(plan, pages, curriculum, draw).encode("utf-8"), count
    return path_epub(plan, pages, curriculum, status.path.made_at, draw), count


def readable_lesson(lessons: Lessons, status: PathStatus, node: PlanNode, for_teacher: bool) -> Lesson | None:
    """The lesson where it may be read; an uncovered one says what is missing."""
    try:
        return lessons.lesson(status.path.id, node.topic, for_teacher=for_teacher)
    except LessonError as error:
        if error.code != "lesson-not-written":
            raise
        return None
