"""Does one clause say what another says, and no more? Chunk by chunk, in order.

The book's clause is cut into chunks at prepositions, commas, "and", relative words and verbs. A chunk is said whole
or left out whole, and only what limits nothing may be left out. Nothing may be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tutor.answering.support.clauses import Marks, finite_at, with_front_behind
from tutor.answering.support.marks import Kind, Mark

_JOINS = {Kind.AND: "and", Kind.OR: "or", Kind.COMMA: "comma"}
_BINDING = {"if", "unless", "when", "until", "than", "without", "instead", "of", "between", "against", "as", "like-of"}
"""What a sentence may not lose: without it the rest is no longer what the book says."""
_MODAL = {"can", "may", "must", "should"}
_TIME = {"approx", "least", "more"}
_GIVES_WAY = {"yellow", "thin"}


@dataclass(frozen=True)
class Unit:
    """A mark with what opens before it. `join`: and, or, comma; `opens`: a preposition's class, rel, verb or object."""

    mark: Mark
    join: str = ""
    opens: str = ""
    front: bool = False

    @property
    def starts_chunk(self) -> bool:
        return bool(self.join or self.opens)


Chunk = tuple[Unit, ...]


@lru_cache(maxsize=8_192)
def units_of(clause: Marks) -> tuple[Unit, ...]:
    """The clause's units in one order: subject, verb, object, the rest, then when it happened."""
    body, front = with_front_behind(clause)
    verb = finite_at(body)
    units = _opened(body, verb)
    units += [Unit(unit.mark, unit.join, unit.opens, front=True) for unit in _opened(front, None)]
    return tuple(_times_last(units))


def _opened(marks: Sequence[Mark], verb: int | None) -> list[Unit]:
    units: list[Unit] = []
    join = opens = ""
    pending_object = False
    swallowed = -1
    for at, mark in enumerate(marks):
        if mark.kind in _JOINS:
            join = _joined(join, _JOINS[mark.kind])
            continue
        if mark.kind is Kind.PREP and at == swallowed:
            continue
        if mark.kind is Kind.PREP:
            opens = f"{opens} {mark.value}".strip() if opens and opens != "object" else mark.value
            continue
        if mark.kind is Kind.REL:
            opens = f"{opens} {'rel' if mark.value == 'who' else 'where'}".strip()
            continue
        nxt = marks[at + 1] if at + 1 < len(marks) else None
        if mark.kind is Kind.LIMIT and nxt is not None and nxt.kind is Kind.PREP and not opens:
            # "mainly in the leaf": the limit belongs to the phrase that it stands before.
            units.append(Unit(mark, join, nxt.value))
            join, swallowed = "", at + 1
            continue
        if verb is not None and at < verb and mark.kind in {Kind.NOT, Kind.LIMIT} and _leads_to(marks, at, verb):
            opens = opens or ("verb" if not units or units[-1].opens != "verb" else "")
        elif at == verb:
            opens = opens or ("" if units and units[-1].opens == "verb" and _leads_to(marks, at - 1, verb) else "verb")
        elif pending_object and not opens and not join:
            opens = "object"
        pending_object = at == verb
        units.append(Unit(mark, join, opens))
        join = opens = ""
    return units


def _joined(before: str, now: str) -> str:
    """Comma and "and" together are more than either: they may close a list or begin a clause."""
    if "or" in (before, now):
        return "or"
    if before == "comma" and now == "and":
        return "comma and"
    return now if not before or now == "and" else before


def _leads_to(marks: Sequence[Mark], at: int, verb: int) -> bool:
    return all(mark.kind in {Kind.NOT, Kind.LIMIT} for mark in marks[at:verb]) and marks[at].kind in {
        Kind.NOT, Kind.LIMIT,
    } and not (marks[at].kind is Kind.LIMIT and marks[at].value not in _MODAL)  # fmt: skip


def _times_last(units: list[Unit]) -> list[Unit]:
    """Dates at the end. One that stands behind another clause, an aside or a second verb belongs there and stays."""
    kept: list[Unit] = []
    times: list[Unit] = []
    at = 0
    inner = False
    while at < len(units):
        unit = units[at]
        inner = inner or unit.opens in {"rel", "where", "when", "if"} or unit.mark.infinitive or bool(unit.join)
        end = at + 1
        if unit.opens == "in" and not unit.join and not inner and _tells_time(unit):
            while end < len(units) and _tells_time(units[end]) and not units[end].join and units[end].opens in {"", "in", "of"}:
                end += 1
            if any(one.mark.kind is Kind.NUMBER for one in units[at:end]) and not (end < len(units) and units[end].join):
                times += units[at:end]
                at = end
                continue
        kept += units[at:end]
        at = end
    return kept + times


def _tells_time(unit: Unit) -> bool:
    return unit.mark.kind is Kind.NUMBER or unit.mark.value in _TIME


def chunks_of(units: Sequence[Unit]) -> list[Chunk]:
    """The units cut where something opens."""
    chunks: list[list[Unit]] = []
    for unit in units:
        if unit.starts_chunk or not chunks or unit.front != chunks[-1][-1].front:
            chunks.append([])
        chunks[-1].append(unit)
    return [tuple(chunk) for chunk in chunks]


class Aligner:
    """Tries to read `said` as what the clause `book` says. `before_said` and `before_book`: what pronouns may mean."""

    def __init__(self, said: Marks, book: Marks, before_said: Marks = (), before_book: Marks = (), turned: bool = False,
                 whole: bool = False) -> None:  # fmt: skip
        self._said = units_of(said)
        self._chunks = chunks_of(units_of(book))
        self._said_names = keys_of(before_said)
        self._book_names = keys_of(before_book)
        self._verb = next((i for i, chunk in enumerate(self._chunks) if chunk[0].opens == "verb"), None)
        self._turned = turned
        self._whole = whole
        verb_mark = self._chunks[self._verb][-1].mark if self._verb is not None else None
        self._past = verb_mark is not None and any(unit.mark.past for unit in self._chunks[self._verb or 0])
        self._denied = any(unit.mark.kind is Kind.NOT for chunk in self._chunks for unit in chunk)
        self._dead: set[tuple[int, int, int]] = set()

    def agrees(self) -> bool:
        """True when every word said stands in the book's clause in order and nothing that matters is left out."""
        return bool(self._said) and self._from(0, 0, -1)

    def _from(self, at: int, chunk: int, last: int) -> bool:
        if (at, chunk, last) in self._dead:
            return False
        if at == len(self._said):
            if self._may_end(chunk, last):
                return True
        else:
            for nxt in range(chunk, len(self._chunks)):
                if nxt > chunk and not self._may_skip(chunk, nxt, last):
                    continue
                for after in self._covered(at, nxt, 0, first=True):
                    if self._from(after, nxt + 1, nxt):
                        return True
        self._dead.add((at, chunk, last))
        return False

    def _covered(self, at: int, chunk: int, place: int, first: bool = False) -> list[int]:
        """Where in `said` one may stand after saying the whole chunk from `place` on."""
        units = self._chunks[chunk]
        if place == len(units):
            return [at]
        book = units[place]
        found: list[int] = []
        if at < len(self._said):
            said = self._said[at]
            if self._same(said, book, first):
                found += self._covered(at + 1, chunk, place + 1)
            if said.mark.kind is Kind.PRONOUN and _may_open(said, book) and self._named(units[place:], self._said_names):
                found.append(at + 1)
            if book.mark.kind is Kind.PRONOUN and _may_open(said, book):
                found += [
                    after
                    for length in (1, 2, 3)
                    if self._pronoun_means(at, length)
                    for after in self._covered(at + length, chunk, place + 1)
                ]
        if self._droppable(chunk, place):
            found += self._covered(at, chunk, place + 1, first)
        return found

    def _same(self, said: Unit, book: Unit, first: bool) -> bool:
        one, other = said.mark, book.mark
        if not one.keys & other.keys or not _may_open(said, book):
            return False
        if _swahili_verb(one) and one.participle != other.participle:
            return False
        turned = self._turned
        return turned or not (one.concord and other.concord) or one.concord == other.concord

    def _named(self, units: Chunk, names: frozenset[str]) -> bool:
        return bool(names) and all(unit.mark.keys & names and unit.mark.kind is not Kind.PRONOUN for unit in units)

    def _pronoun_means(self, at: int, length: int) -> bool:
        meant = self._said[at : at + length]
        return len(meant) == length and not any(unit.opens for unit in meant[1:]) and self._named(
            tuple(meant), self._book_names
        )

    def _droppable(self, chunk: int, place: int) -> bool:
        """True for a Swahili verb's object marker, for a describing word behind "is a" and for a title before a
        name."""
        units = self._chunks[chunk]
        if units[place].mark.kind is Kind.PRONOUN and units[place].mark.word == "":
            return True
        if not units[0].mark.named and units[-1].mark.named and place < len(units) - 1:
            name = next(at for at, unit in enumerate(units) if unit.mark.named)
            if place <= name and all(unit.mark.named for unit in units[name:]) and not units[0].opens.startswith("verb"):
                return all(unit.mark.kind is Kind.WORD and not unit.mark.finite for unit in units[: place + 1])
        behind_be = chunk > 0 and units[0].opens == "object" and self._chunks[chunk - 1][-1].mark.kind is Kind.BE
        if not behind_be or place >= len(units) - 1:
            return False
        mark = units[place].mark
        return (
            mark.kind is Kind.WORD
            and not (mark.named or mark.participle or mark.word.endswith(("er", "est", "ly")))
            and units[0].mark.after_article
            and all(unit.mark.kind is Kind.WORD for unit in units)
        )

    def _may_end(self, chunk: int, last: int) -> bool:
        if self._verb is not None and last < self._verb:
            return False
        rest = self._chunks[chunk:]
        return not rest or self._spare(chunk, len(self._chunks), last)

    def _may_skip(self, start: int, stop: int, last: int) -> bool:
        """True when the chunks from `start` to before `stop` may be left out though `stop` is said."""
        nxt = self._chunks[stop][0]
        if nxt.front and not self._chunks[start][0].front:
            return self._verb is not None and last >= self._verb and self._spare(start, stop, last)
        if self._is_aside(start, stop) or self._is_example(start, stop):
            return True
        if self._whole:
            return False
        if self._verb is None or last < self._verb:
            return False
        if nxt.join:
            first = self._chunks[start][0]
            in_list = bool(first.join) or first.opens == "object" or (first.opens == nxt.opens and nxt.join != "comma")
            return in_list and self._spare(start, stop, last, listed=True)
        if nxt.opens in {"", "verb", "object", "rel", "where", "of", "between"}:
            return False
        inside = [unit for chunk in self._chunks[start:stop] for unit in chunk]
        if any(unit.opens in {"rel", "where"} or unit.mark.infinitive or unit.mark.participle for unit in inside):
            return False  # what follows hangs on what would be left out
        return self._spare(start, stop, last)

    def _is_example(self, start: int, stop: int) -> bool:
        """True for "such as glass" before the verb."""
        return self._chunks[start][0].opens == "example" and self._chunks[stop][0].opens == "verb"

    def _is_aside(self, start: int, stop: int) -> bool:
        """True between two commas: "Julius Nyerere, a teacher, became"."""
        first, nxt = self._chunks[start][0], self._chunks[stop][0]
        inside = self._chunks[start:stop]
        return (
            first.join == "comma"
            and nxt.join == "comma"
            and nxt.opens in {"verb"}
            and not any(unit.mark.kind is Kind.NOT for part in inside for unit in part)
            and not any(part[0].opens in {"if", "unless", "without"} for part in inside)
        )

    def _spare(self, start: int, stop: int, last: int, listed: bool = False) -> bool:
        """True when none of the chunks limits or completes what stays."""
        first_left = self._chunks[start][0]
        if self._whole or (self._denied and not self._may_shorten_denial(start, stop)):
            return False
        if not listed and not first_left.join and not first_left.front and self._is_bare(last):
            return False
        said = self._chunks[last] if last >= 0 else ()
        limited = any(unit.mark.value in {"all", "only", "no", "any", "never", "not", "both", "either", "same", "different",
                                          "less", "more"} for unit in said)  # fmt: skip
        for number in range(start, stop):
            chunk = self._chunks[number]
            first = chunk[0]
            opens = first.opens.split(" ")[0] if first.opens else ""
            kinds = {unit.mark.kind for unit in chunk}
            if opens in _BINDING and not (number > start and opens in {"of", "as"}):
                return False
            if first.front and not all(u.mark.kind is Kind.NUMBER or u.mark.named or u.mark.value in _TIME for u in chunk):
                return False
            if opens == "verb" and not listed:
                return False
            if Kind.NOT in kinds or any(unit.mark.value == "only" for unit in chunk):
                return False
            if opens == "rel" and limited:
                return False
            if opens == "object" and not listed:
                return False
            if opens == "" and not first.join and not first.front:
                return False
            if number == start and opens == "to" and first.mark.infinitive and not self._has_object(last):
                return False
            glued = first.join in {"and", "or"} and not listed and not first.mark.infinitive
            if number == start and glued and self._completes(last):
                return False
            if first.join == "or" and self._chunks[last][0].mark.value == "either":
                return False
        return True

    def _may_shorten_denial(self, start: int, stop: int) -> bool:
        """True for "not by a, b or c" without c, and for an example behind a comma: what denies less may not stay."""
        firsts = [chunk[0] for chunk in self._chunks[start:stop] if chunk[0].opens != "of"]
        if not firsts:
            return False
        choices = all(first.join in {"comma", "or"} for first in firsts) and any(first.join == "or" for first in firsts)
        return choices or (firsts[0].join == "comma" and firsts[0].opens in {"like", "example"})

    def _is_bare(self, last: int) -> bool:
        """True behind a verb or an adjective that says in general what is only so under what follows: "is common where
        land is scarce", "contracts from 0 to 4 degrees"."""
        if self._past or self._verb is None:
            return False
        if last == self._verb:
            return True
        predicate = last == self._verb + 1 and self._chunks[self._verb][-1].mark.kind is Kind.BE
        said = self._chunks[last]
        return predicate and not (said[0].mark.after_article or any(unit.mark.participle for unit in said))

    def _has_object(self, last: int) -> bool:
        return self._verb is not None and last > self._verb

    def _completes(self, last: int) -> bool:
        """True when the last said chunk belongs to a pair that only holds together: of x and y, between x and y."""
        opens = self._chunks[last][0].opens
        return bool(opens) and opens not in {"verb", "object", "rel", "by", "like"} or any(
            unit.mark.value in {"both", "either"} for unit in self._chunks[last]
        )


def keys_of(marks: Marks) -> frozenset[str]:
    """Every meaning of the words, without grammar."""
    kinds = {Kind.WORD, Kind.NUMBER}
    return frozenset(key for mark in marks if mark.kind in kinds for key in mark.keys)


def _swahili_verb(mark: Mark) -> bool:
    return any(key.startswith("v:") for key in mark.keys)


_EQUAL_OPENINGS = ({"", "verb", "object"}, {"in", "", "object"}, {"kwa", "with"}, {"like", "of"})


def _may_open(said: Unit, book: Unit) -> bool:
    """True when what opens before the two words comes to the same."""
    if (said.join == "or") != (book.join == "or") and said.join and book.join not in {"", "comma"}:
        return False
    if said.join in {"and", "comma and", "or"} and not book.join:
        return False
    if said.opens == book.opens:
        return True
    pair = {said.opens, book.opens}
    if pair <= {"", "verb", "object"}:
        return True
    return pair <= {"in", "", "object"} and (said.mark.named or book.mark.kind is Kind.NUMBER)
