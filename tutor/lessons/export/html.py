"""Lessons as XHTML: one page that reads on a phone and prints well, and the chapters of an EPUB."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons import wording
from tutor.lessons.export.blocks import Block, lesson_blocks
from tutor.lessons.lesson import Lesson
from tutor.lessons.outline import Plan, PlanNode

Draw = Callable[[str], str]
"""A line of book text as XHTML: everything escaped, formulas drawn where the caller can draw them."""
Pages = Sequence[tuple[PlanNode, Lesson | None]]

STYLE = """
body { max-width: 42em; margin: 0 auto; padding: 1em; font-family: Georgia, "Noto Serif", serif; line-height: 1.5;
  color: #111; background: #fff; }
h1, h2, h3, h4 { line-height: 1.25; font-family: "Noto Sans", Arial, sans-serif; }
h2 { margin-top: 2em; border-bottom: 1px solid #999; }
blockquote { margin: 0; padding-left: 1em; border-left: 3px solid #999; }
.small { font-size: .85em; color: #444; }
.formula { text-align: center; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #999; padding: .3em .5em; text-align: left; vertical-align: top; }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; }
  a { color: inherit; text-decoration: none; }
  article { break-before: page; }
  h2, h3, h4 { break-after: avoid; }
  li, tr, blockquote { break-inside: avoid; }
}
@page { margin: 2cm; }
""".strip()


def plain(text: str) -> str:
    """Everything escaped; formulas stay as they are written."""
    return escape(text, quote=True)


def lesson_body(
    lesson: Lesson, curriculum: Curriculum, node: PlanNode | None, names: Mapping[str, str], draw: Draw,
    target: Callable[[str], str],
) -> str:  # fmt: skip
    """The lesson without the page around it. `target`: the link to another topic's lesson."""
    subject = curriculum.subject_name(lesson.subject, lesson.language)
    where = f"{subject}, {curriculum.form_name(lesson.form, lesson.language)}"
    blocks = lesson_blocks(lesson, node, names, curriculum)
    return "\n".join(
        [
            f"<h2>{draw(lesson.title)}</h2>",
            f'<p class="small">{draw(where)}</p>',
            *(_block(block, draw, target) for block in blocks),
        ]
    )


def path_html(plan: Plan, pages: Pages, curriculum: Curriculum, draw: Draw = plain) -> str:
    """One page of the whole path that needs nothing else."""
    names = {node.topic: node.name for node, lesson in pages if lesson is not None}
    outline = [
        f'<li><a href="#{node.topic}">{draw(node.name)}</a></li>' if lesson else f"<li>{draw(node.name)}</li>"
        for node, lesson in pages
    ]
    articles = [
        f'<article id="{node.topic}">\n{lesson_body(lesson, curriculum, node, names, draw, _anchor)}\n</article>'
        for node, lesson in pages
        if lesson is not None
    ]
    body = [
        f"<h1>{draw(plan.title)}</h1>",
        *(f"<p>{draw(note)}</p>" for note in plan.notes),
        f"<h2>{wording.CONTENTS[plan.language]}</h2>",
        f"<ol>{''.join(outline)}</ol>",
        *articles,
    ]
    return page(plan.title, plan.language, "\n".join(body), f"<style>{STYLE}</style>")


def lesson_html(lesson: Lesson, curriculum: Curriculum, draw: Draw = plain) -> str:
    """One page of one lesson."""
    body = lesson_body(lesson, curriculum, None, {}, draw, _anchor)
    return page(lesson.title, lesson.language, f"<article>\n{body}\n</article>", f"<style>{STYLE}</style>")


def page(title: str, language: BookLanguage, body: str, head: str) -> str:
    """A whole XHTML page."""
    return (
        '<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" '
        f'lang="{language}" xml:lang="{language}">\n<head><meta charset="utf-8" />'
        '<meta name="viewport" content="width=device-width, initial-scale=1" />'
        f"<title>{plain(title)}</title>{head}</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _anchor(topic: str) -> str:
    return f"#{topic}"


def _block(block: Block, draw: Draw, target: Callable[[str], str]) -> str:
    drawn = _inner(block, draw, target)
    if block.quoted:
        return f'<blockquote lang="{block.quoted}" xml:lang="{block.quoted}">{drawn}</blockquote>'
    return drawn


def _inner(block: Block, draw: Draw, target: Callable[[str], str]) -> str:
    if block.kind == "heading":
        return f"<h{block.level + 1}>{draw(block.text)}</h{block.level + 1}>"
    if block.kind == "formula":
        return f'<div class="formula">{draw(block.text)}</div>'
    if block.kind == "small":
        return f'<p class="small">{draw(block.text)}</p>'
    if block.kind == "bullets":
        return f"<ul>{''.join(f'<li>{draw(item)}</li>' for item in block.items)}</ul>"
    if block.kind == "links":
        items = [
            f'<li><a href="{target(slug)}">{draw(text)}</a></li>' if slug else f"<li>{draw(text)}</li>"
            for text, slug in zip(block.items, block.targets, strict=True)
        ]
        return f"<ul>{''.join(items)}</ul>"
    if block.kind == "table":
        return _table(block, draw)
    return f"<p>{draw(block.text)}</p>"


def _table(block: Block, draw: Draw) -> str:
    head, *rows = [[draw(cell) for cell in row.split("\t")] for row in block.items]
    first = f"<tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr>" if any(head) else ""
    rest = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{first}{rest}</table>"
