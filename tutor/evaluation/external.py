"""The external sets: whatever rows the folder of test data holds, under the file names of its README."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tutor.core.files import file_sha256
from tutor.core.settings import Settings
from tutor.evaluation.answer_metrics import score_claims, score_unanswerable
from tutor.evaluation.evidence_set import evidence
from tutor.evaluation.external_rows import (
    LANGUAGE_ID,
    NO_ANSWER,
    PASSAGES,
    READABILITY,
    SW_TO_EN,
    SW_TO_SW,
    Row,
    made_of_rows,
    rows_file,
)
from tutor.evaluation.homes import passages_home, sample_home
from tutor.evaluation.identity import files_sha256
from tutor.evaluation.metrics import ranking_scores
from tutor.evaluation.outcomes import Case, Outcome, Query
from tutor.evaluation.scores import Measure, Scores, put
from tutor.evaluation.sets import EvaluationSet, OpenSystem, Passages
from tutor.evaluation.speed_metrics import score_speed
from tutor.evaluation.systems import DEFAULT, LanguageOf, ReadabilityOf, answering_systems, ranking_systems
from tutor.models.progress import Progress

RELEVANT = 3
MEASURES = ("ari", "sentence_words", "word_letters", "sw_difficulty", "sw_percentile")


def bilingual_retrieval(folder: Path) -> EvaluationSet:
    """Swahili and English questions on passages of both languages, which are searched together."""
    passages = rows_file(folder, PASSAGES, "bilingual-retrieval")
    crossing = rows_file(folder, SW_TO_EN, "bilingual-retrieval")
    staying = rows_file(folder, SW_TO_SW, "bilingual-retrieval")
    cases = [case for made in made_of_rows(crossing, _crossing_cases) for case in made] + made_of_rows(
        staying, _staying_case
    )

    def home(settings: Settings, progress: Progress) -> Settings:
        rows = made_of_rows(passages, lambda row, _: {"title": None, **row, "id": row["id"], "text": row["text"]})
        return passages_home(settings, rows, file_sha256(passages), progress)

    def measure(cases: Sequence[Case], outcomes: Mapping[str, Outcome], _: Passages) -> Scores:
        ranked = {name: outcome.ranked for name, outcome in outcomes.items()}
        return ranking_scores(ranked, {case.id: case.labels for case in cases})

    systems = ranking_systems()
    content = files_sha256(folder, [passages, crossing, staying])
    return EvaluationSet("bilingual-retrieval", tuple(cases), content, home, systems, tuple(systems), measure)


def no_answer(folder: Path) -> EvaluationSet:
    """Questions that the sample library cannot answer, in both languages: each must be declined."""
    file = rows_file(folder, NO_ANSWER, "no-answer")
    cases = [case for made in made_of_rows(file, _no_answer_cases) for case in made]

    def measure(cases: Sequence[Case], outcomes: Mapping[str, Outcome], _: Passages) -> Scores:
        scores: Scores = {}
        for case in cases:
            reply = outcomes[case.id].reply
            if reply is not None:
                put(scores, "coverage", case.id, reply.answered)
                score_unanswerable(scores, case.id, reply, None)
                score_claims(scores, case.id, reply)
                score_speed(scores, case.id, outcomes[case.id])
                if not reply.answered:
                    put(scores, f"reason.{reply.reason}", case.id, 1.0)
        _share_of_all(scores, cases, "reason.")
        return scores

    systems = answering_systems(retrieval=False)
    content = files_sha256(folder, [file])
    default = tuple(name for name in systems if name in DEFAULT)
    return EvaluationSet("no-answer", tuple(cases), content, sample_home, systems, default, measure)


def language_id(folder: Path) -> EvaluationSet:
    """Lines whose language is known: `accuracy`, and `mixed`, how often detection takes neither side."""
    file = rows_file(folder, LANGUAGE_ID, "language-id")

    def measure(cases: Sequence[Case], outcomes: Mapping[str, Outcome], _: Passages) -> Scores:
        scores: Scores = {}
        for case in cases:
            label = outcomes[case.id].label
            put(scores, "accuracy", case.id, label == case.labels)
            put(scores, "mixed", case.id, label == "mixed")
        return scores

    cases = tuple(made_of_rows(file, _language_case))
    systems: dict[str, OpenSystem] = {"tutor": lambda apparatus: LanguageOf()}
    return EvaluationSet("language-id", cases, files_sha256(folder, [file]), None, systems, ("tutor",), measure)


def readability(folder: Path) -> EvaluationSet:
    """Stories of known level: how well each measure orders them, as Spearman's rank correlation with the level."""
    file = rows_file(folder, READABILITY, "readability")
    cases = tuple(case for made in made_of_rows(file, _story_cases) for case in made)

    def measure(cases: Sequence[Case], outcomes: Mapping[str, Outcome], _: Passages) -> Scores:
        levels = {case.id: float(case.labels) for case in cases}
        scores: Scores = {}
        for name in MEASURES:
            values = {case.id: outcomes[case.id].measures[name] for case in cases if name in outcomes[case.id].measures}
            if values:
                scores[f"{name}_rank_correlation"] = Measure(values, "rank_correlation", levels)
                scores[name] = Measure(values)
        return scores

    systems: dict[str, OpenSystem] = {"tutor": lambda apparatus: ReadabilityOf()}
    return EvaluationSet("readability", cases, files_sha256(folder, [file]), None, systems, ("tutor",), measure)


EXTERNAL: Mapping[str, Callable[[Path], EvaluationSet]] = {
    "bilingual-retrieval": bilingual_retrieval,
    "no-answer": no_answer,
    "language-id": language_id,
    "readability": readability,
    "evidence": evidence,
}


def _crossing_cases(row: Row, _: int) -> list[Case]:
    grades = dict.fromkeys(row["relevant"], RELEVANT)
    slices = ("sw_to_en",) if row.get("shares_a_name", True) else ("sw_to_en", "sw_to_en_no_name")
    cases = [Case(f"{row['id']}.sw", row["id"], Query(row["sw"]), slices, grades)]
    if row.get("en"):
        cases.append(Case(f"{row['id']}.en", row["id"], Query(row["en"]), ("en_to_en",), grades))
    return cases


def _staying_case(row: Row, _: int) -> Case:
    grades = dict.fromkeys(row["relevant"], RELEVANT)
    return Case(f"{row['id']}.sw-sw", row["id"], Query(row["sw"]), ("sw_to_sw",), grades)


def _no_answer_cases(row: Row, _: int) -> list[Case]:
    return [
        Case(f"{row['id']}.{language}", row["id"], Query(row[language]), (language,))
        for language in ("sw", "en")
        if row.get(language)
    ]


def _language_case(row: Row, number: int) -> Case:
    language, kind = row["language"], row["kind"]
    slices = (language, kind, f"{language}_{kind}")
    return Case(f"line-{number}", f"line-{number}", Query(row["text"]), slices, language)


def _story_cases(row: Row, _: int) -> list[Case]:
    return [
        Case(f"{row['id']}.{language}", row["id"], Query("\n".join(row[f"{language}_pages"]), language=language),
             (language,), row["level"])
        for language in ("sw", "en")
        if row.get(f"{language}_pages")
    ]  # fmt: skip


def _share_of_all(scores: Scores, cases: Sequence[Case], prefix: str) -> None:
    """Give each counted metric a 0 where it did not happen, so that its mean is a share of all cases."""
    for metric, measure in scores.items():
        if metric.startswith(prefix):
            measure.values.update({case.id: 0.0 for case in cases if case.id not in measure.values})
