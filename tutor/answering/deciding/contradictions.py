"""Questions that take the reverse of what the books say for granted: "why is an ammeter connected in parallel?".

They are as near to the right page as a true question is: one word alone tells them apart. So what is asked is held
against each sentence about the same thing; where one says the opposite and none says what is asked, the book
contradicts the question. A sentence that compares two things speaks for neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tutor.answering.deciding.opposites import is_broad, sides_said
from tutor.answering.evidence.deeds import tells_a_deed, things_among
from tutor.answering.evidence.meanings import means, meant_terms
from tutor.answering.evidence.selection import LEANS_BACK
from tutor.answering.question.asking_words import naming_terms
from tutor.answering.question.terms import Rarity, Term, term_rarity
from tutor.answering.question.understanding import Understanding
from tutor.answering.support.marks import Kind
from tutor.answering.support.reading import marks_of
from tutor.answering.support.swahili_verbs import verb_facts
from tutor.core.types import EvidenceSentence
from tutor.curriculum.questions import QuestionType
from tutor.language.sentences import sentence_spans
from tutor.library.tables import readable_text

_KINDS = {QuestionType.WHY, QuestionType.WHEN, QuestionType.WHERE}
_HAPPENED = re.compile(r"\bhow (?:did|was|were)\b|\b\w*li[a-z]{2,}je\b", re.IGNORECASE)
_NOT_SO = re.compile(
    r"\b(?:or|au|ama|than|kuliko|prevent\w*|avoid\w*|stop\w*|instead|rather|\w*zui[ai]\w*|\w*epuk\w*|badala)\b",
    re.IGNORECASE,
)
"""Words after which what follows is not taken to be so."""
_UNDONE = re.compile(
    r"\b(?:refus\w*|fail\w*|unable|impossible|lack\w*|forb[aio]d\w*|bann?e?d?|\w*kata[az]\w*|\w*shind(?:wa|ikana)\w*|"
    r"\w*acha|\w*kos[ae]\w*)\b",
    re.IGNORECASE,
)
"""Says without a denial that something is not done."""
_ASIDE = re.compile(r"\b(?:kama|unlike|tofauti na|like(?= (?:the|that|those|in|(?-i:[A-Z]))))\s.*$", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:than|kuliko|compared|ikilinganishwa)\b", re.IGNORECASE)
_TURNS = re.compile(
    r"[,;]\s+(?:but|so|hence|while|whereas|although|though|lakini|hivyo|kwa hiyo|huku|wakati|ilhali|bali|ingawa)\b",
    re.IGNORECASE,
)
_CELL_BEGINS = re.compile(r"(?<=[:.] )[A-Z]")
_AS_RARE = 1.0
"""Terms whose inverse document frequency is less than this below the rarest one's tell the topic as well as it does."""
_UNKNOWN = ("\0",)
"""The form of a word that no passage has."""


@dataclass(frozen=True)
class _Claim:
    """What the question says is so. `is_said` and `is_denied` look at a clause. A sentence that says it tells of
    `sayer`; one that denies it tells of `denier`, and of `subject` in the clause that denies."""

    is_said: Callable[[str], bool]
    is_denied: Callable[[str], bool]
    sayer: Sequence[Term]
    denier: Sequence[Term]
    subject: Sequence[Term]


def contradicting(
    question: Understanding, evidence: Sequence[EvidenceSentence], rarity: Rarity
) -> EvidenceSentence | None:
    """The quote that says the opposite of what the question takes for granted, of several the one that tells of most of
    what is asked about; None where none does."""
    if not _takes_for_granted(question):
        return None
    language = evidence[0].passage.metadata.language
    things = _known(things_among(naming_terms(question.terms), question.asked_in), question, language, rarity)

    def held(text: str, about: Sequence[Term]) -> list[bool]:
        return meant_terms(about, question.asked_in, text, language)

    def is_against(claim: _Claim, quote: str) -> bool:
        needed = things if _says_both(quote, language) else claim.subject
        return all(held(quote, claim.denier)) and any(
            claim.is_denied(clause) and all(held(clause, needed)) for clause in _clauses(quote)
        )

    told = list(_told(evidence))
    for claim in (*_side_claims(question, things, language), *_deed_claims(question, language, rarity)):
        if any(
            claim.is_said(part) and all(held(f"{before} {part}", claim.sayer))
            for before, text in told
            for part in (_clauses(text) if _says_both(text, language) else [text])
        ):
            continue
        quotes = {item: _read(item) for item in evidence}
        against = [item for item, quote in quotes.items() if is_against(claim, quote)]
        if against:
            return max(against, key=lambda item: sum(held(quotes[item], things)))
    return None


def _told(evidence: Sequence[EvidenceSentence]) -> Iterator[tuple[str, str]]:
    """The sentences of the quoted passages, one that leans on the sentence before ("It rusts in wet air") with that."""
    for whole in {item.passage.id: item.passage.text for item in evidence}.values():
        before = ""
        for line in whole.splitlines():
            for start, end in sentence_spans(line):
                sentence = line[start:end]
                yield (before if _leans_back(sentence) else ""), sentence
                before = sentence


def _leans_back(sentence: str) -> bool:
    first = sentence.split(maxsplit=1)[:1]
    return LEANS_BACK.match(sentence.strip()) is not None or any(verb_facts(word.casefold()) for word in first)


def _read(item: EvidenceSentence) -> str:
    """The quote; the cells of a row without their capitals, which would make names of verbs."""
    text = readable_text(item.passage, item.sentence)
    is_row = item.sentence.kind == "table_row"
    return _CELL_BEGINS.sub(lambda found: found.group().lower(), text) if is_row else text


def _takes_for_granted(question: Understanding) -> bool:
    """False where the question chooses, compares or wants to prevent."""
    asks_of_it = question.kind in _KINDS or bool(_HAPPENED.search(question.text))
    return asks_of_it and not _NOT_SO.search(question.text)


def _side_claims(question: Understanding, things: Sequence[Term], language: str) -> list[_Claim]:
    """What is said to be this and not its opposite."""
    whole = sides_said(question.text, question.asked_in)
    asked = sides_said(_ASIDE.sub("", question.text), question.asked_in) if things else frozenset()
    return [_side_claim(side, things, question, language) for side in sorted(asked) if -side not in whole]


def _side_claim(side: int, things: Sequence[Term], question: Understanding, language: str) -> _Claim:
    def is_said(text: str) -> bool:
        return side in sides_said(text, language)

    def is_denied(text: str) -> bool:
        return -side in sides_said(text, language)

    first = _first(things, question)
    return _Claim(is_said, is_denied, things[:1], *((things, things) if is_broad(side) else (things[:1], first)))


def _deed_claims(question: Understanding, language: str, rarity: Rarity) -> Iterator[_Claim]:
    """What "why" says is done, where nothing is said not to be."""
    asked_in = question.asked_in
    own = ("en", "sw") if asked_in == "mixed" else (asked_in,)
    if question.kind is not QuestionType.WHY or _UNDONE.search(question.text):
        return
    if any(_denied_words(question.text, one) for one in own):
        return
    naming = naming_terms(question.terms)
    for deed in naming:
        others = _known([term for term in naming if term is not deed], question, language, rarity)
        if tells_a_deed(deed.written, asked_in) and others:
            yield _deed_claim(deed.written, others, question, language)


def _deed_claim(deed: str, others: Sequence[Term], question: Understanding, language: str) -> _Claim:
    def is_denied(text: str) -> bool:
        return any(means(deed, question.asked_in, word, language) for word in _denied_words(text, language))

    def is_said(text: str) -> bool:
        return means(deed, question.asked_in, text, language) and not is_denied(text)

    return _Claim(is_said, is_denied, others, others, _first(others, question))


@lru_cache(maxsize=2_048)
def _denied_words(text: str, language: str) -> tuple[str, ...]:
    """The words that stand right behind a denial: "does not burst", `haipasuki`."""
    found = []
    denied = False
    for mark in marks_of(text, language):
        if denied and mark.kind is Kind.WORD:
            found.append(mark.word)
        denied = mark.kind is Kind.NOT
    return tuple(found)


def _known(terms: Sequence[Term], question: Understanding, language: str, rarity: Rarity) -> list[Term]:
    """Those of which something is asserted, as far as the books know them: those about as rare as the rarest, in the
    question's order, then the others."""
    asserted = _ASIDE.sub("", question.text).casefold()
    weighed = [
        (term_rarity(term, language, rarity), term)
        for term in terms
        if term.written in asserted and (" " in term.written or not sides_said(term.written, question.asked_in))
    ]
    unknown = rarity(_UNKNOWN, language)
    known = [(weight, term) for weight, term in weighed if weight < unknown]
    rarest = max((weight for weight, _ in known), default=0.0)
    text = question.text.casefold()
    return [term for _, term in sorted(known, key=lambda one: (rarest - one[0] >= _AS_RARE, text.find(one[1].written)))]


def _first(things: Sequence[Term], question: Understanding) -> list[Term]:
    """Of what the question speaks: what it names first."""
    text = question.text.casefold()
    return sorted(things, key=lambda term: text.find(term.written))[:1]


def _clauses(text: str) -> list[str]:
    """The clauses of a sentence, "but it ..." with the one before; none of a sentence that compares."""
    found: list[str] = []
    for clause in _TURNS.split("" if _COMPARES.search(text) else text):
        if found and _leans_back(clause):
            found[-1] += clause
        elif clause.strip():
            found.append(clause)
    return found


def _says_both(text: str, language: str) -> bool:
    said = sides_said(text, language)
    return any(-side in said for side in said)
