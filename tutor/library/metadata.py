"""What is known of a book and of each of its passages: the surest of all that speaks of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import PurePath
from typing import Any

from tutor.core.types import Metadata
from tutor.curriculum.curriculum import Curriculum
from tutor.language.normalise import normalise_text
from tutor.library.first_pages import first_page_facts
from tutor.library.headings import short_heading
from tutor.library.named_places import form_number, place_facts, subject_slug
from tutor.library.papers import PAPER_TYPES, question_of
from tutor.library.provenance import GIVEN, Fact, Facts, Found, Value, corrected, metadata_of, surest
from tutor.library.readers.blocks import ReadBook
from tutor.library.readers.files import name_as_title, unreadable
from tutor.library.remarks import Remark
from tutor.library.text_facts import (
    DOCUMENT_KEYWORDS,
    PASSAGE_KEYWORDS,
    language_fact,
    passage_language,
    prose_of,
    subject_fact,
    topic_fact,
)

FORM_HEADING = re.compile(
    r"\s*(?:form|kidato(?:\s+cha)?)\s+([1-9]|iv|i{1,3}|one|two|three|four|kwanza|pili|tatu|nne)(?![^\W_])",
    re.IGNORECASE,
)
YEAR_DIGITS = 4
PLAIN = (str, int, float, date)
LONGEST_VALUE = 2_000
MOST_OF_LIST = 5
SURE_OF_PARTS: frozenset[str] = GIVEN | {"file name"}
"""Who says a book's language or topic outright says it of all its passages."""


def book_title(book: ReadBook, path: PurePath) -> str:
    """The title the book gives itself, else its first heading, else its file name. One line, never empty."""
    first = next((block.text for block in book.blocks if block.kind == "heading"), "")
    return short_heading(_text(book.front_matter, "title") or first or _line(name_as_title(path)) or path.name)


def book_facts(book: ReadBook, path: PurePath, curriculum: Curriculum, corrections: Mapping[str, Value]) -> Found:
    """Subject, form, language and the rest, each with its source; what nothing speaks of is left out.

    `path` is absolute. `corrections` are not among the facts: they only help to find what depends on them.
    Raises LibraryError `book-unreadable` for a year that is a number and cannot be one.
    """
    witnesses: dict[str, list[Fact]] = defaultdict(list)
    remarks: list[Remark] = []
    for name, fact in _front_facts(book.front_matter, path, curriculum, remarks):
        witnesses[name].append(fact)
    for name, fact in place_facts(path, curriculum):
        witnesses[name].append(fact)
    for name, fact in first_page_facts(book.blocks, curriculum).items():
        witnesses[name].append(fact)
    prose = prose_of(book.blocks)
    read = language_fact(prose)
    if read:
        witnesses["language"].append(read)
    judged = {name: surest(listed) for name, listed in witnesses.items()}
    facts = {name: fact for name, fact in judged.items() if fact}
    remarks += _contradictions(witnesses, facts)
    known = corrected(facts, corrections)
    if "subject" not in known:
        guess = subject_fact(prose, curriculum)
        if guess:
            facts["subject"] = known["subject"] = guess
    if "topic" not in known and known.get("subject") and known["subject"].value is not None:
        about = metadata_of(known)
        whole = " ".join(block.text for block in book.blocks if block.kind == "heading") + " " + prose
        topic = topic_fact(whole, curriculum, about, least=DOCUMENT_KEYWORDS)
        if topic:
            facts["topic"] = topic
    return Found(facts, tuple(remarks))


def passage_metadata(facts: Facts, heading_path: Sequence[str], text: str, curriculum: Curriculum) -> Metadata:
    """What is known of one passage: the book's facts, and the question of a paper or form of a syllabus it is in.

    The language and topic of a passage are its own where nobody gave them for the whole book.
    """
    known = metadata_of(facts)
    if known.document_type in PAPER_TYPES:
        question = question_of(heading_path)
        known = replace(known, question=question.number, marks=question.marks) if question else known
    elif known.document_type == "syllabus":
        named = (FORM_HEADING.match(heading) for heading in reversed(heading_path))
        forms = (form_number(curriculum, found[1]) for found in named if found)
        known = replace(known, form=next((form for form in forms if form is not None), known.form))
    if "language" not in facts or facts["language"].source not in SURE_OF_PARTS:
        known = replace(known, language=passage_language(text, known.language))
    if known.subject is not None and ("topic" not in facts or facts["topic"].source not in SURE_OF_PARTS):
        whole = " ".join([*heading_path, text])
        own = topic_fact(whole, curriculum, known, least=PASSAGE_KEYWORDS)
        known = replace(known, topic=str(own.value)) if own else known
    return known


def document_type_slug(curriculum: Curriculum, name: str) -> str | None:
    """The kind of document as the curriculum calls it, by slug, name or alias, or None."""
    kind = curriculum.document_type(name)
    return kind.slug if kind else None


def _contradictions(witnesses: Mapping[str, Sequence[Fact]], facts: Mapping[str, Fact]) -> Iterator[Remark]:
    for name, fact in facts.items():
        for other in witnesses[name] if fact.source not in GIVEN else ():
            if other.value not in {None, fact.value} and other.source != "text":
                yield Remark.of(
                    "sources-disagree",
                    field=name, taken=fact.value, source=fact.source, other=other.value, other_source=other.source,
                )  # fmt: skip


def _front_facts(
    front: Mapping[str, Any], path: PurePath, curriculum: Curriculum, remarks: list[Remark]
) -> Iterator[tuple[str, Fact]]:
    """What the front matter gives. A subject or form that it gives and the curriculum does not know is unknown."""
    for name in ("topic", "authority", "paper", "question"):
        text = _text(front, name)
        if text:
            yield name, _given(text)
    subject, form, kind = _text(front, "subject"), _text(front, "form"), _text(front, "type")
    kind = kind or _text(front, "document_type")
    for name, text, value in (
        ("subject", subject, subject_slug(curriculum, subject)),
        ("form", form, form_number(curriculum, form)),
        ("document_type", kind, document_type_slug(curriculum, kind or "")),
    ):
        if text:
            yield name, _given(value)
            if value is None:
                remarks.append(Remark.of("name-unknown", field=name, name=text))
    language = (_text(front, "language") or "").lower()
    if language in {"en", "sw"}:
        yield "language", _given(language)
    year = _year(front, path)
    if year is not None:
        yield "year", _given(year)


def _given(value: Value) -> Fact:
    return Fact(value, "front matter", 1.0)


def _line(text: str) -> str:
    """The text normalised, on one line. An escape in front matter may hold what no database keeps."""
    return " ".join(normalise_text(text).split())


def _text(front: Mapping[str, Any], name: str) -> str | None:
    """What stands under the name: one value, or a few of a list. A list of lists may be endless when written out."""
    value = front.get(name)
    values = value[:MOST_OF_LIST] if isinstance(value, list) else [value]
    told = [_line(str(each)[:LONGEST_VALUE]) for each in values if isinstance(each, PLAIN)]
    return ", ".join(filter(None, told)) or None


def _year(front: Mapping[str, Any], path: PurePath) -> int | None:
    value = (_text(front, "year") or "").strip()
    if not value.isdigit():
        return None
    # A superscript is a digit and no number; a number of many digits fits in no column.
    if not value.isdecimal() or len(value) > YEAR_DIGITS:
        raise unreadable(path, "front-matter-year", value[:20])
    return int(value)
