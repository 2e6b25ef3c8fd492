"""Reads PPTX: each slide is a page, its title a heading."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_PLACEHOLDER
from pptx.exc import PackageNotFoundError

from tutor.library.cleaning.characters import clean_text
from tutor.library.readers.archives import opened_archive
from tutor.library.readers.blocks import Block, ReadBook, UnreadPage
from tutor.library.readers.errors import ReadingError
from tutor.library.readers.limits import Limits
from tutor.library.readers.marks import list_block, table_blocks

TITLES = {PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE}
# What the master puts on every slide.
FURNITURE = {PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.HEADER, PP_PLACEHOLDER.SLIDE_NUMBER}
ITEM_WORDS = 25


def read_slides(path: Path, limits: Limits) -> ReadBook:
    """The slides' blocks, notes after each slide. Raises ReadingError."""
    with opened_archive(path, limits) as archive:
        has_macros = any(name.lower().endswith("vbaproject.bin") for name in archive.namelist())
    try:
        presentation = Presentation(str(path))
    except (PackageNotFoundError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ReadingError("book-damaged", file=path.name) from error
    if len(presentation.slides) > limits.pages:
        raise ReadingError("book-too-many-pages", file=path.name, size=len(presentation.slides), most=limits.pages)
    blocks: list[Block] = []
    unread: list[UnreadPage] = []
    pictures = 0
    for number, slide in enumerate(presentation.slides, start=1):
        shapes = list(_shapes(slide.shapes))
        made = [block for shape in _in_order(shapes) for block in _shape_blocks(shape, number)]
        shown = sum(shape.shape_type == MSO_SHAPE_TYPE.PICTURE for shape in shapes)
        pictures += shown
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            made.extend(_text_blocks(slide.notes_slide.notes_text_frame, number))
        if shown and not made:
            unread.append(UnreadPage(number, "only-pictures"))
        blocks.extend(made)
    title = clean_text(presentation.core_properties.title or "")
    usual = {"", "powerpoint presentation", "presentation"}
    warnings = [*(["has-macros"] if has_macros else []), *(["pictures-left-out"] if pictures and blocks else [])]
    front = {"title": title} if title.lower() not in usual else {}
    return ReadBook(tuple(blocks), front, tuple(unread), tuple(warnings), pages=len(presentation.slides))


def _shapes(shapes: Iterable[Any]) -> Iterator[Any]:
    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _in_order(shapes: list[Any]) -> list[Any]:
    """The title first, then from top to bottom and from left to right."""
    return sorted(shapes, key=lambda shape: (not _is(shape, TITLES), (shape.top or 0) // 200_000, shape.left or 0))


def _is(shape: Any, kinds: set[Any]) -> bool:
    return bool(shape.is_placeholder and shape.placeholder_format.type in kinds)


def _shape_blocks(shape: Any, number: int) -> list[Block]:
    if _is(shape, FURNITURE):
        return []
    if getattr(shape, "has_table", False):
        rows = [[" ".join(clean_text(cell.text).split()) for cell in row.cells] for row in shape.table.rows]
        lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows if any(row)]
        return table_blocks(lines, number) if lines else []
    if not shape.has_text_frame:
        return []
    if _is(shape, TITLES):
        text = " ".join(clean_text(shape.text_frame.text).split())
        return [Block("heading", text, number, 2)] if text else []
    return _text_blocks(shape.text_frame, number)


def _text_blocks(frame: Any, number: int) -> list[Block]:
    """Several short paragraphs are a list, as they are shown on a slide; others are text."""
    texts = [text for text in (clean_text(_paragraph_text(paragraph)) for paragraph in frame.paragraphs) if text]
    if len(texts) > 1 and all(len(text.split()) <= ITEM_WORDS for text in texts):
        return [list_block([f"- {' '.join(text.split())}" for text in texts], number)]
    return [Block("paragraph", text, number) for text in texts]


def _paragraph_text(paragraph: Any) -> str:
    from tutor.library.readers.omml import omml_text

    formulas = [omml_text(part) for part in paragraph._p.iter() if str(part.tag).endswith("}oMath")]
    return " ".join([paragraph.text.replace("\v", "\n"), *formulas])
