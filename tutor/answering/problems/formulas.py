"""The formulas of a passage, each with the quantities that it ties together.

What a letter stands for, the passage says ("mass $m$", "where $h$ is the depth"); where it does not, the letter's usual
meaning counts, if the passage names that quantity at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.answering.problems.plain_text import plain_mathematics
from tutor.answering.problems.quantities import is_dimensionless, named_quantities, quantities_named, quantities_written
from tutor.core.types import Sentence

_SYMBOL = re.compile(r"MA|VR|M\.A\.?|V\.R\.?|(?:Δ|\\Delta\s*)?(?:\\[a-zA-Z]+|[A-Za-zΑ-Ωα-ω])(?:_\{?\w+\}?)?")
_SIDE = r"[\w\\.^_(){}+\-−×÷/*·√ΔΑ-Ωα-ω%°'| ]"
_EQUATION = re.compile(rf"{_SIDE}+(?:=\s*{_SIDE}+)+")
_PROSE = re.compile(
    r"(?:[A-Za-z][a-z]{2,}|is|in|at|of|an|to|by|so|on|or|if|as|we|it|ni|na|ya|wa)[,.;:]?$", re.IGNORECASE
)
_COORDINATE = re.compile(r"(?<![A-Za-z])[xy]_\{?[12AB]")
_IS_FORMULA = re.compile(r"\b(?:is|ni) \$(?=[^$=]*[A-Za-z])(?=[^$=]*\$)")
"""A formula said with a verb: "the arc length is $\\frac{\\theta}{360^\\circ}\\times2\\pi{}r$"."""
_AMOUNT = re.compile(r"\d[\d.,]*(?:\s+[A-Za-z/Ω]+\d?(?![\w^_(]))?")
_NO_QUANTITY = frozenset("\\frac \\sqrt \\sin \\cos \\tan \\log \\sum \\pi \\theta \\phi \\bar π g x y".split())
"""Functions, constants and unknowns, which nobody has to give."""
_WORD_FORMULA = re.compile(
    r"\b(?:product of|ratio of|divided by|multiplied by|in (?:a|one) unit|of (?:a|one) unit|(?:per|on a) unit|"
    r"rate of (?:change|flow)|by (?:dividing|multiplying)|sum of|difference between|"
    r"gawanya kwa|kugawanya|zidisha kwa|kuzidisha|kwa kizio|katika kizio|kwa kila|uwiano wa|kiwango cha)\b",
    re.IGNORECASE,
)
_IS = re.compile(r"\s+(?:is|are|equals?|can be|may be|was|ni|huwa|hupatikana|hukokotolewa|ndiyo)\b", re.IGNORECASE)
_RATE = re.compile(r"\brate of\b|\bkiwango cha\b", re.IGNORECASE)
_OPENING = re.compile(r"^(?:the|a|an|total|average)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Formula:
    """A formula that a passage states. `positions`: its sentences in the passage, with the one that announces it;
    `subject`: what it is a formula of; `others`: the further quantities in it; `of_points`: it is of coordinates, such
    as x_1 and y_1."""

    positions: tuple[int, ...]
    subject: frozenset[str]
    others: tuple[frozenset[str], ...]
    in_words: bool = False
    of_points: bool = False

    @property
    def quantities(self) -> tuple[frozenset[str], ...]:
        return (self.subject, *self.others)


def formulas_of(sentences: Sequence[Sentence], context: str) -> list[Formula]:
    """The formulas that the sentences state; `context` is all that is said around them, examples too."""
    meanings = _meanings(" ".join(sentence.text for sentence in sentences))
    named = {one.quantity for one in named_quantities(plain_mathematics(context))}
    found: list[Formula] = []
    for place, sentence in enumerate(sentences):
        before = sentences[place - 1].text if place else ""
        announced = before.rstrip().endswith((":", ",")) and sentence.kind != "table_row"
        positions = (place - 1, place) if announced else (place,)
        announcing = before if announced else ""
        stated = _stated(sentence.text, announcing, meanings, named)
        of_points = bool(_COORDINATE.search(sentence.text))
        found += [Formula(positions, subject, others, of_points=of_points) for subject, others in stated]
        if not stated and _WORD_FORMULA.search(sentence.text):
            told = _told(sentence.text)
            if told is not None:
                found.append(Formula(positions if announced else (place,), *told, in_words=True))
    return found


def _meanings(text: str) -> dict[str, frozenset[str]]:
    """What letters stand for, as the passage says."""
    plain = plain_mathematics(text)
    found: dict[str, frozenset[str]] = {}
    for one in named_quantities(plain):
        after = re.match(rf"\s*\(?({_SYMBOL.pattern})(?![\w])", plain[one.end :])
        if after and (after[1] not in {"a", "A", "I"} or "$" in text):
            found[after[1].strip()] = found.get(after[1].strip(), frozenset()) | {one.quantity}
    for match in re.finditer(rf"(?<!\S)({_SYMBOL.pattern}) (?:is|are|ni) (?:the |a )?", plain):
        own = [n.quantity for n in named_quantities(plain[match.end() :]) if n.start == 0]
        if own:
            found.setdefault(match[1], frozenset(own))
    return found


def _stated(
    text: str, announcing: str, meanings: dict[str, frozenset[str]], named: set[str]
) -> list[tuple[frozenset[str], tuple[frozenset[str], ...]]]:
    """Subject and other quantities of every equation between quantities in the sentence."""
    plain = plain_mathematics(_IS_FORMULA.sub("= $", text))
    found = []
    for match in _EQUATION.finditer(plain):
        left, *rights = [side.strip() for side in match.group().split("=")]
        bare = left if quantities_named(left) else _last_terms(left)
        ahead = announcing or plain[: match.start()] + left.removesuffix(bare)
        for right in rights:
            others = _quantities(_first_terms(right), meanings, named)
            if not any(others) and not (_subject_told(ahead) and _symbols(_first_terms(right))):
                continue
            subject = _quantities(bare, meanings, named)
            own = frozenset().union(*subject[:1]) | _subject_told(ahead)
            found.append((own, (*subject[1:], *others)))
    return found


def _last_terms(side: str) -> str:
    """What stands before "=", without the prose that leads to it."""
    kept: list[str] = []
    for token in reversed(side.split()):
        if _PROSE.match(token):
            break
        kept.insert(0, token)
    return " ".join(kept)


def _first_terms(side: str) -> str:
    """What stands behind "=", without the prose that follows; a formula in words stays whole."""
    if named_quantities(side):
        return side
    tokens = side.split()
    end = next((place for place, token in enumerate(tokens) if _PROSE.match(token)), len(tokens))
    return " ".join(tokens[:end])


def _symbols(side: str) -> list[str]:
    return [found.strip() for found in _SYMBOL.findall(_AMOUNT.sub(" ", side))]


def _quantities(side: str, meanings: dict[str, frozenset[str]], named: set[str]) -> list[frozenset[str]]:
    """The quantities on one side of an equation, by word or by letter; an empty set for a letter of unknown meaning."""
    in_words = named_quantities(side)
    if in_words:
        return [frozenset({one.quantity}) for one in in_words]
    found = []
    for symbol in dict.fromkeys(_symbols(side)):
        bare = re.sub(r"_\{?\w+\}?", "", symbol)
        if symbol in _NO_QUANTITY or bare in _NO_QUANTITY:
            continue
        usual = quantities_written(symbol) or quantities_written(bare)
        meant = meanings.get(symbol) or meanings.get(bare) or usual & named
        found.append(frozenset(meant))
    return list(dict.fromkeys(found))


def _subject_told(announcing: str) -> frozenset[str]:
    """What the words before a formula say it is of: "The speed of a wave is:"."""
    clause = re.split(r",\s+(?!and\b)", announcing.strip())[-1]
    verb = _IS.search(clause)
    subject = _OPENING.sub("", clause[: verb.start()] if verb else clause.rstrip(": ")).strip()
    subject = re.sub(r"^(?:the|a|an)\s+", "", subject, flags=re.IGNORECASE)
    names = [one for one in named_quantities(subject) if one.start == 0]
    if names:
        return frozenset(one.quantity for one in names if one.end == names[0].end)
    return quantities_named(subject)


def _told(text: str) -> tuple[frozenset[str], tuple[frozenset[str], ...]] | None:
    """A formula in words: "Speed is the distance moved in a unit time"."""
    verb = _IS.search(text)
    if verb is None:
        return None
    subject = _subject_told(text[: verb.end()])
    others = [one.quantity for one in named_quantities(text[verb.end() :]) if one.quantity != "ratio"]
    if _RATE.search(text):
        others.append("time")
    rest = tuple(frozenset({one}) for one in dict.fromkeys(others) if one not in subject)
    return (subject, rest) if subject and (rest or all(map(is_dimensionless, subject))) else None
