"""A sentence of one language on evidence of the other: every word accounted for both ways, in the same roles.

Words are matched through the glossary's terms and `bilingual`; a word that neither knows is trusted only when it is
written the same in both. What a clause speaks of must be the same things, and so must what it says of them; what is
denied, limited or made a condition must be the same. A clause with a word that is not listed fails: most do. The
vectors are looked at after that, for they cannot tell "who" from "whom".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tutor.answering.support.bilingual import PAIRS
from tutor.answering.support.clauses import Statement, statements_of
from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.phrases import Marks, finite_at, with_front_behind
from tutor.answering.support.reading import marks_of
from tutor.answering.support.swahili_verbs import verb_facts
from tutor.answering.support.synonyms import noun_keys
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


@dataclass(frozen=True)
class _Thing:
    """Something said, as the concepts it may be, with the role it is said in."""

    meant: frozenset[str]
    role: str = ""


def crossing_fault(sentence: str, language: str, book: str, book_language: str) -> str | None:
    """Why the sentence is no translation that can be trusted: unknown-word or crossing; None when it is."""
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
        turned = actives(statement.main, self.language)
        yield from (Statement(main, statement.links) for main in turned) if turned else [statement]

    def meanings(self, statement: Statement) -> Iterator[frozenset[str]]:
        for mark in (*statement.main, *(mark for _, clause in statement.links for mark in clause)):
            if mark.kind in _TOLD:
                yield self._meant(mark)

    def parts(self, clause: Marks) -> tuple[list[_Thing], list[_Thing]] | None:
        """(what is spoken of, what is said of it); None for a clause with no verb or with a clause inside it,
        whose own subject would be one thing among many."""
        if not finite_at(with_front_behind(clause)[0]) or sum(mark.finite for mark in clause) > 1:
            return None
        units = units_of(clause)
        verb = next((number for number, unit in enumerate(units) if unit.opens == "verb"), len(units))
        things = list(self._things(units))
        return things[:verb], things[verb:]

    def _things(self, units: Sequence[Unit]) -> Iterator[_Thing]:
        role = ""
        for unit in units:
            if unit.starts_chunk:
                role = next((label for label in unit.opens.split(" ") if label in _ROLES), "")
            yield _Thing(self._meant(unit.mark) if unit.mark.kind in _TOLD else frozenset(), role)

    def _meant(self, mark: Mark) -> frozenset[str]:
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
    if _limits(mine) != _limits(other) or is_passive(mine, own.language) != is_passive(other, theirs.language):
        return False
    first, second = own.parts(mine), theirs.parts(other)
    return first is not None and second is not None and all(_match(a, b) for a, b in zip(first, second, strict=True))


def _limits(marks: Sequence[Mark]) -> list[str]:
    return sorted(f"{mark.kind}:{mark.value}" for mark in marks if mark.kind in _LIMITING)


def _match(mine: Sequence[_Thing], theirs: Sequence[_Thing]) -> bool:
    """True when each thing has a counterpart of its own."""
    told, left = [thing for thing in mine if thing.meant], [thing for thing in theirs if thing.meant]
    if len(told) != len(left):
        return False
    for thing in told:
        found = next((other for other in left if other.meant & thing.meant and other.role == thing.role), None)
        if found is None:
            return False
        left.remove(found)
    return True


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
