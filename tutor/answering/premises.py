"""What a question takes for granted and the books must hold before it is answered: its names, and what it denies.

A question on a person the passage never names, or on why something does *not* happen that the passage says does,
reads so much like one the passage answers that no similarity tells them apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering.meanings import means
from tutor.answering.negation import negated_stems
from tutor.answering.terms import Mentions, Rarity
from tutor.answering.understanding import Understanding
from tutor.core.types import EvidenceSentence
from tutor.curriculum.questions import QuestionType
from tutor.language.sentences import sentence_spans
from tutor.language.stems import stem
from tutor.language.tokens import word_spans, words

SHOUTED = 0.6
"""From this share of capitalised words on, capitals say nothing about names."""
SAME_BEGINNING = 4
"""Letters in which a name and its relatives agree: Germany and German, Tanzania and Tanzanian."""
RARE = 2.0
"""The inverse document frequency from which a name tells passages apart; "Tanzania" tells nothing in these books."""
ASKS_FOR_EXCEPTIONS = {QuestionType.WHO, QuestionType.DEFINE, QuestionType.WHEN, QuestionType.WHERE, QuestionType.OTHER}


def unmet_premise(question: Understanding, evidence: Sequence[EvidenceSentence], rarity: Rarity) -> str | None:
    """What the quoted passages do not hold of what the question takes for granted, in words; None: all is there."""
    language = evidence[0].passage.metadata.language
    asked = "en" if question.asked_in == "en" else "sw"
    if asked != language:
        return None  # names and denials of the other language are not recognised well enough to decline on
    text = evidence_text(evidence)
    beginnings = {word[:SAME_BEGINNING] for word in words(text)}
    missing = [
        name
        for name in asked_names(question.text)
        if name[:SAME_BEGINNING] not in beginnings
        and rarity((stem(name, language),), language) >= RARE
        and not _in_a_term(name, question, text, language)
        and not (question.asked_in == "mixed" and means(name, "mixed", text, language))
    ]
    if missing:
        return "names not there: " + ", ".join(missing)
    denied = negated_stems(_asking(question.text), asked)
    if denied and question.kind in ASKS_FOR_EXCEPTIONS and not denied & negated_stems(text, language):
        return "denies what the passages do not deny"
    return None


def _asking(text: str) -> str:
    """The sentences that ask; those before only tell a story ("no money is used. What is this trade called?")."""
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    return " ".join(one for one in sentences if one.rstrip().endswith("?")) or text


def evidence_text(evidence: Sequence[EvidenceSentence]) -> str:
    """The quoted passages whole, with their headings, each once."""
    passages = {item.passage.id: item.passage for item in evidence}
    return " ".join(" ".join([*passage.heading_path, passage.text]) for passage in passages.values())


def asked_names(text: str) -> list[str]:
    """Words of the question written as names: a capital inside a sentence of small letters."""
    inner: list[tuple[str, str]] = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        inner += [(token, sentence[at]) for token, at, _ in word_spans(sentence)[1:] if sentence[at].isalpha()]
    if not inner or sum(first.isupper() for _, first in inner) / len(inner) >= SHOUTED:
        return []
    return [token for token, first in inner if first.isupper() and len(token) >= SAME_BEGINNING]


def _in_a_term(name: str, question: Understanding, text: str, language: str) -> bool:
    """True when the text has a form of the glossary's term that holds the name."""
    mentioned = Mentions(text, language)
    return any(mentioned.mentions(term) for term in question.terms if name in words(term.written))
