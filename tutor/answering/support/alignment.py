"""Does one clause say what another says, and no more? Chunk by chunk, in order.

The book's clause is cut into chunks at prepositions, commas, "and", relative words and verbs. A chunk is said whole
or left out whole, and only what limits nothing may be left out. Nothing may be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.omission import Omissions
from tutor.answering.support.phrases import Marks
from tutor.answering.support.pronouns import may_mean
from tutor.answering.support.units import Unit, chunks_of, keys_of, units_of
from tutor.language.wordlists import word_set

_WITHIN_NOUN = {"", "of", "in", "behind", "above", "below"}
"""What may open inside the noun that a pronoun stands for: "places near the Equator"."""


_FORENAMES = word_set(
    "julius kambarage abeid amani ali hassan benjamin jakaya john samia rashidi edward oscar bibi titi mwalimu abdalla "
    "abdallah selemani suleiman seyyid said salim mohamed muhammad ahmed omari juma hamisi saidi jomo kwame nelson "
    "robert kenneth milton patrice haile idi yoweri daniel joseph peter paul james george william henry charles david "
    "thomas richard francis isaac albert michael robert louis gregor alexander antoine dmitri marie mary rosalind "
    "carl karl otto hermann von vasco bartholomew ernest niels georg alessandro andre blaise robert amedeo ludwig "
    "emil hans friedrich wilhelm adolf winston cecil frederick donald horace anne elizabeth ruth asha fatma maria"
)
"""Who has one of these is a person, whom the last name alone means too; "East Africa" or "Mnazi Bay" is no person."""


_PLACES_APART = word_set("north south east west central northern southern eastern western new old former upper lower")
"""East Africa is not Africa, nor the new Community any Community: no titles."""
_PROCESS = ("sis", "tion", "sion", "ment", "ysis")


class Aligner:
    """Tries to read `said` as what the clause `book` says. `before_said` and `before_book`: what pronouns may mean."""

    def __init__(self, said: Marks, book: Marks, before_said: Marks = (), before_book: Marks = (), turned: bool = False,
                 whole: bool = False) -> None:  # fmt: skip
        self._said = units_of(said)
        self._chunks = chunks_of(units_of(book))
        self._said_names = keys_of(before_said)
        self._book_names = keys_of(before_book)
        self._omissions = Omissions(self._chunks, whole)
        self._turned = turned
        self._dead: set[tuple[int, int, int]] = set()

    def agrees(self) -> bool:
        """True when every word said stands in the book's clause in order and nothing that matters is left out."""
        return bool(self._said) and self._from(0, 0, -1)

    def _from(self, at: int, chunk: int, last: int) -> bool:
        if (at, chunk, last) in self._dead:
            return False
        if at == len(self._said):
            if self._omissions.may_end(chunk, last):
                return True
        else:
            for nxt in range(chunk, len(self._chunks)):
                spare = nxt == chunk or self._owner_named(at, chunk, nxt) or self._omissions.may_skip(chunk, nxt, last)
                if not spare:
                    continue
                for after in self._covered(at, nxt, 0, first=True):
                    if self._from(after, nxt + 1, nxt):
                        return True
            if at == 0 and chunk == 0 and self._said[0].mark.kind is Kind.PRONOUN:
                verb = next((n for n, own in enumerate(self._chunks) if own[0].opens == "verb"), 0)
                before = tuple(unit for own in self._chunks[:verb] for unit in own)
                joined = any(unit.join for unit in before)
                fits = joined or may_mean(self._said[0].mark, [unit.mark for unit in before])
                if before and fits and self._named(before, self._said_names) and self._from(1, verb, verb - 1):
                    return True
            after = self._names_owner(at, last)
            if after and self._from(after, chunk, last):
                return True
        self._dead.add((at, chunk, last))
        return False

    def _owner_named(self, at: int, start: int, stop: int) -> bool:
        """True where the book says "the wall of the ventricle" and the sentence, which named it, "its wall"."""
        left = self._chunks[start:stop]
        own = self._said[at - 1].mark.owned if at else False
        return own and all(chunk[0].opens == "of" and self._named(chunk, self._said_names) for chunk in left)

    def _names_owner(self, at: int, last: int) -> int:
        """Where the owner ends that the sentence names and the book's "its" stands for; 0 where it does not."""
        if last < 0 or self._said[at].opens != "of" or not self._chunks[last][-1].mark.owned:
            return 0
        end = at + 1
        while end < len(self._said) and not self._said[end].starts_chunk:
            end += 1
        return end if self._named(self._said[at:end], self._book_names) else 0

    def _covered(self, at: int, chunk: int, place: int, first: bool = False) -> list[int]:
        """Where in `said` one may stand after saying the whole chunk from `place` on."""
        units = self._chunks[chunk]
        if place == len(units):
            return [at]
        book = units[place]
        if first and place and _is_full_name(units, place - 1):  # what opens before the forename opens before it
            book = replace(book, join=units[0].join, opens=units[0].opens)
        found: list[int] = []
        if at < len(self._said):
            said = self._said[at]
            if self._same(said, book, first):
                found += self._covered(at + 1, chunk, place + 1)
            if (
                said.mark.kind is Kind.PRONOUN
                and _may_open(said, book)
                and may_mean(said.mark, [unit.mark for unit in units[place:]])
                and self._named(units[place:], self._said_names)
            ):
                found.append(at + 1)
            if book.mark.kind is Kind.PRONOUN and _may_open(said, book):
                found += [
                    after
                    for length in (1, 2, 3, 4)
                    if self._pronoun_means(book.mark, at, length)
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

    def _named(self, units: Sequence[Unit], names: frozenset[str]) -> bool:
        return bool(names) and all(unit.mark.keys & names and unit.mark.kind is not Kind.PRONOUN for unit in units)

    def _pronoun_means(self, pronoun: Mark, at: int, length: int) -> bool:
        meant = self._said[at : at + length]
        return (
            len(meant) == length
            and (any(unit.join for unit in meant) or may_mean(pronoun, [unit.mark for unit in meant]))
            and all(unit.opens in _WITHIN_NOUN for unit in meant[1:])
            and self._named(tuple(meant), self._book_names)
        )

    def _droppable(self, chunk: int, place: int) -> bool:
        """True for a Swahili verb's object marker, for a describing word behind "is a" and for a title before a
        name."""
        units = self._chunks[chunk]
        if units[place].mark.kind is Kind.PRONOUN and units[place].mark.word == "":
            return True
        if _is_full_name(units, place):
            return True
        titled = not units[0].mark.named and units[0].mark.word not in _PLACES_APART
        if titled and units[-1].mark.named and place < len(units) - 1:
            name = next(at for at, unit in enumerate(units) if unit.mark.named)
            if (
                place <= name
                and all(unit.mark.named for unit in units[name:])
                and not units[0].opens.startswith("verb")
            ):
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


def _is_full_name(units: Sequence[Unit], place: int) -> bool:
    """True for "Julius Kambarage" before "Nyerere"."""
    plain = all(unit.mark.kind is Kind.WORD and (unit.mark.named or not at) for at, unit in enumerate(units))
    return plain and units[0].mark.word in _FORENAMES and place < len(units) - 1


def _swahili_verb(mark: Mark) -> bool:
    return any(key.startswith("v:") for key in mark.keys)


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
    if pair == {"by", "through"}:
        return said.mark.word.endswith(_PROCESS)  # "through osmosis", "by osmosis"
    return pair <= {"in", "", "object"} and (said.mark.named or book.mark.kind is Kind.NUMBER)
