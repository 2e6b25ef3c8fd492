"""What a book's folders and its file name say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from tutor.core.errors import TutorError
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.mentions import find_mentions
from tutor.curriculum.words import plain_words, spaced_words
from tutor.library.papers import PAPER_TYPES
from tutor.library.provenance import Fact

FORM_IN_NAME = re.compile(
    r"(?<![^\W\d_])(?:form|kidato(?:[ _-]*cha)?)[ _-]*"  # "platform 2" is no form
    r"([0-9]+|[ivx]+|one|two|three|four|kwanza|pili|tatu|nne)(?![^\W_])",
    re.IGNORECASE,
)
LANGUAGE_IN_NAME = re.compile(r"[._-](en|sw)\.[a-z]+$", re.IGNORECASE)
YEAR_IN_NAME = re.compile(r"(?<![0-9])(19[6-9][0-9]|20[0-9]{2})(?![0-9])")
PAPER_IN_NAME = re.compile(r"(?<![^\W\d_])(?:paper|karatasi)[ _-]*([1-4])(?![0-9])", re.IGNORECASE)


def place_facts(path: PurePath, curriculum: Curriculum) -> Iterator[tuple[str, Fact]]:
    """(field, fact) for what folders and file name say, the file name first.

    `path` is absolute: of the folders above the book, the nearest one that names a subject or a form counts.
    """
    words = plain_words(path.stem.replace("_", " "))
    named = find_mentions(words, curriculum)
    language = LANGUAGE_IN_NAME.search(path.name)
    if language:
        yield "language", Fact(language[1].lower(), "file name", 0.95)
    yield from _subjects(path, curriculum, {str(mention.values[0]) for mention in named.of("subject")})
    yield from _forms(path, curriculum)
    kinds = {str(mention.values[0]) for mention in named.of("document_type")}
    beside = {str(mention.values[0]) for mention in named.of("loose_document_type")}
    kind = kinds.pop() if len(kinds) == 1 else beside.pop() if not kinds and len(beside) == 1 else None
    if "marking" in words:
        kind = "mark-scheme"
    if kind:
        yield "document_type", Fact(kind, "file name", 0.75)
    for folder in reversed(path.parent.parts):
        held = curriculum.document_type(folder)
        # Any folder of documents is called "books".
        if held and not (held.slug == "textbook" and spaced_words(folder) in held.loose_aliases):
            kind = kind or held.slug
            yield "document_type", Fact(held.slug, "folder", 0.7)
            break
    if kind in PAPER_TYPES:
        year, paper = YEAR_IN_NAME.search(path.stem), PAPER_IN_NAME.search(path.stem)
        if year:
            yield "year", Fact(int(year[1]), "file name", 0.8)
        if paper:
            yield "paper", Fact(paper[1], "file name", 0.8)


def form_number(curriculum: Curriculum, value: object) -> int | None:
    """The form as the curriculum reads it, or None when it does not know it."""
    try:
        return curriculum.form(str(value))
    except TutorError:
        return None


def subject_slug(curriculum: Curriculum, name: object) -> str | None:
    """The subject of that name, or None when the curriculum does not know it."""
    try:
        return curriculum.subject(str(name)).slug
    except TutorError:
        return None


def _subjects(path: PurePath, curriculum: Curriculum, in_file: set[str]) -> Iterator[tuple[str, Fact]]:
    # "history in English.pdf" names a language, and the subject is history.
    schooled = {slug for slug in in_file if not curriculum.subject(slug).is_language}
    if len(schooled) == 1:
        yield "subject", Fact(schooled.pop(), "file name", 0.75)
    elif not schooled and len(in_file) == 1:
        yield "subject", Fact(in_file.pop(), "file name", 0.5)
    for folder in reversed(path.parent.parts):
        slug = subject_slug(curriculum, folder)
        if slug:
            yield "subject", Fact(slug, "folder", 0.8)
            return


def _forms(path: PurePath, curriculum: Curriculum) -> Iterator[tuple[str, Fact]]:
    for part in reversed(path.parts):
        found = FORM_IN_NAME.search(part)
        if found:
            number = form_number(curriculum, found[1])
            if number:
                yield "form", Fact(number, "file name" if part == path.name else "folder", 0.85)
            return
