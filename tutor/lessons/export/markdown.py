"""Lessons as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tutor.curriculum.curriculum import Curriculum
from tutor.lessons import wording
from tutor.lessons.export.blocks import Block, lesson_blocks
from tutor.lessons.lesson import Lesson
from tutor.lessons.outline import Plan, PlanNode

Pages = Sequence[tuple[PlanNode, Lesson | None]]
_SPECIAL = re.compile(r"(?<!\\)([*_`\[\]<>#])")
_FORMULA = re.compile(r"(\$\$[^$]+\$\$|\$[^$\n]+\$)")


def lesson_markdown(
    lesson: Lesson, curriculum: Curriculum, node: PlanNode | None = None, names: Mapping[str, str] | None = None,
    level: int = 1,
) -> str:  # fmt: skip
    """One lesson. `level`: that of its title; `names`: lessons of the same file, to link to."""
    title = f"{'#' * level} {escaped(lesson.title)}"
    subject = curriculum.subject_name(lesson.subject, lesson.language)
    where = f"*{escaped(subject)}, {escaped(curriculum.form_name(lesson.form, lesson.language))}*"
    blocks = [_block(block, level) for block in lesson_blocks(lesson, node, names or {}, curriculum)]
    return "\n\n".join([f'<a id="{lesson.topic}"></a>', title, where, *filter(None, blocks)]) + "\n"


def path_markdown(plan: Plan, pages: Pages, curriculum: Curriculum) -> str:
    """A whole path: its outline with links, then every lesson that is written."""
    names = {node.topic: node.name for node, lesson in pages if lesson is not None}
    out = [f"# {escaped(plan.title)}", *(escaped(note) for note in plan.notes)]
    out.append(f"## {wording.CONTENTS[plan.language]}")
    outline = []
    for number, (node, lesson) in enumerate(pages, start=1):
        linked = f"[{escaped(node.name)}](#{node.topic})" if lesson is not None else escaped(node.name)
        outline.append(f"{number}. {linked}")
    out.append("\n".join(outline))
    written = [
        lesson_markdown(lesson, curriculum, node, names, level=2) for node, lesson in pages if lesson is not None
    ]
    return "\n\n".join([*out, *written])


def _block(block: Block, level: int) -> str:
    mark = "> " if block.quoted else ""
    if block.kind == "heading":
        return f"{'#' * min(6, level + block.level - 1)} {escaped(block.text)}"
    if block.kind == "formula":
        return block.text
    if block.kind == "small":
        return f"*{escaped(block.text)}*"
    if block.kind == "bullets":
        return "\n".join(f"{mark}- {escaped(item)}" for item in block.items)
    if block.kind == "links":
        pairs = zip(block.items, block.targets, strict=True)
        return "\n".join(
            f"- [{escaped(text)}](#{target})" if target else f"- {escaped(text)}" for text, target in pairs
        )
    if block.kind == "table":
        rows = [[_cell(cell) for cell in row.split("\t")] for row in block.items]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])
    return mark + escaped(block.text)


def _cell(text: str) -> str:
    return escaped(text).replace("|", "\\|")


def escaped(text: str) -> str:
    """The text with Markdown's signs made plain; formulas stay as they are."""
    return "".join(
        piece if _FORMULA.fullmatch(piece) else _SPECIAL.sub(r"\\\1", piece) for piece in _FORMULA.split(text)
    )
