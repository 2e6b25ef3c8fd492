"""Lists to learn from: a passage that answers and, from our own retriever, passages that look like it and do not.

A first try took its negatives from the other language only; the model learnt to prefer the language instead of the
meaning. So most negatives come from the right passage's own language, and `require_fair_negatives` guards that.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from reranker_training.pairs import Pair
from tutor.core.types import Candidate, Passage
from tutor.language.normalise import match_form
from tutor.retrieval.reranking import passage_text, relevance

OWN_POOL, MIXED_POOL = 10, 6
"""How many candidates of each kind a list keeps, to draw from in every epoch."""
HARDEST = 6
"""Negatives are drawn from so many of the best of each kind: the others are told apart already."""
SKIP_ANSWERS_BELOW = 3
"""Answers shorter than this (a single digit) stand in too many passages to tell anything."""


@dataclass(frozen=True)
class Choice:
    """A passage of a list. `relevance` is what our retriever gives it before any boost."""

    text: str
    language: str
    relevance: float


@dataclass(frozen=True)
class TrainingList:
    """`own`: negatives of the positive's language; `mixed`: the retriever's best of both languages, less those."""

    id: str
    question: str
    language: str
    positive: Choice
    own: tuple[Choice, ...]
    mixed: tuple[Choice, ...]

    @classmethod
    def from_dict(cls, raw: Mapping[str, object]) -> TrainingList:
        """Raises KeyError or TypeError for what is no list."""
        made = dict(raw)
        made["positive"] = Choice(**raw["positive"])  # type: ignore[arg-type]
        for kind in ("own", "mixed"):
            made[kind] = tuple(Choice(**one) for one in raw[kind])  # type: ignore[attr-defined]
        return cls(**made)  # type: ignore[arg-type]


class Finds(Protocol):
    """All candidates of a question from both pools, best first, as the retriever merges them."""

    def __call__(self, question: str, language: str, /) -> Sequence[Candidate]: ...


def mined_lists(pairs: Iterable[Pair], find: Finds, passages: Mapping[str, Passage]) -> Iterator[TrainingList]:
    """A list for each pair whose passage the retriever finds; what it never finds no reranker can lift."""
    for pair in pairs:
        made = mined_list(pair, find(pair.question, pair.language), passages[pair.passage])
        if made is not None:
            yield made


def mined_list(pair: Pair, found: Sequence[Candidate], right: Passage) -> TrainingList | None:
    """The list of one pair; None when the passage was not found or has too few rivals in its own language."""
    positive = next((candidate for candidate in found if candidate.passage.id == right.id), None)
    if positive is None:
        return None
    forms = [match_form(answer) for answer in pair.answers]
    own: list[Candidate] = []
    mixed: list[Candidate] = []
    for candidate in found:
        same = candidate.passage.metadata.language == pair.passage_language
        wanted = own if same and len(own) < OWN_POOL else mixed
        if len(wanted) < (OWN_POOL if wanted is own else MIXED_POOL) and not _answers(candidate.passage, pair, forms):
            wanted.append(candidate)
    if not own:
        return None
    text = passage_text(right)
    if right.text.strip().startswith(pair.question):
        text = text.replace(pair.question, "", 1)  # a first sentence must not be found by being there word for word
    elif right.heading_path and right.heading_path[-1] == pair.question:
        text = right.text  # nor a heading
    return TrainingList(
        pair.id,
        pair.question,
        pair.language,
        Choice(text, pair.passage_language, relevance(positive)),
        tuple(_choice(candidate) for candidate in own),
        tuple(_choice(candidate) for candidate in mixed),
    )


def drawn(made: TrainingList, size: int, seed: int) -> list[Choice]:
    """The positive first, then `size` - 1 negatives, most of them of its own language; the same for the same seed."""
    chance = random.Random(f"{seed}.{made.id}")
    from_mixed = min((size - 1) // 3, len(made.mixed))
    own = chance.sample(made.own[:HARDEST], min(size - 1 - from_mixed, len(made.own)))
    mixed = chance.sample(made.mixed[:HARDEST], min(from_mixed, len(own)))
    choices = [made.positive, *own, *mixed]
    require_fair_negatives(choices)
    return choices


def require_fair_negatives(choices: Sequence[Choice]) -> None:
    """Raise ValueError unless at least half of the negatives are in the language of the positive, the first."""
    positive, *negatives = choices
    own = sum(choice.language == positive.language for choice in negatives)
    if not negatives or own * 2 < len(negatives):
        raise ValueError(f"only {own} of {len(negatives)} negatives are in the language of the right passage")


def write_lists(lists: Iterable[TrainingList], file: Path) -> int:
    """Writes JSON lines and returns how many."""
    count = 0
    with file.open("w", encoding="utf-8") as stream:
        for made in lists:
            stream.write(json.dumps(asdict(made), ensure_ascii=False) + "\n")
            stream.flush()
            count += 1
    return count


def read_lists(file: Path) -> list[TrainingList]:
    """The lists of a file that `write_lists` wrote."""
    return [TrainingList.from_dict(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def _choice(candidate: Candidate) -> Choice:
    return Choice(passage_text(candidate.passage), candidate.passage.metadata.language, relevance(candidate))


def _answers(passage: Passage, pair: Pair, forms: Sequence[str]) -> bool:
    """True when the passage may answer too, so that it is no negative. `forms`: the answers as they are compared."""
    if passage.id == pair.passage or passage.id in pair.others:
        return True
    text = _compared(passage.text)
    return any(len(form) >= SKIP_ANSWERS_BELOW and form in text for form in forms)


@lru_cache(maxsize=20_000)
def _compared(text: str) -> str:
    return match_form(text)
