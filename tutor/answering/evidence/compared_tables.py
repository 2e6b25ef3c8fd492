"""A comparison that a book makes in a table: one column for each side, and every row of it is the answer."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering.evidence.compared import compared_sides
from tutor.answering.evidence.definitions import defines
from tutor.answering.evidence.scored import Scored
from tutor.answering.question.terms import Mentions, Term
from tutor.answering.question.understanding import Understanding
from tutor.language.tokens import words
from tutor.library.tables import column_names

FEWEST_ROWS = 2
MOST_ROWS = 10
BEHIND = 0.45
"""By how much the best row may be worse than the best sentence: rows are short, and say little alone."""


def compared_table(best: Scored, scored: Sequence[Scored], question: Understanding) -> list[Scored]:
    """The rows of a table that has a column of its own for each side; empty where no passage has one."""
    sides = _own_terms(question)
    if not sides:
        return []
    by_passage: dict[str, list[Scored]] = {}
    for item in scored:
        if item.passage.metadata.language != best.passage.metadata.language:
            continue
        names = column_names(item.passage, item.sentence)[1:]
        if names and _has_each_side(names, sides, item.passage.metadata.language):
            by_passage.setdefault(item.passage.id, []).append(item)
    tables = [rows for rows in by_passage.values() if len(rows) >= FEWEST_ROWS]
    fullest = max(tables, key=lambda rows: max(row.score for row in rows), default=[])
    if not fullest or max(row.score for row in fullest) < best.score - BEHIND:
        return []
    rows = sorted(fullest, key=lambda row: row.position)[:MOST_ROWS]
    return [*_definitions(scored, sides, rows[0].passage.metadata.language), *rows]


def _definitions(scored: Sequence[Scored], sides: Sequence[Sequence[Term]], language: str) -> list[Scored]:
    """The best sentence that says what each side is; none for a side that no passage says."""
    found = []
    for terms in sides:
        own = [
            item
            for item in scored
            if item.sentence.kind == "sentence"
            and item.passage.metadata.language == language
            and all(defines(item.sentence.text, [term], language) == 1.0 for term in terms)
        ]
        found += sorted(own, key=lambda item: -item.score)[:1]
    return found


def _own_terms(question: Understanding) -> list[list[Term]]:
    """For each side the terms of the question that only it has; empty where a side has none."""
    sides = [set(words(side)) for side in compared_sides(question.text)]
    own = []
    for number, side in enumerate(sides):
        others = set().union(*(other for place, other in enumerate(sides) if place != number))
        own.append([term for term in question.terms if set(words(term.written)) & (side - others)])
    return own if own and all(own) else []


def _has_each_side(names: Sequence[str], sides: Sequence[Sequence[Term]], language: str) -> bool:
    """True when each side is named by a column that names no other side better."""
    named = [[sum(map(Mentions(name, language).mentions, terms)) for name in names] for terms in sides]
    best = [max(range(len(names)), key=counts.__getitem__) for counts in named]
    return all(map(any, named)) and len(set(best)) == len(best)
