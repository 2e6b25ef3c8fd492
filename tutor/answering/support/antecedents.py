"""Whom a pronoun at the start of a book's sentence means: a subject of the sentences before it, asked or headed for."""

from __future__ import annotations

from tutor.answering.support.clauses import statements_of
from tutor.answering.support.marks import Kind
from tutor.answering.support.phrases import Marks
from tutor.answering.support.reading import marks_of
from tutor.core.types import EvidenceSentence
from tutor.language.sentences import sentence_spans

LOOKED_BACK = 2


def subjects_before(item: EvidenceSentence, question: str) -> tuple[Marks, ...]:
    """What a pronoun that begins the sentence may stand for, whole and by each name; empty when nothing is clear.

    Only a subject of one of the two sentences before counts, and only one that the question or the passage's own
    headings name: another person named in between cannot be taken for it.
    """
    language = item.passage.metadata.language
    before = item.passage.text[: item.sentence.start]
    asked = " ".join([question, *item.passage.heading_path])
    named = {key for mark in marks_of(asked, language) for key in mark.keys if mark.kind is Kind.WORD}
    found: dict[Marks, None] = {}
    for start, end in sentence_spans(before)[-LOOKED_BACK:]:
        for statement in statements_of(marks_of(before[start:end], language))[:1]:
            subject = statement.subject
            if subject and any(mark.keys & named for mark in subject):
                found[subject] = None
                found.update({(mark,): None for mark in subject if mark.kind is Kind.WORD and mark.keys & named})
    return tuple(found)
