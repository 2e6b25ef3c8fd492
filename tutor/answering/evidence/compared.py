"""The two or more things that a question compares, in its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.evidence.definitions import defines
from tutor.answering.question.terms import Mentions, Term, question_terms
from tutor.core.types import EvidenceSentence, Language
from tutor.language.glossary import Glossary
from tutor.language.stopwords import content_words
from tutor.language.tokens import words
from tutor.library.tables import readable_text

LONGEST_SIDE = 7

_JOINED = r"(?P<sides>[^?.]+?)"
_END = r"\s*(?:[?.!,;(]|\b(?:in terms of|using|with examples?|with an example|kwa mfano|kwa kutumia)\b|$)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:difference|differences|similarity|similarities|differ\w*|distinction|diff|comparison)\b"
        rf"[^?.]*?\b(?:between|of|kati ya|kat ya)\s+{_JOINED}{_END}",
        rf"\btofauti\b[^?.]*?\b(?:kati ya|kat ya|baina ya|za|ya)\s+{_JOINED}"
        rf"(?:\s+ni\s+(?:nini|ipi|ip|nn|zipi)\b.*)?{_END}",
        r"^(?:compare|contrast|distinguish|differentiate|linganisha|tofautisha)(?:\s+between|\s+kati ya)?"
        rf"\s+{_JOINED}{_END}",
        r"^how (?:is|are|was|were|do|does|did)\s+(?P<one>.+?)\s+(?:different from|differ from|unlike)\s+(?P<other>.+?)"
        + _END,
        r"^what (?:makes|made)\s+(?P<one>.+?)\s+different from\s+(?P<other>.+?)" + _END,
        r"^(?P<one>[^?.]+?)\s+\w+tofautian\w+\s+na\s+(?P<other>[^?.]+?)" + _END,
        rf"^{_JOINED}\s+(?:\w+tofautian\w+|(?:zina|vina|ina|wana|yana|kuna|una) tofauti\b)",
        r"^(?P<one>.+?)\s+(?:vs\.?|versus)\s+(?P<other>.+?)" + _END,
    )
)
_AND = re.compile(r"\s*,\s*(?:and\s+|na\s+)?|\s+(?:and|with|from|to|na|au|or)\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|a|an|both|je,?|that of|the one)\s+", re.IGNORECASE)


def compared_sides(text: str) -> tuple[str, ...]:
    """What is compared, each side as it is written; empty where the sides cannot be told by rule. Never raises."""
    for pattern in _PATTERNS:
        found = pattern.search(text)
        if found is None:
            continue
        groups = found.groupdict()
        sides = [groups["sides"]] if groups.get("sides") else [groups["one"], groups["other"]]
        if len(sides) == 1:
            sides = _AND.split(sides[0])
        named = [_ARTICLE.sub("", side.strip()).strip() for side in sides]
        if 2 <= len(named) <= 3 and all(content_words(s, "mixed") and len(words(s)) <= LONGEST_SIDE for s in named):
            return tuple(named)
    return ()


def own_terms(sides: Sequence[str], language: Language, glossary: Glossary) -> list[tuple[Term, ...]]:
    """The terms of each side that no other side has: of "rural areas" and "urban areas", the first words."""
    all_terms = [question_terms(side, language, glossary) for side in sides]
    found = []
    for number, terms in enumerate(all_terms):
        others = {term.written for other, own in enumerate(all_terms) if other != number for term in own}
        found.append(tuple(term for term in terms if term.written not in others))
    return found


def is_told(terms: Sequence[Term], evidence: Sequence[EvidenceSentence]) -> bool:
    """True when the sentences, with their headings, mention the side; a side without words of its own always counts."""
    if not terms or not evidence:
        return not terms
    language = evidence[0].passage.metadata.language
    said = " ".join(
        " ".join([*item.passage.heading_path[-1:], readable_text(item.passage, item.sentence)])
        for item in evidence
        if item.passage.metadata.language == language
    )
    return _mentions_one(terms, said, language)


def is_defined(terms: Sequence[Term], evidence: Sequence[EvidenceSentence]) -> bool:
    """True when a sentence says what the side is, or a row of a table sets it beside others; a side that is only named
    in what is said of another is not told."""
    return (
        not terms or any(item.sentence.kind == "table_row" for item in evidence) or bool(definitions(terms, evidence))
    )


def definitions(terms: Sequence[Term], evidence: Sequence[EvidenceSentence]) -> tuple[EvidenceSentence, ...]:
    """The sentences that say what the side is."""
    return tuple(i for i in evidence if defines(i.sentence.text, terms, i.passage.metadata.language) == 1.0)


def _mentions_one(terms: Sequence[Term], text: str, language: str) -> bool:
    mentioned = Mentions(text, language)
    return any(mentioned.mentions(term) for term in terms)
