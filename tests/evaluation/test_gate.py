"""The gate with made-up figures: what passes, what slips, what is written."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.settings import Settings
from tutor.evaluation import gate_floors
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.gate import Measured, Verdict, floors_from, measured_parts, verdict
from tutor.evaluation.gate_floors import FLOORS, Floor, Floors, floors_of, lowered
from tutor.evaluation.gate_sample import PARTS, GatePart, gate_set, sample_sha256, stratified
from tutor.evaluation.golden_set import golden_set
from tutor.evaluation.outcomes import Case, Outcome, Query
from tutor.evaluation.scores import Scores, put
from tutor.evaluation.sets import EvaluationSet

PART = GatePart("golden", ("tutor-extract",), 120, ("kind:", "language:"), ("all", "language:"))
EMBEDDER = {"name": "tiny", "hash": "eee"}


def made_figure(mean: float, low: float, high: float, n: int = 50) -> dict[str, Any]:
    return {"mean": mean, "low": low, "high": high, "n": n}


def measured(**metrics: dict[str, Any]) -> Measured:
    """What a run of the gate's sample measured, with these figures in the slice `all`."""
    own = {metric.replace("_at_", "@"): value for metric, value in metrics.items()}
    provenance = {
        "command": "tutor eval gate --write", "at": "2026-01-02T03:04:05+00:00", "commit": None, "code_sha256": "aaa",
        "seed": 42, "resamples": 1000, "machine": {"cores": 2}, "models": {"embedder": EMBEDDER}, "cases": 120,
        "rows_sha256": "rrr", "library_sha256": "lll",
    }  # fmt: skip
    systems = {"tutor-extract": {"all": own, "form:1": own, "language:sw": own}}
    return Measured(PART, {"set": "golden-gate", "systems": systems, "provenance": provenance}, "sample-1")


REACHED = measured(
    recall_at_5=made_figure(0.9, 0.8501, 0.95),
    leakage=made_figure(0.01, 0.0, 0.02999),
    quote_verbatim=made_figure(1.0, 1.0, 1.0),
)


def test_what_has_been_reached_passes() -> None:
    found = verdict(floors_from([REACHED]), [REACHED])
    assert found.checks and not found.slipped and not found.notices
    assert found.as_dict()["ok"] is True


@pytest.mark.parametrize(
    ("metric", "now", "slips"),
    [
        ("recall@5", 0.8501, False), ("recall@5", 0.8499, True), ("recall@5", 1.0, False),
        ("leakage", 0.03, False), ("leakage", 0.0301, True), ("leakage", 0.0, False),
        ("quote_verbatim", 0.99, True),
    ],
)  # fmt: skip
def test_a_figure_below_its_floor_slips(metric: str, now: float, slips: bool) -> None:
    floors = floors_from([REACHED])
    figures = REACHED.results["systems"]["tutor-extract"]["all"]
    changed = measured(**{name.replace("@", "_at_"): figure for name, figure in figures.items()} | {
        metric.replace("@", "_at_"): made_figure(now, now, now)
    })  # fmt: skip
    slipped = verdict(floors, [changed]).slipped
    assert {check.floor.metric for check in slipped} == ({metric} if slips else set())
    assert {check.floor.part for check in slipped} == ({"all", "language:sw"} if slips else set())


def test_a_floor_that_nothing_was_measured_for_has_slipped() -> None:
    found = verdict(floors_from([REACHED]), [measured(recall_at_5=made_figure(0.9, 0.9, 0.9))])
    assert {(check.floor.metric, check.value) for check in found.slipped} == {
        ("leakage", None), ("quote_verbatim", None),
    }  # fmt: skip
    assert len(verdict(floors_from([REACHED]), []).slipped) == 6


def test_floors_are_the_unlucky_end_of_the_interval() -> None:
    floors = {floor.metric: floor for floor in floors_of(PART, REACHED.results) if floor.part == "all"}
    assert (floors["recall@5"].bound, floors["recall@5"].limit) == ("at_least", 0.8501)
    assert (floors["leakage"].bound, floors["leakage"].limit) == ("at_most", 0.03)
    assert floors["recall@5"].reached == 0.9 and floors["recall@5"].n == 50


def test_no_floor_for_what_says_nothing_or_is_the_machines() -> None:
    one = measured(
        latency_ms_p50=made_figure(200, 190, 210),
        answer_words=made_figure(20, 19, 21),
        faithfulness=made_figure(0.9, 0.8, 1.0),
        citation_accuracy=made_figure(0.9, 0.8, 1.0),
        hallucinated_claims=made_figure(0.1, 0.0, 0.2),
        recall_at_1=made_figure(0.5, 0.4, 0.6, n=9),
        correct_declines=made_figure(0.1, 0.0, 0.3),
        wrong_answers=made_figure(0.9, 0.7, 1.0),
        coverage=made_figure(0.7, 0.6, 0.8),
    )
    assert {floor.metric for floor in floors_of(PART, one.results)} == {"coverage"}
    assert {floor.part for floor in floors_of(PART, one.results)} == {"all", "language:sw"}


def test_floors_are_read_back_as_written(tmp_path: Path) -> None:
    floors = floors_from([REACHED])
    file = tmp_path / "floors.toml"
    floors.write(file)
    again = Floors.read(file)
    assert again.floors == floors.floors
    assert again.measured == {**floors.measured, "commit": ""}
    text = file.read_text(encoding="utf-8")
    assert text.startswith("#") and "tutor eval gate --write" in text
    assert tomllib.loads(text)["floors"]["golden"]["tutor-extract"]["language:sw"]["recall@5"]["at_least"] == 0.8501
    again.write(tmp_path / "twice.toml")
    assert (tmp_path / "twice.toml").read_text(encoding="utf-8").replace('commit = ""', "") == text.replace(
        'commit = ""', ""
    )


@pytest.mark.parametrize(
    "text", ["[", "[measured]\n", '[measured]\n[floors.golden.x.all]\n"recall@5" = { reached = 1 }\n']
)
def test_floors_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "floors.toml").write_text(text, encoding="utf-8")
    for file in (tmp_path / "floors.toml", tmp_path / "none.toml"):
        with pytest.raises(EvaluationError) as refused:
            Floors.read(file)
        assert refused.value.code == "floors-unreadable" and refused.value.hint("sw")


def test_another_embedder_is_not_held_to_these_floors() -> None:
    floors = floors_from([REACHED])
    with pytest.raises(EvaluationError) as refused:
        verdict(Floors(floors.floors, {**floors.measured, "embedder": "big fff"}), [REACHED])
    assert refused.value.code == "floors-other-models" and "tiny eee" in refused.value.what("sw")


def test_another_sample_is_said() -> None:
    floors = floors_from([REACHED])
    found = verdict(floors, [Measured(PART, REACHED.results, "sample-2")])
    assert not found.slipped and "golden" in found.notices[0]


def test_what_is_lowered_is_known() -> None:
    def floor(metric: str, bound: Any, limit: float) -> Floor:
        return Floor("golden", "tutor-extract", "all", metric, bound, limit, 0.5, 50)

    before = [floor("recall@5", "at_least", 0.8), floor("leakage", "at_most", 0.1), floor("coverage", "at_least", 0.5)]
    same_or_higher = [floor("recall@5", "at_least", 0.8), floor("leakage", "at_most", 0.05)]
    assert lowered(before, [*same_or_higher, floor("coverage", "at_least", 0.6)]) == []
    assert lowered(before, same_or_higher) == [(before[2], None)]
    easier = [floor("recall@5", "at_least", 0.79), floor("leakage", "at_most", 0.11), before[2]]
    assert lowered(before, easier) == [(before[0], easier[0]), (before[1], easier[1])]


def made_cases(counts: Sequence[tuple[str, str, int]]) -> list[Case]:
    return [
        Case(
            f"{kind}-{language}-{number}",
            f"{kind}-{language}-{number}",
            Query("?"),
            (f"kind:{kind}", f"language:{language}"),
        )
        for kind, language, count in counts
        for number in range(count)
    ]


def test_each_stratum_has_its_share() -> None:
    cases = made_cases([("answerable", "en", 60), ("answerable", "sw", 30), ("trap", "en", 9), ("unsafe", "sw", 1)])
    chosen = stratified(cases, 20, ("kind:", "language:"))
    assert Counter(case.slices for case in chosen) == {
        ("kind:answerable", "language:en"): 12,
        ("kind:answerable", "language:sw"): 6,
        ("kind:trap", "language:en"): 1,
        ("kind:unsafe", "language:sw"): 1,
    }
    assert chosen == stratified(cases, 20, ("kind:", "language:"))
    assert [case.id for case in chosen if case.slices[0] == "kind:trap"] == ["trap-en-0"]


@given(st.lists(st.integers(1, 30), min_size=1, max_size=8), st.integers(1, 120))
def test_a_sample_has_its_size_and_leaves_no_stratum_out(counts: list[int], size: int) -> None:
    cases = made_cases([(f"k{number}", "en", count) for number, count in enumerate(counts)])
    chosen = stratified(cases, size, ("kind:",))
    assert len(chosen) == len({case.id for case in chosen}) == min(size, len(cases))
    if size >= len(counts):
        assert len({case.slices for case in chosen}) == len(counts)


def test_the_golden_sample_is_fixed_and_never_reads_the_holdout() -> None:
    whole = golden_set()
    (part,) = (part for part in PARTS if part.set_name == "golden")
    chosen = gate_set(whole, part)
    assert len(chosen.cases) == 120 and chosen.name == "golden-gate" and chosen.default == ("tutor-extract",)
    assert {case.labels.split for case in chosen.cases} == {"dev"}
    assert {case.labels.language for case in chosen.cases} == {"en", "sw", "mixed"}
    assert {case.labels.kind for case in chosen.cases} == {case.labels.kind for case in whole.cases}
    assert sample_sha256(chosen.cases) == sample_sha256(tuple(reversed(gate_set(golden_set(), part).cases)))


def test_parts_are_measured_of_sets_that_there_are(settings: Settings) -> None:
    def measure(cases: Sequence[Case], outcomes: Any, _: Any) -> Scores:
        scores: Scores = {}
        for case in cases:
            put(scores, "recall@5", case.id, 1.0)
        return scores

    class Nothing:
        def outcome(self, query: Query) -> Outcome:
            return Outcome()

    cases = tuple(made_cases([("answerable", "en", 40), ("trap", "sw", 40)]))

    def open_one(name: str) -> EvaluationSet:
        return EvaluationSet(name, cases, "rows", None, {"tutor-extract": lambda _: Nothing()}, (), measure)

    parts = (PART, GatePart("cerb", ("tutor",), 40, (), ("all",)))
    (one,) = measured_parts(settings, "tutor eval gate", parts=parts, open_one=open_one, sets=("golden",))
    assert one.part is PART and one.results["set"] == "golden-gate"
    assert one.results["systems"]["tutor-extract"]["all"]["recall@5"]["mean"] == 1.0
    floors = floors_from([one])
    assert floors.measured["embedder"] == "" and floors.measured["samples"] == {"golden": one.sample}
    assert isinstance(verdict(floors, [one]), Verdict) and not verdict(floors, [one]).slipped


def test_the_shipped_floors_say_where_they_are_from() -> None:
    floors = Floors.read(FLOORS)
    assert {"embedder", "at", "code_sha256", "samples", "machine"} <= set(floors.measured)
    (part,) = (part for part in PARTS if part.set_name == "golden")
    assert {floor.metric for floor in floors.floors if floor.part == "all"} >= {
        "recall@5", "leakage", "coverage", "correct_declines", "facts_covered", "language_match",
    }  # fmt: skip
    golden = [floor for floor in floors.floors if floor.set_name == "golden"]
    assert all(part.holds(floor.part) and floor.n >= gate_floors.ENOUGH for floor in golden)
    assert all(floor.holds(floor.reached) for floor in floors.floors)
