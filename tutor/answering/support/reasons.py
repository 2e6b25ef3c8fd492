"""Why a sentence stands on no evidence: the first of the named checks that its nearest book sentence fails."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.negation import same_negations
from tutor.answering.support.reading import marks_of
from tutor.answering.support.support import Book
from tutor.language.tokens import word_spans, words

_TOLD = {Kind.WORD, Kind.NUMBER}
_CAUSES = {"because", "so"}


def reason_against(sentence: str, language: str, books: Sequence[Book], numbers: frozenset[str]) -> str:
    """number, name, negation, content, spliced, cause, qualifier or order. `numbers`: those of the sentence.

    `spliced`: every word is in the evidence, but no one sentence holds them all; `order`: one does, and says something
    else of them.
    """
    if not books:
        return "content"
    marks = marks_of(sentence, language)
    near = max(books, key=lambda book: (_held(marks, book), -books.index(book)))
    evidence = [word for book in books for word in words(book.text)]
    figures = {key for book in books for mark in marks_of(book.text, book.language) for key in mark.keys}
    if any(f"#{number}" not in figures and number not in evidence for number in numbers):
        return "number"
    if names_of(sentence) - {word.casefold() for word in evidence}:
        return "name"
    if not same_negations(sentence, language, near.text, near.language):
        return "negation"
    missing = [mark for mark in marks if mark.kind in _TOLD and not mark.keys & _keys(near)]
    if missing:
        everywhere = frozenset().union(*(_keys(book) for book in books))
        return "spliced" if all(mark.keys & everywhere for mark in missing) else "content"
    own = marks_of(near.text, near.language)
    if _values(marks, Kind.LINK, _CAUSES) != _values(own, Kind.LINK, _CAUSES) or _values(marks, Kind.LINK, _CAUSES):
        return "cause"
    limits, theirs = _values(marks, Kind.LIMIT), _values(own, Kind.LIMIT)
    if not limits <= theirs or (limits != theirs and _in_order(marks, own)):
        return "qualifier"
    return "order"


def names_of(text: str) -> frozenset[str]:
    """Words written with a capital that do not begin the sentence, in lower case: names of people and places."""
    spans = word_spans(text)
    return frozenset(
        token.casefold()
        for position, (token, start, _) in enumerate(spans)
        if position > 0 and text[start].isupper() and len(token) > 1
    )


def _held(marks: Sequence[Mark], book: Book) -> float:
    told = [mark for mark in marks if mark.kind in _TOLD]
    keys = _keys(book)
    return sum(bool(mark.keys & keys) for mark in told) / len(told) if told else 0.0


def _keys(book: Book) -> frozenset[str]:
    return frozenset(key for mark in marks_of(book.text, book.language) for key in mark.keys)


def _in_order(marks: Sequence[Mark], own: Sequence[Mark]) -> bool:
    """True when the sentence's words stand in the book's order."""
    left = iter(mark for mark in own if mark.kind in _TOLD)
    return all(any(mark.keys & other.keys for other in left) for mark in marks if mark.kind in _TOLD)


def _values(marks: Sequence[Mark], kind: Kind, among: set[str] | None = None) -> frozenset[str]:
    return frozenset(mark.value for mark in marks if mark.kind is kind and (among is None or mark.value in among))
