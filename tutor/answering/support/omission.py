"""What may be left out of a book's clause without making another claim of the rest."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering.support.marks import Kind
from tutor.answering.support.units import TIME, Chunk

_BINDING = {"if", "unless", "when", "until", "than", "without", "instead", "of", "between", "against", "as", "per"}
"""What a sentence may not lose: without it the rest is no longer what the book says."""
_YEAR = 4
_STRICT = {"all", "only", "no", "any", "never", "not", "both", "either", "same", "different", "less", "more"}


class Omissions:
    """Judges what is left out of one clause. `whole`: nothing may be, as in a condition."""

    def __init__(self, chunks: Sequence[Chunk], whole: bool) -> None:
        self._chunks = chunks
        self._whole = whole
        self._verb = next((i for i, chunk in enumerate(chunks) if chunk[0].opens == "verb"), None)
        self._past = self._verb is not None and any(unit.mark.past for unit in chunks[self._verb])
        self._denied = any(unit.mark.kind is Kind.NOT for chunk in chunks for unit in chunk)

    def may_end(self, chunk: int, last: int) -> bool:
        if self._verb is not None and last < self._verb:
            return False
        rest = self._chunks[chunk:]
        return not rest or self._spare(chunk, len(self._chunks), last)

    def may_skip(self, start: int, stop: int, last: int) -> bool:
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
            deeper = any(
                chunk[0].opens.split(" ")[-1] in {"rel", "where", "to", "from", "between"}
                and not (chunk[0].join and number == 0)
                for number, chunk in enumerate(self._chunks[start:stop])
            )
            same_way = first.opens == nxt.opens and all(
                chunk[0].opens in {"", "of", first.opens} for chunk in self._chunks[start:stop]
            )
            return in_list and (same_way or not deeper) and self._spare(start, stop, last, listed=True)
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
        follows = self._chunks[stop][0].join if listed and stop < len(self._chunks) else ""
        if first_left.opens in {"by", "from", "with"} and any(unit.mark.word.endswith("ing") for unit in said):
            return False  # "by dividing it by its length"
        limited = any(unit.mark.value in _STRICT for unit in said)
        for number in range(start, stop):
            chunk = self._chunks[number]
            first = chunk[0]
            opens = first.opens.split(" ")[0] if first.opens else ""
            kinds = {unit.mark.kind for unit in chunk}
            if kinds == {Kind.LIMIT} or (listed and first.opens == "object" and Kind.LIMIT in kinds):
                return False
            if (
                (number == start or listed)
                and "or" in (first.join, follows)
                and not (self._denied or opens in {"by", "kwa"})
            ):
                return False  # one of two that may be is not what is
            if opens in _BINDING and not (number > start and opens in {"of", "as"}) and not self._is_year(number):
                return False
            if first.front and not all(
                u.mark.kind is Kind.NUMBER or u.mark.named or u.mark.value in TIME for u in chunk
            ):
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

    def _is_year(self, number: int) -> bool:
        """True for "of 1914-1918" behind a name: the First World War is the same without it."""
        chunk, before = self._chunks[number], self._chunks[number - 1] if number else ()
        years = all(unit.mark.kind is Kind.NUMBER and len(unit.mark.value) == _YEAR for unit in chunk)
        return years and chunk[0].opens == "of" and bool(before) and before[-1].mark.named

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
        return (bool(opens) and opens not in {"verb", "object", "rel", "by", "like"}) or any(
            unit.mark.value in {"both", "either"} for unit in self._chunks[last]
        )
