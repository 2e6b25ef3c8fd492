"""How many of what: whether a sentence counts the things that a question wants counted.

A number alone is no sign: "TASAF, which began in 2000, supports poor households" does not say how many households.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor.answering.evidence.meanings import means
from tutor.answering.question.understanding import Understanding
from tutor.curriculum.questions import QuestionType
from tutor.language.stems import stem
from tutor.language.tokens import words
from tutor.language.wordlists import word_set

_ASKED = {
    "en": re.compile(r"\bhow many ((?:[a-z-]+ ){0,2}[a-z-]+)", re.IGNORECASE),
    "sw": re.compile(r"\b([a-z']+)\s+[a-z]{0,3}ngapi?\b", re.IGNORECASE),
}
_GRAMMAR = word_set("did does do are were is was has have there a in of can may must should")
_YEAR = re.compile(r"((?!1000)1\d{3}|20\d\d)s?")
_NUMBERS = word_set(
    "one two three four five six seven eight nine ten eleven twelve hundred hundreds thousand thousands million moja "
    "mbili wawili viwili mawili miwili tatu watatu vitatu mitatu matatu nne wanne vinne minne manne tano watano vitano "
    "mitano matano sita saba nane wanane tisa kumi ishirini thelathini elfu mia milioni both half third thirds quarter "
    "quarters nusu theluthi robo"
)
_EXPLAINED = {QuestionType.WHY, QuestionType.HOW, QuestionType.EXPLAIN}
"""Kinds in which a count only tells what is to be explained: "why does nobody know how many died?"."""
_SIGNS = {
    "degrees": re.compile(r"\d\s*(?:°|\^\{?\\circ)"),
    "percent": re.compile(r"\d\s*\\?%|\d per ?cent\b|\basilimia \d"),
}
_SIGN_OF = {
    "degrees": "degrees", "nyuzi": "degrees", "digrii": "degrees", "percent": "percent", "percentage": "percent",
    "asilimia": "percent",
}  # fmt: skip
"""Units that a book writes as a sign beside the number."""
_UNITS = {
    "mita": "metre", "meta": "metre", "kilomita": "kilometre", "kilometa": "kilometre", "sentimita": "centimetre",
    "sentimeta": "centimetre", "gramu": "gram", "kilogramu": "kilogram", "lita": "litre", "dakika": "minute",
    "sekunde": "second", "saa": "hour", "siku": "day", "wiki": "week", "miezi": "month", "miaka": "year",
}  # fmt: skip
"""Units of a Swahili question as an English book writes them."""
_AROUND = {"en": (3, 1), "sw": (1, 3)}
"""How many words before and after a thing its number may stand: "206 bones", "mifupa 206"."""


def count_missing(question: Understanding, sentences: list[str], language: str) -> bool:
    """True when the question asks how many there are of something and no sentence has a number beside that."""
    things = list(_counted_things(question.text)) if question.kind not in _EXPLAINED else []
    return bool(things) and not any(
        _is_counted(thing, asked_in, question, sentence, language)
        for thing, asked_in in things
        for sentence in sentences
    )


def _counted_things(text: str) -> Iterator[tuple[str, str]]:
    """(word, its language) of what is to be counted."""
    for language, pattern in _ASKED.items():
        for found in pattern.finditer(text):
            said = [word for word in words(found.group(1)) if word not in _GRAMMAR]
            yield from ((word, language) for word in said[:2])


def _is_counted(thing: str, asked_in: str, question: Understanding, sentence: str, language: str) -> bool:
    if thing in _SIGN_OF and _SIGNS[_SIGN_OF[thing]].search(sentence):
        return True
    own = {stem(thing, language), stem(_UNITS.get(thing, thing) if language == "en" else thing, language)} | {
        part
        for term in question.terms
        if thing in term.written.split()
        for form in term.forms(language)
        for part in form
    }
    said = words(sentence)
    before, after = _AROUND["sw" if language == "sw" else "en"]
    for place, word in enumerate(said):
        near = said[max(0, place - before) : place + after + 1]
        named = stem(word, language) in own or means(thing, "en" if asked_in == "en" else "sw", word, language)
        if named and any(map(_is_count, near)):
            return True
    return False


def _is_count(word: str) -> bool:
    if any(part in _NUMBERS for part in word.split("-")):
        return True
    return word[:1].isdigit() and not _YEAR.fullmatch(word)
