"""A part that asks something of each thing that the part before it lists: "... and their functions", "na mfano wa
kila moja". Where the list tells that already, it answers both; looked up alone the part would find something else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.composing.extract import shown_text
from tutor.answering.evidence.examples import is_example_of
from tutor.answering.evidence.list_heads import asked_heads, names_head
from tutor.answering.question.terms import Mentions, Term
from tutor.answering.question.understanding import Understanding
from tutor.core.types import EvidenceSentence
from tutor.language.clause_borders import is_clause
from tutor.language.tokens import words

FEWEST_ITEMS = 2
EXPLAINS = 5
"""Words from which on an entry of a list says more of its thing than the name."""
_OF_EACH = re.compile(r"\b(?:each|its|their|every|kila|(?:ya|za|wa|la|cha|vya)(?:ke|o))\b", re.IGNORECASE)
_EXPLAIN = re.compile(
    r"^(?:please\s+|kisha\s+)?(?:explain|describe|eleza|ueleze|elezea|fafanua|ufafanue)\b", re.IGNORECASE
)


def is_told_by_list(part: Understanding, whole: Understanding, before: Sequence[EvidenceSentence]) -> bool:
    """True when the sentences that answer the part before tell what this part asks of them. `whole`: the part with what
    its pronouns stand for."""
    heads, written = asked_heads(part), part.text
    if heads == ("example",) and any(_shows_example(leaned_on(part, whole), item) for item in before):
        return True
    items = [item for item in before if item.sentence.kind != "sentence"]
    if len(items) < FEWEST_ITEMS or not _OF_EACH.search(written):
        return False
    if heads and all(names_head(shown_text(item), heads) for item in items):
        return True
    if heads == ("work",):
        doing = [is_clause(item.sentence.text, item.passage.metadata.language) for item in items]
        return sum(doing) > len(doing) / 2
    return not heads and bool(_EXPLAIN.match(written)) and all(len(words(shown_text(i))) >= EXPLAINS for i in items)


def leaned_on(part: Understanding, whole: Understanding) -> tuple[Term, ...]:
    """What the part speaks of without naming it; "organ" too, which elsewhere is the head of a list."""
    named = {term.written for term in part.terms}
    return tuple(term for term in whole.terms if term.written not in named)


def _shows_example(things: Sequence[Term], item: EvidenceSentence) -> bool:
    language = item.passage.metadata.language
    if item.sentence.kind != "table_row":
        return is_example_of(item.sentence.text, language, things)
    if not names_head(shown_text(item), ("example",)):
        return False
    mentioned = Mentions(" ".join([*item.passage.heading_path[-1:], item.sentence.text]), language)
    return sum(map(mentioned.mentions, things)) >= len(things) / 2 > 0
