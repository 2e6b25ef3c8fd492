"""What a quoted sentence says a thing is: "Osmosis is ..." and `Ukoloni ni ...`, as term and meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.core.types import BookLanguage
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

_ENGLISH = re.compile(
    r"\s(is|are|was|were|means)\s(?=(?:a|an|the|any|anything|one who|someone)\s|[a-z]+s\s(?:that|which|who)\s)"
)
_SWAHILI = re.compile(r"\s(ni|alikuwa|walikuwa|ilikuwa|vilikuwa|yalikuwa|lilikuwa|maana yake ni)\s(?=[a-z])")
_ARTICLE = re.compile(r"^(an?|the)\s+", re.IGNORECASE)
_ASIDE = re.compile(r"\s*[(,][^()]*[),]\s*$|\s*\([^)]*\)")
_NO_TERM = re.compile(
    r"^(this|that|these|those|it|he|she|they|there|one|another|both|each|all|some|many|most|his|her|its|their|our|if|when|"
    r"(the )?(first|second|third|two|three|four|five|six|main|common|leading|other|another|same)|"
    r"in|on|at|for|by|from|with|after|before|during|since|because|although|while|as|to|what|who|"
    r"hii|hiyo|hizi|haya|hayo|huyu|yeye|wao|hawa|hao|kila|baadhi|wengi|watu|katika|kwa|mwaka|baada|kabla|tangu|kuanzia|"
    r"miongoni|mojawapo|moja|lengo|sababu|nyingine|wengine|sehemu|kazi|mfano)\b",
    re.IGNORECASE,
)
_NO_MEANING = re.compile(
    r"^(the same|the following|one of|a lot|a few|an? (important|good|bad|useful|necessary|common)\b|"
    r"the (main|most|best|largest|first|only|second|next|other)\b|muhimu|lazima|mojawapo|moja|kama|pamoja|kwamba|"
    r"zaidi|kubwa|ndogo|nzuri|"
    r"hizi|hii|haya|hiyo|hivi|kwa sababu|katika|kati|chini|juu|rahisi|vigumu|tofauti|na|ya|za|wa|la|cha|vya)\b",
    re.IGNORECASE,
)
_TWO_STATEMENTS = re.compile(
    r"\s(because|while|whereas|but|kwa sababu|lakini|wakati|bali|ingawa)\s|"
    r"[,;]? (and|na) [\w\s-]{1,40}?\s(is|are|ni|begins?)\s|"
    r", \w+ (studies|huchunguza)\s",
    re.IGNORECASE,
)
_NO_NAME_INSIDE = re.compile(r"\b(kwa sababu|nyingine|mengine|wengine|zingine|because|why|how)\b", re.IGNORECASE)
LONGEST_TERM, SHORTEST_MEANING, LONGEST_MEANING = 5, 4, 32


@dataclass(frozen=True)
class Definition:
    """Term and meaning as they stand in the sentence, `copula` between them. `before`: an article, or ""."""

    before: str
    term: str
    meaning: str
    copula: str
    sentence: str
    citation: int

    @property
    def ending(self) -> str:
        """The meaning with its full stop, as a sentence goes on after the term."""
        return f"{self.copula} {self.meaning}."


def definition_of(sentence: str, citation: int, language: BookLanguage) -> Definition | None:
    """The definition that the sentence is, or None where it says something else."""
    if "$" in sentence or not sentence.rstrip().endswith("."):
        return None
    found = (_SWAHILI if language == "sw" else _ENGLISH).search(sentence)
    if found is None:
        return None
    subject, meaning = sentence[: found.start()].strip(), sentence[found.end() :].strip().rstrip(".")
    bare = _ARTICLE.sub("", _ASIDE.sub("", subject)).strip()
    if (
        not bare
        or _NO_TERM.match(subject)
        or _NO_NAME_INSIDE.search(subject)
        or _NO_MEANING.match(meaning)
        or _TWO_STATEMENTS.search(meaning)
        or "," in bare
        or any(character.isdigit() for character in bare)
        or bare not in sentence
        or not 1 <= len(words(bare)) <= LONGEST_TERM
        or not SHORTEST_MEANING <= len(words(meaning)) <= LONGEST_MEANING
        or not content_words(bare, language)
    ):
        return None
    if stems(bare, language) <= stems(meaning, language):
        return None  # "Plant cells are cells of plants" asks nothing
    article = _ARTICLE.match(subject)
    return Definition(article.group(1) if article else "", bare, meaning, found.group(1), sentence, citation)


def stems(text: str, language: BookLanguage) -> frozenset[str]:
    """The stems of the content words."""
    return frozenset(stem(word, language) for word in content_words(text, language))


def shared(one: frozenset[str], other: frozenset[str]) -> float:
    """The share, 0 to 1, of the smaller set that the other one holds; 0 for empty sets."""
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0


def definitions_in(sentences: Sequence[tuple[str, int]], language: BookLanguage) -> list[Definition]:
    """The definitions among (sentence, citation), each term once."""
    found: dict[frozenset[str], Definition] = {}
    for sentence, citation in sentences:
        definition = definition_of(sentence, citation, language)
        if definition is not None:
            found.setdefault(stems(definition.term, language), definition)
    return list(found.values())
