"""The sentence selection test of the folder of test data: the passage is given, its sentences are ranked.

Rows whose relevant passage holds an answer string and has several sentences. `best_1`, `best_2`, `best_3`: the share
of questions with an answer string in the best one, two or three sentences, compared without regard to case. System
`tutor` ranks by the product's whole scoring, `similarity` by the cosine of the bilingual embedder alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tutor.answering.evidence.selection import EvidenceSelector
from tutor.answering.question.understanding import understand
from tutor.core.files import file_sha256
from tutor.core.settings import Settings
from tutor.core.types import Candidate, Question, Scope
from tutor.evaluation.external_rows import PASSAGES, SW_TO_EN, SW_TO_SW, Row, made_of_rows, rows_file
from tutor.evaluation.homes import passages_home
from tutor.evaluation.identity import files_sha256
from tutor.evaluation.outcomes import Case, Outcome, Query
from tutor.evaluation.scores import Scores, put
from tutor.evaluation.sets import EvaluationSet, OpenSystem, Passages
from tutor.evaluation.systems import Apparatus, on_library
from tutor.index.questions import question_vectors
from tutor.language.sentences import sentence_spans
from tutor.models.progress import Progress

DEPTHS = (1, 2, 3)


def evidence(folder: Path) -> EvaluationSet:
    """Questions with the passage that answers them. Raises EvaluationError `rows-missing`, `rows-unreadable`."""
    files = [rows_file(folder, name, "evidence") for name in (PASSAGES, SW_TO_EN, SW_TO_SW)]
    passages = {row["id"]: row for row in made_of_rows(files[0], _passage_row)}
    made = [*made_of_rows(files[1], _crossing_cases), *made_of_rows(files[2], _staying_cases)]
    cases = tuple(case for own in made for case in own if _can_be_chosen(case, passages))
    needed = [passages[name] for name in sorted({case.labels[0] for case in cases})]

    def home(settings: Settings, progress: Progress) -> Settings:
        names = " ".join(row["id"] for row in needed)
        content = hashlib.sha256(f"{file_sha256(files[0])} {names}".encode()).hexdigest()
        return passages_home(settings, needed, content, progress, sentences=True)

    systems: dict[str, OpenSystem] = {
        "tutor": on_library(lambda apparatus: SentencesOf(apparatus, by_similarity=False)),
        "similarity": on_library(lambda apparatus: SentencesOf(apparatus, by_similarity=True)),
    }
    content = files_sha256(folder, files)
    return EvaluationSet("evidence", cases, content, home, systems, tuple(systems), evidence_scores)


class SentencesOf:
    """Ranks the sentences of the passage that the query's scope names; `ranked` holds their places, "start:end"."""

    def __init__(self, apparatus: Apparatus, *, by_similarity: bool) -> None:
        self._apparatus = apparatus
        self._selector = EvidenceSelector(apparatus.store, apparatus.vectors)
        self._by_similarity = by_similarity

    def outcome(self, query: Query) -> Outcome:
        apparatus = self._apparatus
        asked = understand(Question(query.text), apparatus.curriculum(query), apparatus.retriever.glossary)
        vector = question_vectors(apparatus.embedder, [asked.text])[0]
        vectors = apparatus.retriever.vectors(vector, asked.text, asked.asked_in)
        given = [Candidate(apparatus.passages[name]) for name in query.scope.documents]
        found = self._selector.ranked(asked, vectors, given)
        if self._by_similarity:
            found = tuple(sorted(found, key=lambda item: -item.similarity))
        return Outcome(ranked=tuple(f"{item.sentence.start}:{item.sentence.end}" for item in found), retrieves=False)


def evidence_scores(cases: Sequence[Case], outcomes: Mapping[str, Outcome], passages: Passages) -> Scores:
    """Whether an answer string stands in the best sentences."""
    scores: Scores = {}
    for case in cases:
        name, answers = case.labels
        spans = [tuple(map(int, place.split(":"))) for place in outcomes[case.id].ranked]
        sentences = [passages[name].text[start:end] for start, end in spans]
        for depth in DEPTHS:
            put(scores, f"best_{depth}", case.id, any(_holds(one, answers) for one in sentences[:depth]))
    return scores


def _can_be_chosen(case: Case, passages: Mapping[str, Row]) -> bool:
    """True where a single sentence of several holds an answer: else there is nothing to choose."""
    name, answers = case.labels
    text = str(passages[name]["text"])
    spans = sentence_spans(text)
    return len(spans) > 1 and any(_holds(text[start:end], answers) for start, end in spans)


def _holds(text: str, answers: Sequence[str]) -> bool:
    folded = text.casefold()
    return any(answer.casefold() in folded for answer in answers)


def _passage_row(row: Row, _: int) -> dict[str, Any]:
    return {"title": None, **row, "id": str(row["id"]), "text": str(row["text"])}


def _crossing_cases(row: Row, _: int) -> list[Case]:
    asked = {"sw_to_en": row["sw"], "en_to_en": row.get("en")}
    return [case for name, text in asked.items() for case in _cases(row, name, text, row.get("answer_en"))]


def _staying_cases(row: Row, _: int) -> list[Case]:
    return list(_cases(row, "sw_to_sw", row["sw"], row.get("answers")))


def _cases(row: Row, name: str, text: str | None, answers: Sequence[str] | None) -> Iterator[Case]:
    known = tuple(str(answer).strip() for answer in answers or () if str(answer).strip())
    if text and known:
        passage = str(row["relevant"][0])
        yield Case(f"{row['id']}.{name}", str(row["id"]), Query(text, Scope(documents=(passage,))), (name,),
                   (passage, known))  # fmt: skip
