"""What is known of a book: its front matter first, then the folders it lies in, then its own text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from tutor.core.errors import TutorError
from tutor.core.types import Metadata
from tutor.curriculum.curriculum import Curriculum
from tutor.language.detection import book_language
from tutor.library.readers.blocks import ReadBook

FORM_IN_NAME = re.compile(r"(?:form|kidato(?:[ _-]*cha)?)[ _-]*([0-9]+|[ivx]+|one|two|three|four)\b", re.IGNORECASE)
LANGUAGE_IN_NAME = re.compile(r"[._-](en|sw)\.[a-z]+$", re.IGNORECASE)


def book_title(book: ReadBook, path: PurePath) -> str:
    """The title the book gives itself, else its first heading, else its file name."""
    named = str(book.front_matter.get("title") or "").strip()
    first = next((block.text for block in book.blocks if block.kind == "heading"), "")
    return named or first or path.stem.replace("-", " ").replace("_", " ")


def book_metadata(book: ReadBook, relative: PurePath, curriculum: Curriculum) -> Metadata:
    """Subject, form, language and the rest; what cannot be known stays None."""
    front = book.front_matter
    return Metadata(
        subject=_subject(front, relative, curriculum),
        form=_form(front, relative, curriculum),
        language=_language(front, relative, book),
        topic=_text(front, "topic"),
        document_type=_text(front, "type") or _text(front, "document_type"),
        authority=_text(front, "authority"),
        paper=_text(front, "paper"),
        year=_year(front),
        question=_text(front, "question"),
    )


def _text(front: Mapping[str, Any], name: str) -> str | None:
    value = front.get(name)
    return str(value).strip() or None if value is not None else None


def _year(front: Mapping[str, Any]) -> int | None:
    value = str(front.get("year", "")).strip()
    return int(value) if value.isdigit() else None


def _form_number(curriculum: Curriculum, value: object) -> int | None:
    """The form as the curriculum reads it, or None when it does not know it."""
    try:
        return curriculum.form(str(value))
    except TutorError:
        return None


def _subject(front: Mapping[str, Any], relative: PurePath, curriculum: Curriculum) -> str | None:
    names = [front["subject"]] if front.get("subject") else [*reversed(relative.parent.parts)]
    for name in names:
        try:
            return curriculum.subject(str(name)).slug
        except TutorError:
            continue
    return None


def _form(front: Mapping[str, Any], relative: PurePath, curriculum: Curriculum) -> int | None:
    if front.get("form") is not None:
        return _form_number(curriculum, front["form"])
    for part in reversed(relative.parts):
        found = FORM_IN_NAME.search(part)
        if found:
            return _form_number(curriculum, found[1])
    return None


def _language(front: Mapping[str, Any], relative: PurePath, book: ReadBook) -> str:
    named = str(front.get("language", "")).strip().lower()
    if named in {"en", "sw"}:
        return named
    in_name = LANGUAGE_IN_NAME.search(relative.name)
    if in_name:
        return in_name[1].lower()
    prose = " ".join(block.text for block in book.blocks if block.kind == "paragraph")
    return book_language(prose[:20_000]) or "en"
