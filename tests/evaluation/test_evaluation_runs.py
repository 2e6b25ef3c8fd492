"""Whole runs with systems of known quality: gold, noise, one that always declines. No model is needed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tutor.core.settings import Settings
from tutor.core.types import Metadata, Passage
from tutor.evaluation.checkpoints import Checkpoint
from tutor.evaluation.comparison import compare, load_results, named_system
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import GoldenRow, load_rows
from tutor.evaluation.golden_set import golden_case, golden_scores
from tutor.evaluation.outcomes import Case, Outcome, Query, Quote, Reply, Said
from tutor.evaluation.run import open_set, run_set
from tutor.evaluation.scores import Scores
from tutor.evaluation.sets import EvaluationSet, Passages
from tutor.evaluation.validation import sample_passages

DECLINE = Reply(answered=False, language="en", text="No.", reason="weak-evidence")


@pytest.fixture(scope="module")
def sample() -> dict[str, Passage]:
    return sample_passages()


@dataclass
class Scripted:
    """A system that knows the rows; counts what it is asked and breaks off after `breaks` questions."""

    make: Callable[[GoldenRow], Outcome]
    rows: Mapping[str, GoldenRow]
    asked: list[str] = field(default_factory=list)
    breaks: int | None = None

    def outcome(self, query: Query) -> Outcome:
        if self.breaks is not None and len(self.asked) >= self.breaks:
            raise RuntimeError("power cut")
        self.asked.append(query.text)
        return self.make(self.rows[query.text])


def right_reply(row: GoldenRow, sample: Mapping[str, Passage]) -> Reply:
    """What a perfect tutor says: the reference with its facts, cited from the best passage."""
    if not row.has_answer:
        return Reply(answered=False, language=row.language, text="No.", reason=str(row.expected["reason"]))
    best = max(row.passages, key=lambda name: row.passages[name])
    return Reply(
        answered=True, language=row.language, text=row.reference, method="generated",
        sentences=(Said(row.reference, (0,)),), quotes=(Quote(best, sample[best].text),),
    )  # fmt: skip


def golden_with(sample: Mapping[str, Passage], **makers: Callable[[GoldenRow], Outcome]) -> EvaluationSet:
    """The shipped golden rows with scripted systems and no library to build."""
    rows = load_rows()
    by_text = {row.question: row for row in rows}

    def measure(cases: Sequence[Case], outcomes: Mapping[str, Outcome], _: Passages) -> Scores:
        return golden_scores(cases, outcomes, sample)

    systems = {name: (lambda _, own=Scripted(make, by_text): own) for name, make in makers.items()}
    cases = tuple(golden_case(row) for row in rows)
    return EvaluationSet("golden", cases, "rows", None, systems, tuple(systems), measure)


def gold(row: GoldenRow, sample: Mapping[str, Passage]) -> Outcome:
    best = sorted(row.passages, key=lambda name: -row.passages[name])
    return Outcome(ranked=tuple(best) if row.has_answer else (), reply=right_reply(row, sample))


RANKING = ("recall@1", "recall@5", "recall@10", "hit_rate", "mrr@10", "ndcg@5", "ndcg@10", "context_precision")


def test_gold_noise_and_one_that_always_declines(settings: Settings, sample: dict[str, Passage]) -> None:
    names = sorted(sample)
    draw = random.Random(42)
    chosen = golden_with(
        sample,
        gold=lambda row: gold(row, sample),
        noise=lambda row: Outcome(ranked=tuple(draw.sample(names, 10))),
        silent=lambda row: Outcome(reply=DECLINE),
    )
    systems = run_set(chosen, settings)["systems"]
    best, noise, silent = (systems[name]["all"] for name in ("gold", "noise", "silent"))
    for metric in (*RANKING, "exact_scope_success"):
        if metric != "context_precision":
            assert best[metric]["mean"] == 1.0, metric
    # A list of everything graded ends in background, which is no relevant passage: nothing is lost by it.
    assert best["context_precision"]["mean"] == 1.0
    assert best["leakage"]["mean"] == 0.0
    for metric in ("coverage", "correct_declines", "token_f1", "citation_accuracy", "citation_coverage"):
        assert best[metric]["mean"] == 1.0, metric
    assert best["false_declines"]["mean"] == best["wrong_answers"]["mean"] == 0.0
    # ten of 506 passages at random, of which one to four are relevant
    for metric in ("recall@1", "recall@10", "mrr@10", "ndcg@10", "hit_rate"):
        assert noise[metric]["mean"] < 0.08, metric
    # most rows with a scope ask for one subject of ten or more, many for one form of it
    assert noise["leakage"]["mean"] > 0.8
    assert (silent["coverage"]["mean"], silent["false_declines"]["mean"]) == (0.0, 1.0)
    assert silent["recall@10"]["mean"] == silent["facts_covered_overall"]["mean"] == 0.0
    assert silent["correct_declines.weak-evidence"]["mean"] == 1.0
    assert silent["correct_declines.outside-scope"]["mean"] == 0.0
    assert "token_f1" not in silent and "leakage" not in silent


def test_the_form_of_the_results(settings: Settings, sample: dict[str, Passage]) -> None:
    results = run_set(
        golden_with(sample, gold=lambda row: gold(row, sample)), settings, command="tutor eval run golden"
    )
    assert list(results) == ["set", "systems", "provenance", "questions"]
    figures = results["systems"]["gold"]
    assert next(iter(figures)) == "all"
    assert {"language:en", "language:sw", "language:mixed", "kind:trap", "form:4", "cross"} <= set(figures)
    for metrics in figures.values():
        for figure in metrics.values():
            assert list(figure) == ["mean", "low", "high", "n"]
            assert figure["low"] <= figure["mean"] + 1e-9 and figure["mean"] <= figure["high"] + 1e-9
    assert figures["all"]["recall@5"]["n"] == 540
    assert figures["cross"]["recall@5"]["n"] == 48
    provenance = results["provenance"]
    assert provenance["command"] == "tutor eval run golden"
    assert (provenance["seed"], provenance["resamples"], provenance["cases"]) == (42, 1000, 740)
    assert {"commit", "library_sha256", "models", "machine", "code_sha256", "rows_sha256"} <= set(provenance)
    json.dumps(results, allow_nan=False)


def test_twice_gives_the_same(settings: Settings, sample: dict[str, Passage]) -> None:
    def make(row: GoldenRow) -> Outcome:
        return Outcome(ranked=tuple(random.Random(row.id).sample(sorted(sample), 10)), reply=right_reply(row, sample))

    one, two = (run_set(golden_with(sample, x=make), settings, limit=100) for _ in range(2))
    assert one["systems"] == two["systems"]
    assert one["questions"] == two["questions"]


def test_a_run_that_broke_off_goes_on(settings: Settings, sample: dict[str, Passage]) -> None:
    rows = {row.question: row for row in load_rows()}
    scripted = Scripted(lambda row: gold(row, sample), rows, breaks=7)
    whole = golden_with(sample, x=scripted.make)
    broken = EvaluationSet("golden", whole.cases, "rows", None, {"x": lambda _: scripted}, ("x",), whole.measure)
    with pytest.raises(RuntimeError, match="power cut"):
        run_set(broken, settings, limit=20)
    scripted.breaks = None
    resumed = run_set(broken, settings, limit=20)
    assert len(scripted.asked) == len(set(scripted.asked)) == 20
    assert resumed["systems"] == run_set(whole, settings, limit=20)["systems"]
    run_set(broken, settings, limit=20)
    assert len(scripted.asked) == 40, "a whole run is measured anew, not read back"


def test_a_checkpoint_of_other_code_or_question_is_not_used(tmp_path: Path) -> None:
    case = Case("a", "a", Query("What is water?"), ())
    outcome = Outcome(("p",), Reply(True, "en", "x", sentences=(Said("x", (0,)),), quotes=(Quote("p", "x"),)))
    Checkpoint(tmp_path, "s", "x", {"code": 1}).keep(case, outcome)
    again = Checkpoint(tmp_path, "s", "x", {"code": 1})
    assert again.known(case) == outcome
    assert again.known(Case("a", "a", Query("What is soil?"), ())) is None
    assert Checkpoint(tmp_path, "s", "x", {"code": 2}).known(case) is None
    assert Checkpoint(tmp_path, "s", "y", {"code": 1}).known(case) is None


def test_a_half_written_line_spoils_only_itself(tmp_path: Path) -> None:
    first, second = (Case(name, name, Query(f"What is {name}?"), ()) for name in ("water", "soil"))
    checkpoint = Checkpoint(tmp_path, "s", "x", {})
    checkpoint.keep(first, Outcome(label="one"))
    with checkpoint.file.open("a", encoding="utf-8") as stream:
        stream.write('\n{"case": "soil", "question"')
    checkpoint.keep(second, Outcome(label="two"))
    again = Checkpoint(tmp_path, "s", "x", {})
    assert again.known(first) == Outcome(label="one") and again.known(second) == Outcome(label="two")


def test_split_and_limit(settings: Settings, sample: dict[str, Passage]) -> None:
    chosen = golden_with(sample, x=lambda row: gold(row, sample))
    dev, holdout = chosen.chosen_cases("dev", None), chosen.chosen_cases("holdout", None)
    assert len(dev) + len(holdout) == len(chosen.cases)
    assert not {case.id for case in dev} & {case.id for case in holdout}
    few = chosen.chosen_cases("holdout", 40)
    assert len(few) == 40 and few == holdout[:40]
    assert {case.labels.subject for case in few} == {"biology", "civics", "geography", "history"}
    assert run_set(chosen, settings, split="holdout", limit=3)["provenance"]["split"] == "holdout"


def test_names_that_do_not_exist(settings: Settings, sample: dict[str, Passage]) -> None:
    with pytest.raises(EvaluationError) as unknown:
        open_set("silver")
    assert unknown.value.code == "set-unknown" and "bilingual-retrieval" in unknown.value.hint()
    with pytest.raises(EvaluationError) as system:
        run_set(golden_with(sample, x=lambda row: Outcome()), settings, ["tutor"])
    assert system.value.code == "system-unknown"


def test_passages_that_the_library_lacks_are_no_silent_zero(make_row: Callable[..., GoldenRow]) -> None:
    case = golden_case(make_row())
    with pytest.raises(EvaluationError) as missing:
        golden_scores([case], {case.id: Outcome()}, {})
    assert missing.value.code == "golden-passages"


def test_contamination_counts_where_a_row_expects_a_question(make_row: Callable[..., GoldenRow]) -> None:
    row = make_row(expected={"question": "4"}, passages={"p1": 3})
    metadata = {"p1": Metadata("biology", 1, question="4"), "p2": Metadata("biology", 1, question="5")}
    passages = {name: Passage(name, "d", "", "", 0, (), "text", known) for name, known in metadata.items()}
    scores = golden_scores([golden_case(row)], {row.id: Outcome(ranked=("p1", "p2"))}, passages)
    assert scores["contamination"].values == {row.id: 0.5}
    assert scores["exact_scope_success"].values == {row.id: 1.0}


def test_comparing_two_results(settings: Settings, sample: dict[str, Passage], tmp_path: Path) -> None:
    chosen = golden_with(
        sample, gold=lambda row: gold(row, sample), empty=lambda row: Outcome(reply=right_reply(row, sample))
    )
    file = tmp_path / "out.json"
    file.write_text(json.dumps(run_set(chosen, settings, limit=60)), encoding="utf-8")
    results = load_results(file)
    found = {one.metric: one.difference for one in compare(results, results, "empty", "gold")}
    assert found["recall@5"].difference == 1.0 and found["recall@5"].p == 0
    assert found["coverage"].difference == 0.0 and found["coverage"].p == 1
    english = {one.metric: one.difference for one in compare(results, results, "empty", "gold", "language:en")}
    assert 0 < english["recall@5"].n < found["recall@5"].n
    same = compare(results, results, None, None)
    assert {(one.a, one.b) for one in same} == {("gold", "gold"), ("empty", "empty")}
    assert all(one.difference.difference == 0 for one in same)


@pytest.mark.parametrize(
    ("system", "part", "other_set"), [("none", "all", False), (None, "language:fr", False), (None, "all", True)]
)
def test_results_that_cannot_be_compared(system: str | None, part: str, other_set: bool) -> None:
    results: dict[str, Any] = {
        "set": "golden", "systems": {"x": {}}, "provenance": {},
        "questions": {"slices": {"q": ["language:en"]}, "scores": {"x": {"recall@5": {"q": 1.0}}}},
    }  # fmt: skip
    other = {**results, "set": "no-answer"} if other_set else results
    with pytest.raises(EvaluationError) as refused:
        compare(results, other, system, None, part)
    assert refused.value.code == "results-differ"


def test_a_file_that_is_no_result(tmp_path: Path) -> None:
    for name, text in (("a", "{"), ("b", "[]"), ("c", '{"set": "golden"}')):
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(EvaluationError) as refused:
            load_results(tmp_path / name)
        assert refused.value.code == "results-unreadable"


def test_a_system_is_named_after_a_hash() -> None:
    assert named_system("out.json#naive-rag") == (Path("out.json"), "naive-rag")
    assert named_system("out.json") == (Path("out.json"), None)
