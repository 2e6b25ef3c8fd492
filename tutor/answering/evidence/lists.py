"""What a list question is answered with: the book's own list, or the sentence that enumerates, whole and in order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.evidence.list_heads import ALL_HEADS, asked_heads, enumerates, matter_share, names_head
from tutor.answering.evidence.scored import Scored
from tutor.answering.question.understanding import Understanding
from tutor.language.tokens import words

LIST_MOST = 10
NAMED_LIST = 0.3
"""What a list gains by being announced as what was asked for; half where only the heading says so."""
LIST_BEHIND = 0.25
"""By how much the best entry of a list may be worse than the best sentence and the list still be taken."""
LIST_BEHIND_IF_NAMED = 0.45
"""The same for a list whose announcement says that it is what was asked for."""
REASON = re.compile(
    r"\b(because|since|due to|as a result|therefore|so that|in order to|caused?|reasons?|led to|"
    r"kwa sababu|kwa kuwa|kutokana na|kwa ajili ya|ili|hivyo|sababu|ilisababisha|kusababisha|husababisha)\b",
    re.IGNORECASE,
)

_ANNOUNCES = re.compile(
    r":\s*$|\b(?:table|below|following|follows|these|shown|jedwali|hizi|haya|hivi|hawa|hii|\w{2,4}fuata(?:yo|zo|vyo|o|cho))\b",
    re.IGNORECASE,
)
_EITHER = re.compile(r"\b(?:or|au|ama)\b", re.IGNORECASE)
"""What a thing may be, "a sign, an object or a song", is no list of the things."""
_DIFFER = re.compile(r"\b(?:differ|differs|differences?|\w*tofauti(?:ana)?)\b", re.IGNORECASE)


def whole_list(best: Scored, scored: Sequence[Scored], question: Understanding) -> list[Scored]:
    """The list or table that answers a list question, with the sentence that announces it; else the sentences that
    enumerate what is asked for. Empty: there is neither.

    What a list is of, its announcement or the heading says; where none says it, the list counts that the best sentence
    belongs to.
    """
    heads = asked_heads(question)
    fitting = _fitting_lists(best, scored, question, heads)
    if fitting:
        chosen = max(fitting, key=lambda one: one[:2])[2]
    else:
        own = sorted((item for item in scored if item.passage.id == best.passage.id), key=lambda s: s.position)
        chosen = _list_of(best, own, question.text)
    return _with_its_announcement(chosen, heads)[:LIST_MOST]


def announced_list(best: Scored, scored: Sequence[Scored], question: Understanding) -> list[Scored]:
    """What "explain the causes of ..." is answered with where the book announces just that; empty where it does not."""
    heads = asked_heads(question)
    lists = [one for one in _fitting_lists(best, scored, question, heads) if one[0]]
    return max(lists, key=lambda one: one[1])[2][:LIST_MOST] if heads and lists else []


def _fitting_lists(
    best: Scored, scored: Sequence[Scored], question: Understanding, heads: Sequence[str]
) -> list[tuple[bool, float, list[Scored]]]:
    """(whether it is announced as what was asked, how well it fits, its sentences) of every list that fits."""
    by_passage: dict[str, list[Scored]] = {}
    for item in scored:
        if item.passage.metadata.language == best.passage.metadata.language:
            by_passage.setdefault(item.passage.id, []).append(item)
    fitting: list[tuple[bool, float, list[Scored]]] = []
    for own in by_passage.values():
        own.sort(key=lambda s: s.position)
        for chosen in _lists_in(own):
            weight = _fits_list(chosen, own, heads, question)
            if weight > 0 and max(s.score for s in chosen) >= best.score - LIST_BEHIND_IF_NAMED:
                # A list that is announced as what was asked tells more than a sentence that sums it up.
                is_announced = len(chosen) > 1 and weight >= NAMED_LIST
                fitting.append((is_announced, weight + max(s.score for s in chosen), chosen))
    return fitting


def _with_its_announcement(chosen: list[Scored], heads: Sequence[str]) -> list[Scored]:
    """The list without the sentence before it where that announces nothing: "Pluto is called a dwarf planet"."""
    first = chosen[0].sentence if len(chosen) > 1 else None
    if first is None or first.kind != "sentence":
        return chosen
    announces = _ANNOUNCES.search(first.text) or names_head(first.text, heads) or enumerates(first.text)
    return chosen if announces else chosen[1:]


def without_differences(scored: Sequence[Scored]) -> list[Scored]:
    """What may be listed: without the rows of a table that tells how two things differ, "all have these parts, but
    differ as follows"."""
    by_passage: dict[str, list[Scored]] = {}
    for item in scored:
        by_passage.setdefault(item.passage.id, []).append(item)
    left_out: set[tuple[str, int]] = set()
    for own in by_passage.values():
        own.sort(key=lambda s: s.position)
        for run in _runs(own):
            if run[0] > 0 and _DIFFER.search(own[run[0] - 1].sentence.text):
                left_out |= {(own[place].passage.id, own[place].position) for place in run}
    return [item for item in scored if (item.passage.id, item.position) not in left_out]


def _lists_in(own: Sequence[Scored]) -> list[list[Scored]]:
    """Each list of a passage with its announcement, and each sentence that enumerates."""
    runs = [run for run in _runs(own) if len(run) > 1]
    found = [[own[i] for i in range(max(0, run[0] - 1), run[-1] + 1)] for run in runs]
    return found + [[item] for item in own if item.sentence.kind == "sentence" and enumerates(item.sentence.text)]


def _fits_list(chosen: Sequence[Scored], own: Sequence[Scored], heads: Sequence[str], question: Understanding) -> float:
    """How surely the list is of what is asked for; 0 where nothing says so. "The three states of matter are solid,
    liquid and gas" says it with every word of a question whose head no table has."""
    heading = " ".join(own[0].passage.heading_path[-1:])
    announcing = chosen[0].sentence.text
    if chosen[0].sentence.kind != "sentence":
        announcing = ""
    if matter_share(question, f"{heading} {announcing}", own[0].passage.metadata.language) < 1.0:
        return 0.0
    if names_head(announcing, heads):
        return NAMED_LIST
    if not heads:
        of_another = names_head(announcing, ALL_HEADS) or (len(chosen) == 1 and _EITHER.search(announcing))
        named = not of_another and matter_share(question, announcing, own[0].passage.metadata.language) == 1.0
        return NAMED_LIST if named and sum(len(words(term.written)) for term in question.terms) > 1 else 0.0
    return NAMED_LIST / 2 if names_head(heading, heads) and len(chosen) > 1 else 0.0


def _list_of(best: Scored, own: Sequence[Scored], question: str) -> list[Scored]:
    """The list that the best sentence belongs to or announces, else the best one of its passage."""
    runs = [
        run
        for run in _runs(own)
        # A list of reasons is no list of the things themselves.
        if len(run) > 1 and (run[0] == 0 or REASON.search(question) or not REASON.search(own[run[0] - 1].sentence.text))
    ]
    if not runs:
        return []
    place = list(own).index(best)
    near = [run for run in runs if run[0] - 1 <= place <= run[-1]]
    chosen = near[0] if near else max(runs, key=lambda run: max(own[i].score for i in run))
    if not near and max(own[i].score for i in chosen) < best.score - LIST_BEHIND:
        return []
    announced = own[chosen[0] - 1 : chosen[0]] if chosen[0] > 0 else []
    return [*announced, *(own[i] for i in chosen)][:LIST_MOST]


def _runs(own: Sequence[Scored]) -> list[list[int]]:
    """Places of list items, or table rows, that stand together."""
    runs: list[list[int]] = []
    for place, item in enumerate(own):
        kind = item.sentence.kind
        if kind == "sentence":
            continue
        if runs and runs[-1][-1] == place - 1 and own[place - 1].sentence.kind == kind:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs
