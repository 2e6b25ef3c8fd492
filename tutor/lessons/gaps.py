"""What can be taken out of a quoted sentence and asked for: a number, a name or a term of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tutor.core.types import BookLanguage
from tutor.language.glossary import Glossary
from tutor.language.stopwords import content_words
from tutor.language.tokens import words
from tutor.lessons import wording
from tutor.lessons.units import leans_back

Kind = Literal["year", "number", "name", "term"]
_YEAR = re.compile(r"(?<![\w,.:-])(1[0-9]{3}|20[0-9]{2})(?![\w,.%-]*[\d%])(?!-)")
_NUMBER = re.compile(r"(?<![\w,.:$\\{}-])(?:\d{1,3}(?:,\d{3})+(?![\w:])|\d{2,}(?:\.\d+)?(?![\w,.%:]*[\d%])(?!\w))")
_NAME = re.compile(r"(?<![.?!:]\s)(?<!^)\b[A-Z][a-z']{2,}(?:(?: (?:bin|da|de|von|es))? [A-Z][a-z']{2,})*\b")
_NO_NAME = frozenset(
    "january february march april may june july august september october november december januari februari machi "
    "aprili mei juni julai agosti septemba oktoba novemba desemba form kidato table jedwali".split()
)
_JOINS = frozenset("of the wa ya la cha za vya kwa na".split())
_EXAMPLE = re.compile(r"\b(such as|for example|if|about|say|kama|mfano|ikiwa|takriban|karibu)\b", re.IGNORECASE)
"""A number of an example may be another one and the sentence still be true."""
_LISTED = re.compile(r",[^,]{1,40},|, (?:and|na) |,[^,.;:]{1,60}\b(?:and|na)\b|\b(?:or|au)\b")
ENOUGH_WORDS = 5
LIKE_NUMBERS = 5.0
"""A number more than so many times larger or smaller is seen to be wrong at once: no year has 12 days."""
_DESCRIBES = re.compile(r"(?:ing|ed)$")


@dataclass(frozen=True)
class Gap:
    """A piece of a sentence: `sentence[start:end] == answer`."""

    sentence: str
    start: int
    end: int
    kind: Kind
    citation: int

    @property
    def answer(self) -> str:
        return self.sentence[self.start : self.end]

    @property
    def rest(self) -> str:
        return f"{self.sentence[: self.start]} {self.sentence[self.end :]}"

    @property
    def prompt(self) -> str:
        return f"{self.sentence[: self.start]}{wording.GAP}{self.sentence[self.end :]}"

    def filled(self, other: str) -> str:
        """The sentence with something else in the gap."""
        return f"{self.sentence[: self.start]}{other}{self.sentence[self.end :]}"


def gaps_in(sentence: str, citation: int, language: BookLanguage, subject: str, glossary: Glossary) -> list[Gap]:
    """The gaps that a sentence offers, numbers first. None in formulas, lists and fragments."""
    if "$" in sentence or "|" in sentence or leans_back(sentence, language) or not sentence.rstrip().endswith("."):
        return []
    if len(content_words(sentence, language)) < ENOUGH_WORDS:
        return []
    found: list[Gap] = []
    years = list(_YEAR.finditer(sentence))
    if len(years) == 1 and not _EXAMPLE.search(sentence):
        found.append(Gap(sentence, *years[0].span(), "year", citation))
    numbers = [m for m in _NUMBER.finditer(sentence) if not any(_meet(m.span(), y.span()) for y in years)]
    if len(numbers) == 1 and not years and not _EXAMPLE.search(sentence):
        found.append(Gap(sentence, *numbers[0].span(), "number", citation))
    if not _LISTED.search(sentence):
        names = [m for m in _NAME.finditer(sentence) if not {*words(m.group())} & _NO_NAME]
        once = [m for m in names if sentence.count(m.group()) == 1 and _is_whole(sentence, m.start())]
        found += [Gap(sentence, *m.span(), "name", citation) for m in once]
        found += _terms(sentence, citation, language, subject, glossary)
    return found


def _is_whole(sentence: str, start: int) -> bool:
    """False for a name whose first part stands before it: "James" before "Watson", `Sheria ya` before `Mazingira`."""
    before = sentence[:start].split()
    if len(before) > 1 and before[-1] in _JOINS and before[-2][:1].isupper():
        return False
    return not before or not before[-1][:1].isupper() or before[-1].endswith((",", ".", ":", ";"))


def _terms(sentence: str, citation: int, language: BookLanguage, subject: str, glossary: Glossary) -> list[Gap]:
    gaps = []
    for match in glossary.find(sentence, language):
        written = sentence[match.start : match.end]
        own_subject = any(entry.subject == subject for entry in match.entries)
        once = sentence.casefold().count(written.casefold()) == 1
        names = {name.casefold() for entry in match.entries for name in entry.terms(language)}
        # Only as the glossary spells it: "subtracted" is no thing that could be asked for.
        spelt = written.casefold() in names or written.casefold().removesuffix("s") in names
        fits = match.language == language and own_subject and once and spelt
        if fits and match.start > 0 and len(written) > 3 and not _describes(sentence, match.end, written, language):
            gaps.append(Gap(sentence, match.start, match.end, "term", citation))
    return gaps


def _describes(sentence: str, end: int, written: str, language: BookLanguage) -> bool:
    """True for "burning" in "a burning splint": no thing stands there that could be asked for."""
    after = sentence[end:].split(maxsplit=1)
    return (
        language == "en"
        and bool(_DESCRIBES.search(written))
        and sentence[end : end + 1] == " "
        and bool(after and content_words(after[0], language))
    )


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def like(gap: Gap, others: Iterable[Gap]) -> list[str]:
    """Answers of other gaps that are of the same kind and shape, the likest first."""
    own = gap.answer
    fitting = [
        other.answer
        for other in others
        if other.kind == gap.kind and other.answer.casefold() != own.casefold() and _same_shape(other.answer, own)
    ]
    return sorted(
        dict.fromkeys(fitting), key=lambda text: (abs(len(text.split()) - len(own.split())), abs(len(text) - len(own)))
    )


def _same_shape(one: str, other: str) -> bool:
    if one[:1].isdigit() and other[:1].isdigit():
        large, small = sorted((_value(one), _value(other)), reverse=True)
        return large <= LIKE_NUMBERS * small
    same_start = one[:1].isdigit() == other[:1].isdigit() and one[:1].isupper() == other[:1].isupper()
    return same_start and one.endswith("s") == other.endswith("s")


def _value(text: str) -> float:
    return float(text.replace(",", ""))
