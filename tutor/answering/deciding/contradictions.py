"""Questions that take the reverse of what the books say for granted: "why is an ammeter connected in parallel?".

They are as near to the right page as a true question is: one word alone tells them apart. So what is asked is held
against each sentence about the same thing; where one says the opposite and none says what is asked, the book
contradicts the question. A sentence that compares two things speaks for neither.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.deciding.opposites import is_broad, sides_said
from tutor.answering.evidence.deeds import things_among
from tutor.answering.evidence.meanings import meant_terms
from tutor.answering.question.asking_words import naming_terms
from tutor.answering.question.terms import Rarity, Term, term_rarity
from tutor.answering.question.understanding import Understanding
from tutor.core.types import EvidenceSentence
from tutor.curriculum.questions import QuestionType
from tutor.language.sentences import sentence_spans

_KINDS = {QuestionType.WHY, QuestionType.WHEN, QuestionType.WHERE}
_HAPPENED = re.compile(r"\bhow (?:did|was|were)\b|\b\w*li[a-z]{2,}je\b", re.IGNORECASE)
_NOT_SO = re.compile(
    r"\b(?:or|au|ama|than|kuliko|prevent\w*|avoid\w*|stop\w*|instead|rather|\w*zui[ai]\w*|\w*epuk\w*|badala)\b",
    re.IGNORECASE,
)
"""Words after which what follows is not taken to be so."""
_ASIDE = re.compile(r"\b(?:kama|like|unlike|tofauti na)\s.*$", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:than|kuliko|compared|ikilinganishwa)\b", re.IGNORECASE)
_TURNS = re.compile(
    r"[,;]\s+(?:but|while|whereas|although|though|lakini|huku|wakati|ilhali|bali|ingawa)\b", re.IGNORECASE
)
_UNKNOWN = ("\0",)
"""The form of a word that no passage has."""


def contradicting(
    question: Understanding, evidence: Sequence[EvidenceSentence], rarity: Rarity
) -> EvidenceSentence | None:
    """The quote that says the opposite of what the question takes for granted, of several the one that tells of most of
    what is asked about; None where none does."""
    asked = _taken_for_granted(question)
    if not asked:
        return None
    language = evidence[0].passage.metadata.language
    things = _things(question, language, rarity)
    if not things:
        return None

    passages = {item.passage.id: item.passage.text for item in evidence}
    told = [whole[start:end] for whole in passages.values() for start, end in sentence_spans(whole)]
    for side in sorted(asked):
        if any(
            side in sides_said(part, language) for text in told for part in _parts(text, things[:1], question, language)
        ):
            continue
        against = [
            item
            for item in evidence
            if any(
                -side in sides_said(part, language)
                for part in _against(item.sentence.text, side, things, question, language)
            )
        ]
        if against:
            return max(against, key=lambda item: sum(_meant(things, question, item.sentence.text, language)))
    return None


def _taken_for_granted(question: Understanding) -> frozenset[int]:
    """The sides that the question says are so; none where it chooses, compares or wants to prevent."""
    text = question.text
    if (question.kind not in _KINDS and not _HAPPENED.search(text)) or _NOT_SO.search(text):
        return frozenset()
    whole = sides_said(text, question.asked_in)
    return frozenset(side for side in sides_said(_ASIDE.sub("", text), question.asked_in) if -side not in whole)


def _things(question: Understanding, language: str, rarity: Rarity) -> list[Term]:
    """What is asserted of, as far as the books know it, the rarest first."""
    asserted = _ASIDE.sub("", question.text).casefold()
    known = [
        (term_rarity(term, language, rarity), term)
        for term in things_among(naming_terms(question.terms), question.asked_in)
        if term.written in asserted and not sides_said(term.written, question.asked_in)
    ]
    unknown = rarity(_UNKNOWN, language)
    return [term for weight, term in sorted(known, key=lambda one: -one[0]) if weight < unknown]


def _against(text: str, side: int, things: Sequence[Term], question: Understanding, language: str) -> list[str]:
    """The parts of a sentence that may deny the side: one that says both sides must tell of each thing asked about."""
    whole = not is_broad(side) and not _says_both(text, language)
    return _parts(text, things[:1] if whole else things, question, language)


def _parts(text: str, about: Sequence[Term], question: Understanding, language: str) -> list[str]:
    """The sentence, or its clauses where it says both sides, as far as they tell of these things; none of one that
    compares."""
    if _COMPARES.search(text):
        return []
    parts = _TURNS.split(text) if _says_both(text, language) else [text]
    return [part for part in parts if all(_meant(about, question, part, language))]


def _says_both(text: str, language: str) -> bool:
    said = sides_said(text, language)
    return any(-side in said for side in said)


def _meant(things: Sequence[Term], question: Understanding, text: str, language: str) -> list[bool]:
    return meant_terms(things, question.asked_in, text, language)
