"""What a question takes for granted and the books must hold before it is answered: its names, what it denies, and what
narrows it; and what it asserts must not be the reverse of what they say.

A question on a person the passage never names, or on why something does *not* happen that the passage says does,
reads so much like one the passage answers that no similarity tells them apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.deciding.contradictions import contradicting
from tutor.answering.deciding.known_names import known_names_not_in
from tutor.answering.deciding.narrowings import amount_missing, order_missing, other_whole
from tutor.answering.evidence.meanings import means, meant_terms
from tutor.answering.question.asking_words import naming_terms
from tutor.answering.question.terms import Mentions, Rarity
from tutor.answering.question.understanding import Understanding
from tutor.answering.support.negation import negated_stems
from tutor.core.types import Candidate, EvidenceSentence, Passage
from tutor.curriculum.questions import QuestionType
from tutor.language.sentences import sentence_spans
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import word_spans, words

SHOUTED = 0.6
"""From this share of capitalised words on, capitals say nothing about names."""
SAME_BEGINNING = 4
"""Letters in which a name and its relatives agree: Germany and German, Tanzania and Tanzanian."""
RARE = 2.0
"""The inverse document frequency from which a name tells passages apart; "Tanzania" tells nothing in these books."""
ASKS_FOR_EXCEPTIONS = {QuestionType.WHO, QuestionType.DEFINE, QuestionType.WHEN, QuestionType.WHERE, QuestionType.OTHER}
NAMES_IN_PASSING = {QuestionType.LIST, QuestionType.DEFINE, QuestionType.COMPARE, QuestionType.CALCULATE}
"""Kinds of questions whose names often only say when: "crops grown in the time of the Germans"."""
ABSENCE_ASKED = re.compile(
    r"\b(?:no|without|lacks?|lacking|bila|hakuna|hamna|[a-z]*kikosa|[a-z]*kikosekana)\s+\w", re.IGNORECASE
)
"""Says that a thing is not there, and denies no deed."""
ABSENCE_TOLD = re.compile(
    r"\b(?:shortage|lack\w*|deficien\w+|absen\w+|without|missing|upungufu|ukosefu|uhaba|kukosa|hukosa|bila)\b",
    re.IGNORECASE,
)

_SEVERAL = re.compile(r"\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+")
"""Names in a row: a book that has the last of them may leave out the others ("Christopher Richard Mwashinga")."""
_DENIES_NOTHING = re.compile(
    r"\bSI\b(?! )|(?<=[a-z] )SI\b|\b(?:before|until|kabla|hadi)\b(?: ya)?(?: \w+){1,4}|"
    r"\bnot? \w+ (?:any ?more|any longer)\b|\bno longer \w+|\b(?:because|since|maana|kwani|kwa sababu)\b(?! gani).*$"
)
"""The SI of units; "before it has been signed"; what no longer happens and does elsewhere; a reason told by the way."""
_EXCEPTION_TOLD = re.compile(r"\b(?:unless|except\w*|isipokuwa|ila)\b", re.IGNORECASE)


def unmet_premise(question: Understanding, evidence: Sequence[EvidenceSentence], rarity: Rarity) -> str | None:
    """What the quoted passages do not hold of what the question takes for granted, in words; None: all is there."""
    return unmet_beside(contradicting(question, evidence, rarity), question, evidence, rarity)


def unmet_beside(
    against: EvidenceSentence | None, question: Understanding, evidence: Sequence[EvidenceSentence], rarity: Rarity
) -> str | None:
    """As `unmet_premise`, where it is known which quote says the opposite; with one, something is always unmet."""
    language = evidence[0].passage.metadata.language
    text = evidence_text(evidence)
    topic = missing_topic(question, text, language)
    if topic is not None:
        return f"topic not there: {topic}"
    if against is not None:
        return f"the book says otherwise: {against.sentence.text}"
    quotes = " ".join(item.sentence.text for item in evidence)
    whole = other_whole(question.text, quotes)
    if whole is not None:
        return f"the greatest of something else: not of {whole}"
    if amount_missing(question.text, quotes):
        return "no amount there"
    if order_missing(question.text, quotes):
        return "nobody is said to come before or after"
    foreign = known_names_not_in(text, question.text) if question.kind not in NAMES_IN_PASSING else []
    if foreign:
        return "names not there: " + ", ".join(foreign)
    asked = "en" if question.asked_in == "en" else "sw"
    if asked != language:
        return None  # other names and denials of the other language are not recognised well enough to decline on
    missing = missing_names(question, text, language, rarity)
    if missing:
        return "names not there: " + ", ".join(missing)
    return "denies what the passages do not deny" if _denies_alone(question, quotes, text, asked) else None


def _denies_alone(question: Understanding, quotes: str, text: str, language: str) -> bool:
    """True when the question asks for an exception, and neither the passages deny that deed nor the quotes any."""
    asking = _DENIES_NOTHING.sub(" ", _asking(question.text))
    denied = negated_stems(asking, language)
    if not denied or question.kind not in ASKS_FOR_EXCEPTIONS or denied & negated_stems(text, language):
        return False
    if negated_stems(quotes, language) or _EXCEPTION_TOLD.search(quotes):
        return False  # "halikuingia vita" and "hazikujiunga" say the same in other words
    # "No vitamin C" and "shortage of vitamin C" say the same.
    return not (ABSENCE_ASKED.search(asking) and ABSENCE_TOLD.search(text))


def missing_topic(question: Understanding, text: str, language: str) -> str | None:
    """The term of several words that is all a question asks about ("Eleza water cycle"), where the text, in a language
    that the glossary has it in, does not mean it."""
    naming = naming_terms(question.terms)
    if len(naming) != 1 or len(content_words(naming[0].written, question.asked_in)) < 2:
        return None
    is_told_apart = question.asked_in in (language, "mixed") or len(naming[0].forms(language)) > 1
    is_told = not is_told_apart or meant_terms(naming, question.asked_in, text, language)[0]
    return None if is_told else naming[0].written


def missing_names(question: Understanding, text: str, language: str, rarity: Rarity) -> list[str]:
    """The names in the question, in its order, that a text in its language does not hold; those that stand in most
    passages are left out."""
    beginnings = {word[:SAME_BEGINNING] for word in words(text)}
    last_names = {name: parts[-1] for run in _SEVERAL.findall(question.text) if (parts := words(run)) for name in parts}
    return [
        name
        for name in asked_names(question.text)
        if last_names.get(name, name)[:SAME_BEGINNING] not in beginnings
        and name[:SAME_BEGINNING] not in beginnings
        and rarity((stem(name, language),), language) >= RARE
        and not _in_a_term(name, question, text, language)
        and not (question.asked_in == "mixed" and means(name, "mixed", text, language))
    ]


def passages_with_names(
    question: Understanding, evidence: Sequence[EvidenceSentence], candidates: Sequence[Candidate], rarity: Rarity
) -> list[Candidate]:
    """The candidates that hold every name of the question, where the quoted passages do not; none: these do, or no
    candidate does, or names of the other language are not to be recognised."""
    language = evidence[0].passage.metadata.language
    if ("en" if question.asked_in == "en" else "sw") != language:
        return []
    if not missing_names(question, evidence_text(evidence), language, rarity):
        return []
    return [
        candidate
        for candidate in candidates
        if candidate.passage.metadata.language == language
        and not missing_names(question, passage_text(candidate.passage), language, rarity)
    ]


def _asking(text: str) -> str:
    """The sentences that ask; those before only tell a story ("no money is used. What is this trade called?")."""
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    return " ".join(one for one in sentences if one.rstrip().endswith("?")) or text


def evidence_text(evidence: Sequence[EvidenceSentence]) -> str:
    """The quoted passages whole, with their headings, each once."""
    passages = {item.passage.id: item.passage for item in evidence}
    return " ".join(map(passage_text, passages.values()))


def passage_text(passage: Passage) -> str:
    """The passage with its headings."""
    return " ".join([*passage.heading_path, passage.text])


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
