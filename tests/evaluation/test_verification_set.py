"""The verification pairs: well formed, split by row, run as an evaluation set, and the floors of what was measured."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tutor.core.settings import Settings
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import split_of
from tutor.evaluation.run import open_set, run_set
from tutor.evaluation.verification_set import Pair, load_pairs, verdict_on, verification_set
from tutor.models.catalog import load_catalog
from tutor.models.embedder import Embedder

ROW = {
    "id": "law", "subject": "civics", "language": "en", "evidence_language": "en", "question": "Who makes the laws?",
    "evidence": ["The legislature makes the laws.", "The judiciary explains the laws and settles disputes."],
    "pairs": [
        {"id": "law-01", "verdict": "supported", "kind": "passive",
         "sentence": "The laws are made by the legislature."},
        {"id": "law-02", "verdict": "unsupported", "kind": "name", "sentence": "The judiciary makes the laws."},
        {"id": "law-03", "verdict": "unsupported", "kind": "negation",
         "sentence": "The legislature does not make the laws."},
    ],
}  # fmt: skip


def test_pairs_are_enough_and_named_once() -> None:
    pairs = load_pairs()
    assert len({pair.id for pair in pairs}) == len(pairs) >= 900
    fair = [pair for pair in pairs if pair.supported]
    assert sum(not pair.crosses for pair in fair) >= 440
    assert min(Counter(pair.supported for pair in pairs if pair.crosses).values()) >= 40
    assert {pair.language for pair in fair} == {"en", "sw"}
    for pair in pairs:
        assert pair.evidence and pair.sentence
        assert not (pair.supported and pair.sentence in pair.evidence), pair.id
        assert (pair.kind == "other-language") <= (not pair.supported)


def test_what_was_practised_on_is_not_in_the_holdout() -> None:
    sources = {pair.source for pair in load_pairs() if split_of(pair.group) == "holdout"}
    assert sources == {"english", "swahili", "crossing"}


def write_row(folder: Path, row: object) -> None:
    folder.mkdir()
    (folder / "few.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")


@pytest.mark.usefixtures("small_embedder_folder")
def test_it_runs_as_a_set(tmp_path: Path, settings: Settings) -> None:
    write_row(tmp_path / "pairs", ROW)
    figures = run_set(verification_set(tmp_path / "pairs"), settings)["systems"]["tutor"]
    assert figures["all"]["false_passed"]["mean"] == 0.0 and figures["all"]["false_passed"]["n"] == 2
    assert figures["en"]["fair_passed"]["mean"] == 1.0
    assert {"one-language", "kind:name", "en:negation", "file:few"} <= set(figures)
    assert "fair_passed" not in figures["kind:name"]


def test_the_set_is_known_by_name() -> None:
    assert len(open_set("verification").cases) == len(load_pairs())


def test_a_bad_row_is_named(tmp_path: Path) -> None:
    write_row(tmp_path / "pairs", {**ROW, "pairs": [{**ROW["pairs"][0], "verdict": "maybe"}]})  # type: ignore[dict-item]
    with pytest.raises(EvaluationError) as refused:
        verification_set(tmp_path / "pairs")
    assert refused.value.code == "rows-unreadable"


@pytest.fixture(scope="module")
def verdicts(small_embedder_folder: Path) -> dict[str, tuple[Pair, bool]]:
    embedder = Embedder(small_embedder_folder, dict(load_catalog().model("multilingual-e5-small").run))
    return {pair.id: (pair, verdict_on(pair, embedder.embed_sentences).passed) for pair in load_pairs()}


def share(verdicts: dict[str, tuple[Pair, bool]], where: str, supported: bool, split: str = "") -> float:
    chosen = [
        passed
        for pair, passed in verdicts.values()
        if pair.supported is supported
        and ("crossing" if pair.crosses else pair.language) == where
        and (not split or split_of(pair.group) == split)
    ]
    return sum(chosen) / len(chosen)


@pytest.mark.slow
def test_no_false_claim_passes(verdicts: dict[str, tuple[Pair, bool]]) -> None:
    # Measured with the small embedder: none of 669; by words alone the same.
    passed = [pair.id for pair, passed in verdicts.values() if passed and not pair.supported]
    assert passed == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "where, split, floor",
    [
        ("en", "", 0.83),  # measured 0.851 (235 of 276), most of which it was built on
        ("sw", "", 0.88),  # measured 0.902 (156 of 173)
        ("en", "holdout", 0.71),  # measured 0.739 (34 of 46)
        ("sw", "holdout", 0.78),  # measured 0.816 (31 of 38)
        ("crossing", "", 0.17),  # measured 0.195 (8 of 41): only what is accounted for word by word
    ],
)
def test_fair_paraphrases_pass(verdicts: dict[str, tuple[Pair, bool]], where: str, split: str, floor: float) -> None:
    assert share(verdicts, where, supported=True, split=split) >= floor
