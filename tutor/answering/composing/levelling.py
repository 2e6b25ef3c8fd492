"""Quotes at the reading level of a form: long sentences are shown clause by clause, in the book's own words, a
reason in a sentence of its own.

The citation keeps the whole sentence, so the quote stays verbatim.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering.composing.extract import shown_text
from tutor.answering.composing.simplifying import simpler_sentences
from tutor.answering.question.understanding import Understanding
from tutor.answering.reading_level import Level
from tutor.core.types import EvidenceSentence
from tutor.language.readability import ari
from tutor.language.readability_swahili import swahili_percentile

LIMITS = (16, 12)
"""Words of a sentence, tried one after the other while the text is too hard as a whole."""
SWAHILI_MOST = 75.0
"""No harder than three quarters of the passages of the form's own books: the curriculum file sets no other mark."""


def levelled_texts(question: Understanding, evidence: Sequence[EvidenceSentence]) -> list[tuple[str, ...]]:
    """For each sentence how it is shown: whole, or in shorter ones where it is too long for the form."""
    whole: list[tuple[str, ...]] = [(shown_text(item),) for item in evidence]
    if not evidence:
        return whole
    passage = evidence[0].passage
    level = question.reading.level(passage.metadata.form)
    if level is None:
        return whole
    language = passage.metadata.language
    shown = whole
    for most in (level.most_words, *(limit for limit in LIMITS if limit < level.most_words)):
        shown = [
            simpler_sentences(text, item.passage.metadata.language, most)
            if item.sentence.kind != "table_row"
            else (text,)
            for item, (text, *_) in zip(evidence, whole, strict=True)
        ]
        if not _too_hard("\n".join(piece for pieces in shown for piece in pieces), language, level, question.simpler):
            break
    return shown


def levelled_sentence(question: Understanding, text: str, evidence: Sequence[EvidenceSentence]) -> tuple[str, ...]:
    """A sentence of our own, in shorter ones where it is too long for the form that reads it."""
    level = question.reading.level(evidence[0].passage.metadata.form)
    if level is None:
        return (text,)
    most = min(LIMITS) if question.simpler else level.most_words
    return simpler_sentences(text, question.frame_language, most)


def _too_hard(text: str, language: str, level: Level, simpler: bool) -> bool:
    """Whether the text is beyond the level; one too short to measure is only where a simpler one was asked for."""
    measured = ari(text) if language == "en" else swahili_percentile(text, level.form)
    if measured is None:
        return simpler
    return measured > (level.ari_max if language == "en" else SWAHILI_MOST)
