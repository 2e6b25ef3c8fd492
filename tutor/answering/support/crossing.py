"""A sentence of one language on evidence of the other: every word accounted for both ways, in the same roles.

Words are matched through the glossary's terms and `bilingual`; a word that neither knows is trusted only when it is
written the same in both. What a clause speaks of must be the same things, and so must what it says of them; what is
denied, limited or made a condition must be the same. A clause with a word that is not listed fails: most do. The
vectors are looked at after that, for they cannot tell "who" from "whom".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tutor.answering.support.bilingual import PAIRS
from tutor.answering.support.clauses import Statement, statements_of
from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.phrase_match import Thing, says_the_same
from tutor.answering.support.phrases import Marks, finite_at, with_front_behind
from tutor.answering.support.reading import marks_of
from tutor.answering.support.relatives import is_done, one_clause_verbs, relative_is_passive, split_relative
from tutor.answering.support.swahili_verbs import verb_facts
from tutor.answering.support.synonyms import noun_keys
from tutor.answering.support.turns import readings
from tutor.answering.support.units import Unit, units_of
from tutor.answering.support.voice import actives, is_passive
from tutor.language.glossary import Glossary
from tutor.language.stems import stem
from tutor.language.tokens import words

_ROLES = {"from", "to", "before", "after", "above", "below", "against", "without", "instead", "than", "if", "when"}
"""What stands behind these is said in a role that may not change."""
_TOLD = {Kind.WORD, Kind.NUMBER, Kind.HAVE}
_LIMITING = {Kind.LIMIT, Kind.NOT}
_TERM = "zq"
_HAVE = frozenset({"have"})
_DIRECTIONS = {
    "from": frozenset("v:ondoa v:toka v:ondoka v:ondosha".split()),
    "to": frozenset("v:rudisha v:peleka v:tuma v:ingia v:fika v:rudi v:enda".split()),
}
_GIVING = frozenset("v:toa v:gawa v:uza v:leta".split())
_SAID_ALIKE = {
    "en": (
        (re.compile(r"\bmov(?:e|es|ed) (?:a)?round\b"), "surrounds"),
        (re.compile(r"\bcarr(?:y|ies|ied) (\w+) back to\b"), r"returns \1 to"),
        (re.compile(r"\bby-product\b"), "byproduct"),
        (re.compile(r"\bin the ([A-Z]\w+) area\b"), r"in \1"),
    ),
    "sw": (
        (re.compile(r"\bmkoani\b"), "katika mkoa wa"),
        (re.compile(r"\bwilayani\b"), "katika wilaya ya"),
        (re.compile(r"\bzao la ziada\b"), "zaolaziada"),
        (re.compile(r"\b(\w+?)tiwa saini\b"), r"\1sainwa"),
        (re.compile(r"\b((?:a|wa|i|zi|li|ya|ki|vi|u|ha|hu)\w*?)(?:tia )?saini\b"), r"\1saina"),
        (re.compile(r"\b(\w*(?:tengenez|und)\w+(?: \w+)?) kutokana na\b"), r"\1 kutoka kwenye"),
        (re.compile(r"\bmatumizi mabaya\b"), "matumizimabaya"),
    ),
}


def crossing_fault(sentence: str, language: str, book: str, book_language: str) -> str | None:
    """Why the sentence is no translation that can be trusted: unknown-word or crossing; None when it is."""
    sentence, book = _written_out(sentence, language), _written_out(book, book_language)
    faults = [
        _fault(sentence, language, said, book_language)
        for said in (readings(book) if book_language == "en" else [book])
    ]
    return None if None in faults else faults[0]


def _fault(sentence: str, language: str, book: str, book_language: str) -> str | None:
    shared = frozenset(words(sentence)) & frozenset(words(book))
    own = _Reader(language, shared)
    theirs = _Reader(book_language, shared)
    said = list(own.statements(sentence))
    if any(not thing for statement in said for thing in own.meanings(statement)):
        return "unknown-word"
    written = list(theirs.statements(book))
    for statement in said:
        if not any(_same(own, mine, theirs, other) for mine in own.forms(statement)
                   for whole in written for other in theirs.forms(whole)):  # fmt: skip
            return "crossing"
    return None if said else "crossing"


class _Reader:
    """Reads one language's clauses as things; `shared` are words that both texts write alike."""

    def __init__(self, language: str, shared: frozenset[str]) -> None:
        self.language = language
        self._shared = shared

    def statements(self, text: str) -> list[Statement]:
        return statements_of(marks_of(_with_terms(text, self.language), self.language))

    def forms(self, statement: Statement) -> Iterator[Statement]:
        """The statement said of its doer where it names one: else a passive would look like its reverse."""
        turned = actives(statement.main, self.language, far=True)
        yield from (Statement(main, statement.links) for main in turned) if turned else [statement]

    def meanings(self, statement: Statement) -> Iterator[frozenset[str]]:
        for mark in (*statement.main, *(mark for _, clause in statement.links for mark in clause)):
            if mark.kind in _TOLD:
                yield self._meant(mark)

    def parts(self, clause: Marks) -> tuple[list[Thing], ...] | None:
        """(what is spoken of, what is said of it), and both once more for a relative clause at its end; None for a
        clause with no verb or with another clause inside it, whose own subject would be one thing among many."""
        split = split_relative(clause, self.language)
        if split is None:
            return self._halves(clause)
        main, relative = self._halves(split[0]), self._halves(split[1], subject_left_out=True)
        return None if main is None or relative is None else (*main, *relative)

    def _halves(self, clause: Marks, subject_left_out: bool = False) -> tuple[list[Thing], list[Thing]] | None:
        body = with_front_behind(clause)[0]
        at = finite_at(body)
        if (at is None and not subject_left_out) or (at == 0 and not subject_left_out):
            return None
        if one_clause_verbs(clause, self.language) > 1:
            return None
        units = units_of(clause)
        verb = 0 if not at else next((number for number, unit in enumerate(units) if unit.opens == "verb"), len(units))
        things = list(self._things(units))
        return things[:verb], things[verb:]

    def _things(self, units: Sequence[Unit]) -> Iterator[Thing]:
        role = ""
        before: Mark | None = None
        going = _direction(units) if self.language == "sw" else ""
        for unit in units:
            if unit.starts_chunk:
                opens = unit.opens.split(" ")
                role = next((label for label in opens if label in _ROLES), "")
                if unit.mark.infinitive:
                    role = ""  # "to make" is a purpose, no direction
                if self.language == "sw" and opens[0] == "as":
                    role = "to"  # "ziliungana kuwa dola"
                if self.language == "sw" and opens[0] == "kwa" and not role and _gives(units):
                    role = "to"  # "hutoa haki kwa wananchi"
                if going and not role and opens[0] in {"in", "kwa"} and not _tells_time(unit.mark):
                    role = going
            act = unit.mark.infinitive or (self.language != "sw" and _is_doing(unit))
            begins = "verb" if self.language != "sw" and is_done(unit.mark, before) else unit.opens
            yield Thing(self._meant(unit.mark), begins, unit.join, act, "" if act else role)
            before = unit.mark

    def _meant(self, mark: Mark) -> frozenset[str]:
        if mark.kind is Kind.BE and mark.word.endswith("kawa"):
            return concepts_of("en").get(stem("become", "en"), frozenset())  # "akawa rais"
        if mark.kind not in _TOLD and not (mark.kind is Kind.LIMIT and mark.value == "other"):
            return frozenset()
        if mark.kind is Kind.NUMBER:
            return mark.keys
        if mark.kind is Kind.HAVE:
            return _HAVE
        if mark.word.startswith(_TERM):
            return frozenset({mark.word})
        known = {concept for key in mark.keys for concept in concepts_of(self.language).get(key, ())}
        return frozenset(known | ({"=" + mark.word} if mark.word in self._shared else set()))


def _same(own: _Reader, mine: Statement, theirs: _Reader, other: Statement) -> bool:
    if [link for link, _ in mine.links] != [link for link, _ in other.links]:
        return False
    clauses = [(mine.main, other.main), *zip((c for _, c in mine.links), (c for _, c in other.links), strict=True)]
    return all(_same_clause(own, one, theirs, two) for one, two in clauses)


def _same_clause(own: _Reader, mine: Marks, theirs: _Reader, other: Marks) -> bool:
    if _limits(mine) != _limits(other) or _passives(mine, own.language) != _passives(other, theirs.language):
        return False
    first, second = own.parts(mine), theirs.parts(other)
    if first is None or second is None or len(first) != len(second):
        return False
    return all(says_the_same(a, b) for a, b in zip(first, second, strict=True))


def _passives(clause: Marks, language: str) -> tuple[bool, bool]:
    """Whether the clause is passive, and whether the relative clause at its end is."""
    split = split_relative(clause, language)
    if split is None:
        return is_passive(clause, language), False
    return is_passive(split[0], language), relative_is_passive(split[1], language)


def _written_out(text: str, language: str) -> str:
    """The text with what one language says in a word and the other in two said alike."""
    for pattern, said in _SAID_ALIKE["sw" if language == "sw" else "en"]:
        text = pattern.sub(said, text)
    return text


def _direction(units: Sequence[Unit]) -> str:
    """Which way `kwenye` points behind the verb: `huondoa udongo kwenye eneo` is from, `hurudisha kwenye moyo` to."""
    keys = {key for unit in units for key in unit.mark.keys if unit.mark.finite}
    return next((way for way, verbs in _DIRECTIONS.items() if keys & verbs), "")


def _gives(units: Sequence[Unit]) -> bool:
    return any(unit.mark.finite and unit.mark.keys & _GIVING for unit in units)


def _tells_time(mark: Mark) -> bool:
    return mark.kind is Kind.NUMBER or mark.word in {"miaka", "mwaka", "siku", "vipindi", "muda"}


def _limits(marks: Sequence[Mark]) -> list[str]:
    """What is denied or limited. "May" and "can" are one word in Swahili; "other" is a thing said."""
    limiting = [mark for mark in marks if mark.kind in _LIMITING and mark.value != "other"]
    return sorted(f"{mark.kind}:{'can' if mark.value == 'may' else mark.value}" for mark in limiting)


def _is_doing(unit: Unit) -> bool:
    """True for "making" in "by making antibodies"."""
    return unit.mark.kind is Kind.WORD and unit.mark.word.endswith("ing") and unit.opens in {"by", "without", "for"}


@lru_cache(maxsize=2)
def concepts_of(language: str) -> dict[str, frozenset[str]]:
    """What a word may be, by its key: our pairs, and the glossary's terms of one word."""
    found: dict[str, set[str]] = {}
    for number, pair in enumerate(PAIRS.split(";")):
        english, _, swahili = pair.strip().partition("=")
        for word in (swahili if language == "sw" else english).split():
            for key in _keys(word, language):
                found.setdefault(key, set()).add("have" if "kuwa-na" in swahili else f"c{number}")
    for number, entry in enumerate(_glossary().entries):
        for term in entry.terms("sw" if language == "sw" else "en"):
            parts = words(term)
            for key in _keys(parts[0], language) if len(parts) == 1 else []:
                found.setdefault(key, set()).add(_term(number))
    return {key: frozenset(concepts) for key, concepts in found.items()}


def _keys(word: str, language: str) -> list[str]:
    if language != "sw":
        return [stem(word, "en")]
    facts = verb_facts(word) if word.startswith("ku") else None
    if facts is None and word.startswith("ku") and len(word) <= 5:
        return ["v:" + word[2:]]
    return ["v:" + root for root in facts.roots] if facts else list(noun_keys(word))


@lru_cache(maxsize=256)
def _with_terms(text: str, language: str) -> str:
    """The text with each longer term of the glossary as one word that is the same in both languages."""
    written = []
    end = 0
    for match in _glossary().find(text, language):
        if match.language == language and not match.others and len(words(text[match.start : match.end])) > 1:
            written += [text[end : match.start], _term(_numbers()[match.entry])]
            end = match.end
    return "".join([*written, text[end:]])


def _term(number: int) -> str:
    return _TERM + "".join(chr(ord("a") + int(digit)) for digit in str(number))


@lru_cache(maxsize=1)
def _glossary() -> Glossary:
    return Glossary.load()


@lru_cache(maxsize=1)
def _numbers() -> dict[object, int]:
    return {entry: number for number, entry in enumerate(_glossary().entries)}
