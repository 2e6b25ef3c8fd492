"""What a list question is answered with: the book's own list, or the sentence that enumerates, whole and in order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.list_heads import asked_heads, enumerates, matter_share, names_head
from tutor.answering.scored import Scored
from tutor.answering.understanding import Understanding

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


def whole_list(best: Scored, scored: Sequence[Scored], question: Understanding) -> list[Scored]:
    """The list or table that answers a list question, with the sentence that announces it; else the sentences that
    enumerate what is asked for. Empty: there is neither.

    What a list is of, its announcement or the heading says; where none says it, the list counts that the best sentence
    belongs to.
    """
    heads = asked_heads(question)
    by_passage: dict[str, list[Scored]] = {}
    for item in scored:
        if item.passage.metadata.language == best.passage.metadata.language:
            by_passage.setdefault(item.passage.id, []).append(item)
    fitting: list[tuple[bool, float, list[Scored]]] = []
    for own in by_passage.values():
        own.sort(key=lambda s: s.position)
        for chosen in _lists_in(own):
            weight = _fits_list(chosen, own, heads, question)
            if heads and weight > 0 and max(s.score for s in chosen) >= best.score - LIST_BEHIND_IF_NAMED:
                # A list that is announced as what was asked tells more than a sentence that sums it up.
                is_announced = len(chosen) > 1 and weight >= NAMED_LIST
                fitting.append((is_announced, weight + max(s.score for s in chosen), chosen))
    if fitting:
        return max(fitting, key=lambda one: one[:2])[2][:LIST_MOST]
    return _list_of(best, by_passage[best.passage.id], question.text)


def _lists_in(own: Sequence[Scored]) -> list[list[Scored]]:
    """Each list of a passage with its announcement, and each sentence that enumerates."""
    found = [[own[i] for i in range(max(0, run[0] - 1), run[-1] + 1)] for run in _runs(own) if len(run) > 1]
    return found + [[item] for item in own if item.sentence.kind == "sentence" and enumerates(item.sentence.text)]


def _fits_list(chosen: Sequence[Scored], own: Sequence[Scored], heads: Sequence[str], question: Understanding) -> float:
    """How surely the list is of what is asked for; 0 where nothing says so."""
    heading = " ".join(own[0].passage.heading_path[-1:])
    announcing = chosen[0].sentence.text
    if chosen[0].sentence.kind != "sentence":
        announcing = ""
    if matter_share(question, f"{heading} {announcing}", own[0].passage.metadata.language) < 1.0:
        return 0.0
    if names_head(announcing, heads):
        return NAMED_LIST
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
