"""Examples of a thing in its own passages: "acids, such as ...", or the rows of a table whose first column names it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.question.terms import Mentions, Term
from tutor.core.types import EvidenceSentence
from tutor.language.tokens import word_spans
from tutor.library.store import LibraryStore, StoredPassage
from tutor.library.tables import readable_text

MOST = 3
BEGINNING = 3
"""Words of a thing before the "is" of a sentence that says what it is."""
NEAR = 3
"""Words before "such as", or behind "examples of", within which that is named of which examples are given."""
_IS = re.compile(r"is|are|was|were|means|ni", re.IGNORECASE)
_CUE = re.compile(
    r"\b(?:such as|for example|for instance|kama vile|kwa mfano|"
    r"(?P<of>(?:examples?|mifano|mfano)\s+(?:of|ya|wa|za)))\b",
    re.IGNORECASE,
)


def is_example_of(text: str, language: str, things: Sequence[Term]) -> bool:
    """True for a sentence that gives an example, and of the thing: it speaks of it, or names it beside the cue."""
    cue = _CUE.search(text)
    if cue is None or not things:
        return False
    before = [text[start:end] for _, start, end in word_spans(text) if end <= cue.start()]
    behind = [text[start:end] for _, start, end in word_spans(text) if start >= cue.end()]
    beside = behind[:NEAR] if cue["of"] else before[-NEAR:]
    if _names(" ".join(beside), language, things):
        return True
    told = next((place for place, word in enumerate(before[: BEGINNING + 1]) if _IS.fullmatch(word)), 0)
    return _names(" ".join(before[:told]), language, things)


def examples_in(passages: Sequence[StoredPassage], things: Sequence[Term]) -> tuple[EvidenceSentence, ...]:
    """At most `MOST` sentences of the passages, in order, that give examples of the thing; table rows where no sentence
    does."""
    if not things:
        return ()
    rows: list[EvidenceSentence] = []
    said: list[EvidenceSentence] = []
    for stored in passages:
        language = stored.passage.metadata.language
        for sentence in stored.sentences:
            item = EvidenceSentence(sentence, stored.passage, 1.0, 1.0, 1.0)
            if sentence.kind == "table_row":
                column = readable_text(stored.passage, sentence).partition(":")[0]
                rows += [item] if _names(column, language, things) else []
            elif is_example_of(sentence.text, language, things):
                said.append(item)
    return tuple(said[:MOST] or rows[:MOST])


def example_passages(store: LibraryStore, told: Sequence[EvidenceSentence]) -> list[StoredPassage]:
    """The passages in which the thing itself is told, each with the one behind it where both have one heading."""
    names = list(dict.fromkeys(item.passage.id for item in told))
    found: list[StoredPassage] = []
    for stored in store.passages_by_id(names):
        found.append(stored)
        if stored.passage.next_id is not None and stored.passage.next_id not in names:
            found += [
                one
                for one in store.passages_by_id([stored.passage.next_id])
                if one.passage.heading_path[: len(stored.passage.heading_path)] == stored.passage.heading_path
            ]
    return found


def _names(text: str, language: str, things: Sequence[Term]) -> bool:
    mentioned = Mentions(text, language)
    return all(mentioned.mentions(thing) for thing in things)
