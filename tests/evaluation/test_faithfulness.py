"""The evaluator on claims whose support is known, and on the golden references themselves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tutor.core.errors import TutorError
from tutor.core.types import Passage
from tutor.evaluation.claims import Claim, claims_of
from tutor.evaluation.faithfulness import (
    Evaluator,
    Thresholds,
    calibrated_thresholds,
    faithfulness,
    hallucinated_claims,
    stating_sentences,
)
from tutor.evaluation.golden import load_rows, rows_of
from tutor.evaluation.outcomes import Outcome, Quote, Reply, Said
from tutor.evaluation.validation import sample_passages

CELL = "bio/one.en#cell"
SELI = "bio/one.sw#seli"
HEART = "bio/two.en#heart"


def words_alone() -> Evaluator:
    thresholds = calibrated_thresholds(None)
    assert thresholds is not None
    return Evaluator(thresholds)


def always(cosine: float) -> Evaluator:
    """An evaluator to whom every two texts are so near."""
    count = [0]

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), 500), dtype=np.float32)
        for row in rows:
            count[0] += 1
            row[0], row[count[0]] = cosine**0.5, (1 - cosine) ** 0.5
        return rows

    return Evaluator(Thresholds(words=0.4, same=0.5, cross=0.5), embed)


def written(text: str, evidence: tuple[str, ...] = (CELL,)) -> Reply:
    return Reply(True, "en", text, sentences=(Said(text),), cites=False, evidence=evidence)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Robert Hooke named the cell in 1665.", ""),
        ("In 1665 the cell was named by Hooke.", ""),
        ("Robert Hooke named the cell in 1666.", "numbers"),
        ("Robert Brown named the cell in 1665.", "names"),
        ("Soldiers marched along muddy rivers.", "words"),
    ],
)
def test_words_numbers_and_names(text: str, why: str, passages: dict[str, Passage]) -> None:
    (claim,) = words_alone().judged(written(text), passages).claims
    assert (claim.supported, claim.why) == (why == "", why)


def test_meaning_is_looked_at_where_there_is_an_embedder(passages: dict[str, Passage]) -> None:
    right = written("In 1665 Robert Hooke named the cell.")
    assert faithfulness(always(0.6).judged(right, passages)) == 1
    found = always(0.4).judged(right, passages)
    assert faithfulness(found) == 0 and found.claims[0].why == "meaning"


def test_across_languages_only_meaning_and_numbers_tell(passages: dict[str, Passage]) -> None:
    swahili = written("Hooke aliita seli jina lake mwaka 1665.")
    assert words_alone().judged(swahili, passages).claims == (), "not judged without an embedder"
    assert faithfulness(words_alone().judged(swahili, passages)) is None
    assert faithfulness(always(0.6).judged(swahili, passages)) == 1
    assert faithfulness(always(0.4).judged(swahili, passages)) == 0
    other_year = written("Hooke aliita seli jina lake mwaka 1666.")
    assert faithfulness(always(0.6).judged(other_year, passages)) == 0


def test_any_passage_may_support_but_one_alone_must(passages: dict[str, Passage]) -> None:
    both = "The heart has two atria. Robert Hooke named the cell in 1665."
    assert faithfulness(words_alone().judged(written(both, (CELL, HEART)), passages)) == 1
    assert faithfulness(words_alone().judged(written(both), passages)) == 0.5
    assert hallucinated_claims(words_alone().judged(written(both), passages)) == 1
    mixed_up = written("The heart has two atria since 1665.", (CELL, HEART))
    assert faithfulness(words_alone().judged(mixed_up, passages)) == 0


def test_without_evidence_nothing_is_supported(passages: dict[str, Passage]) -> None:
    found = words_alone().judged(written("Robert Hooke named the cell.", ()), passages)
    assert (faithfulness(found), found.claims[0].why) == (0, "evidence")


def test_frames_and_notes_are_no_claims(passages: dict[str, Passage]) -> None:
    note = "Word help: cell = seli."
    sentences = (Said("Your book says:"), Said("Robert Hooke named the cell in 1665.", (0,)), Said(note))
    reply = Reply(True, "en", "x", sentences=sentences, quotes=(Quote(CELL, "Robert Hooke"),), notes=(note,))
    assert len(stating_sentences(reply)) == 1
    found = words_alone().judged(reply, passages)
    assert [claim.text for claim in found.claims] == ["Robert Hooke named the cell in 1665."]
    assert found.supporting == (True,)


def test_a_citation_of_the_wrong_passage_supports_nothing(passages: dict[str, Passage]) -> None:
    said = (Said("Robert Hooke named the cell in 1665.", (0, 1)),)
    quotes = (Quote(HEART, "The heart has two atria."), Quote(CELL, "Robert Hooke named the cell in 1665."))
    found = words_alone().judged(Reply(True, "en", "x", sentences=said, quotes=quotes), passages)
    assert found.supporting == (False, True)
    assert faithfulness(found) == 1, "the claim stands on one of the two"


def test_a_decline_claims_nothing(passages: dict[str, Passage]) -> None:
    decline = Reply(False, "en", "Nothing was found in your books.")
    assert words_alone().judged(decline, passages) is decline
    assert faithfulness(decline) is hallucinated_claims(decline) is None


def test_verdicts_survive_a_checkpoint(passages: dict[str, Passage]) -> None:
    outcome = Outcome(("a",), words_alone().judged(written("Hooke named the cell."), passages), widenings=("W2",))
    assert Outcome.from_dict(outcome.as_dict()) == outcome


def test_references_are_faithful_and_noise_is_not() -> None:
    """By words alone, so that no model is needed; on the holdout, which calibration has not seen."""
    passages = sample_passages()
    rows = [row for row in rows_of(load_rows(), "holdout") if row.has_answer]
    draw = random.Random(42)
    evaluator = words_alone()

    def mean(shuffled: bool) -> float:
        found = []
        for row in rows:
            gold = [passages[name] for name, grade in row.passages.items() if grade >= 2]
            other = draw.choice([one for one in rows if not set(one.passages) & set(row.passages)])
            for claim in claims_of((other if shuffled else row).reference):
                same = [passage for passage in gold if passage.metadata.language == claim.language]
                verdict = evaluator.verdict(claim, same) if same else None
                found += [verdict.supported] if verdict else []
        assert len(found) > 150
        return sum(found) / len(found)

    # Measured: 0.95 of the claims of the references, 0.03 of those of others.
    assert mean(shuffled=False) >= 0.92
    assert mean(shuffled=True) <= 0.06


def test_thresholds_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Thresholds(1.2)
    broken = tmp_path / "faithfulness.toml"
    broken.write_text("words = 'many'", encoding="utf-8")
    with pytest.raises(TutorError) as damaged:
        calibrated_thresholds(None, broken)
    assert damaged.value.code == "data-damaged"
    assert calibrated_thresholds("no-such-embedder") is None
    for name in ("embeddinggemma-300m", "multilingual-e5-small"):
        assert calibrated_thresholds(name) is not None


def test_the_passage_that_gets_furthest_tells_why(passages: dict[str, Passage]) -> None:
    evaluator = words_alone()
    claim = Claim("Brown named the cell in 1665 in London.", "en")
    only = [passages[HEART], passages[CELL]]
    verdict = evaluator.verdict(claim, only)
    assert verdict is not None and verdict.why == "names"
    assert evaluator.verdict(replace(claim, text="The heart has two atria."), only).supported  # type: ignore[union-attr]
