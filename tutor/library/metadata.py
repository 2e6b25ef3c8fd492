"""What is known of a book: its front matter first, then the folders it lies in, then its own text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from tutor.core.errors import LibraryError, TutorError
from tutor.core.types import Metadata
from tutor.curriculum.curriculum import Curriculum
from tutor.language.detection import book_language
from tutor.language.normalise import normalise_text
from tutor.library.readers.blocks import ReadBook

FORM_IN_NAME = re.compile(
    r"(?<![^\W\d_])(?:form|kidato(?:[ _-]*cha)?)[ _-]*"  # "platform 2" is no form
    r"([0-9]+|[ivx]+|one|two|three|four|kwanza|pili|tatu|nne)(?![^\W_])",
    re.IGNORECASE,
)
YEAR_DIGITS = 4
LANGUAGE_IN_NAME = re.compile(r"[._-](en|sw)\.[a-z]+$", re.IGNORECASE)


def book_title(book: ReadBook, path: PurePath) -> str:
    """The title the book gives itself, else its first heading, else its file name. One line, never empty."""
    first = next((block.text for block in book.blocks if block.kind == "heading"), "")
    return _text(book.front_matter, "title") or first or _line(re.sub("[-_]", " ", path.stem)) or path.name


def book_metadata(book: ReadBook, path: PurePath, curriculum: Curriculum) -> Metadata:
    """Subject, form, language and the rest; what cannot be known stays None.

    `path` is absolute: of the folders above the book, the nearest one that names a subject or a form counts.
    Raises LibraryError `book-unreadable` for a year that is a number and cannot be one.
    """
    front = book.front_matter
    return Metadata(
        subject=_subject(front, path, curriculum),
        form=_form(front, path, curriculum),
        language=_language(front, path, book),
        topic=_text(front, "topic"),
        document_type=_text(front, "type") or _text(front, "document_type"),
        authority=_text(front, "authority"),
        paper=_text(front, "paper"),
        year=_year(front, path),
        question=_text(front, "question"),
    )


def _line(text: str) -> str:
    """The text normalised, on one line. An escape in front matter may hold what no database keeps."""
    return " ".join(normalise_text(text).split())


def _text(front: Mapping[str, Any], name: str) -> str | None:
    value = front.get(name)
    return _line(str(value)) or None if value is not None else None


def _year(front: Mapping[str, Any], path: PurePath) -> int | None:
    value = str(front.get("year", "")).strip()
    if not value.isdigit():
        return None
    # A superscript is a digit and no number; a number of many digits fits in no column.
    if not value.isdecimal() or len(value) > YEAR_DIGITS:
        reason = f"its front matter gives {value[:20]} as the year"
        raise LibraryError("book-unreadable", file=path.name, why=reason)
    return int(value)


def _form_number(curriculum: Curriculum, value: object) -> int | None:
    """The form as the curriculum reads it, or None when it does not know it."""
    try:
        return curriculum.form(str(value))
    except TutorError:
        return None


def _subject(front: Mapping[str, Any], path: PurePath, curriculum: Curriculum) -> str | None:
    names = [front["subject"]] if front.get("subject") else [*reversed(path.parent.parts)]
    for name in names:
        try:
            return curriculum.subject(str(name)).slug
        except TutorError:
            continue
    return None


def _form(front: Mapping[str, Any], path: PurePath, curriculum: Curriculum) -> int | None:
    if front.get("form") is not None:
        return _form_number(curriculum, front["form"])
    for part in reversed(path.parts):
        found = FORM_IN_NAME.search(part)
        if found:
            return _form_number(curriculum, found[1])
    return None


def _language(front: Mapping[str, Any], path: PurePath, book: ReadBook) -> str:
    named = str(front.get("language", "")).strip().lower()
    if named in {"en", "sw"}:
        return named
    in_name = LANGUAGE_IN_NAME.search(path.name)
    if in_name:
        return in_name[1].lower()
    prose = " ".join(block.text for block in book.blocks if block.kind == "paragraph")
    return book_language(prose[:20_000]) or "en"
