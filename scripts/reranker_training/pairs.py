"""Questions with a passage that answers them: what the starter cross-encoder learns from.

Sources: the pairs of the test data's `training` folder, the dev rows of the golden set (a row names passages in both
languages, which is where learning to cross comes from), and headings and first sentences of the sample library.
No question of the external query sets is among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tutor.core.types import Passage
from tutor.evaluation.golden import RELEVANT_GRADE, GoldenRow
from tutor.language.normalise import match_form
from tutor.language.sentences import sentence_spans

QUERY_SETS = (
    "retrieval/queries_sw_to_en.jsonl",
    "retrieval/queries_sw_to_sw.jsonl",
    "decline/no_answer_questions.jsonl",
)
PASSAGES = "retrieval/passages.jsonl"
TRAINING = "training/question_passage_pairs.jsonl"
SHORTEST_SENTENCE = 25

Passages = Mapping[str, Passage]
"""Passages by id."""


@dataclass(frozen=True)
class Pair:
    """A question and a passage that answers it. `others`: ids of more that do; `answers`: strings that answer.

    Neither of the two may be held against a passage: what holds one is no negative.
    """

    id: str
    question: str
    language: str
    passage: str
    passage_language: str
    others: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def crosses(self) -> bool:
        """True when the passage is in the other language."""
        return self.language != self.passage_language


def read_rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def published_pairs(rows: Iterable[Mapping[str, Any]], ids: Mapping[str, str]) -> list[Pair]:
    """The pairs of the training file. `ids`: a passage's text -> its id."""
    return [
        Pair(
            id=str(row["id"]),
            question=row["question"],
            language=row["language"],
            passage=ids[row["passage"].strip()],
            passage_language=row["language"],
            answers=tuple(row["answers"]),
        )
        for row in rows
    ]


def translated_pairs(rows: Iterable[Mapping[str, Any]], originals: Iterable[Pair]) -> list[Pair]:
    """Pairs that cross: the question of a published pair, asked in the other language by a row of `translated.jsonl`.

    Rows have `of` (the published pair's id) and `question`; rows of pairs that are not there are left out.
    """
    known = {pair.id: pair for pair in originals}
    other = {"en": "sw", "sw": "en"}
    return [
        replace(known[row["of"]], id=f"{row['of']}.translated", question=row["question"],
                language=other[known[row["of"]].language])
        for row in rows
        if row["of"] in known
    ]  # fmt: skip


def golden_pairs(rows: Iterable[GoldenRow], passages: Passages) -> list[Pair]:
    """Two pairs a row at most: its best passage in each language. Mixed questions count as Swahili ones."""
    found = []
    for row in rows:
        right = [name for name, grade in row.passages.items() if grade >= RELEVANT_GRADE and name in passages]
        best = sorted(right, key=lambda name: (-row.passages[name], name))
        for language in ("en", "sw"):
            own = [name for name in best if passages[name].metadata.language == language]
            if row.has_answer and own:
                asked = "en" if row.language == "en" else "sw"
                others = tuple(name for name in row.passages if name != own[0])
                found.append(Pair(f"{row.id}.{language}", row.question, asked, own[0], language, others))
    return found


def library_pairs(passages: Sequence[Passage]) -> list[Pair]:
    """A passage's heading asks for it, and so does its first sentence, which training cuts from its text."""
    found = []
    for passage in passages:
        language = passage.metadata.language
        texts = {"heading": passage.heading_path[-1] if passage.heading_path else ""}
        spans = sentence_spans(passage.text)
        if len(spans) > 1:
            texts["first"] = passage.text[slice(*spans[0])].strip()
        found += [
            Pair(f"{passage.id}.{kind}", text, language, passage.id, language)
            for kind, text in texts.items()
            if len(text) >= (SHORTEST_SENTENCE if kind == "first" else 4)
        ]
    return found


def external_questions(folder: Path) -> frozenset[str]:
    """Every question of the external query sets, as compared: measuring on them must stay fair."""
    rows = [row for name in QUERY_SETS for row in read_rows(folder / name)]
    return frozenset(match_form(row[language]) for row in rows for language in ("sw", "en") if row.get(language))


def without_external(pairs: Iterable[Pair], forbidden: frozenset[str]) -> list[Pair]:
    """The pairs that ask no question of the external sets (the training file has ten that do)."""
    return [pair for pair in pairs if match_form(pair.question) not in forbidden]


def require_disjoint(pairs: Iterable[Pair], forbidden: frozenset[str]) -> None:
    """Raise ValueError when a pair asks a question of the external sets."""
    for pair in pairs:
        if match_form(pair.question) in forbidden:
            raise ValueError(f"{pair.id}: this question belongs to a set that the reranker is measured on")
