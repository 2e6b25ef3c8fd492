"""Sentences with evidence and a verdict, ours: what false claims get past verification, what fair ones do.

One row of `verification/*.jsonl` holds a question, its evidence and the sentences judged against it, each with a
verdict and a kind. Rows are split as a whole, so that no evidence is in both splits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.answering.support.verification import EmbedSentences, Verdict, Verifier
from tutor.core.settings import Settings
from tutor.core.types import BookLanguage, EvidenceSentence, Metadata, Passage, Sentence
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import raw_lines
from tutor.evaluation.homes import passages_home
from tutor.evaluation.identity import files_sha256
from tutor.evaluation.outcomes import Case, Outcome, Query
from tutor.evaluation.scores import Scores, put
from tutor.evaluation.sets import EvaluationSet, Passages
from tutor.evaluation.systems import Apparatus, OpenSystem, on_library
from tutor.models.progress import Progress

PAIRS = Path(__file__).with_name("verification")
PASSED = "passed"


@dataclass(frozen=True)
class Pair:
    """A sentence to judge. `supported` is the verdict it must get; `group` names the row, `source` its file."""

    id: str
    group: str
    source: str
    sentence: str
    supported: bool
    kind: str
    question: str
    language: BookLanguage
    evidence_language: BookLanguage
    evidence: tuple[str, ...]

    @property
    def crosses(self) -> bool:
        return self.language != self.evidence_language

    def evidence_sentences(self) -> list[EvidenceSentence]:
        """The evidence as one passage's sentences."""
        text = " ".join(self.evidence)
        passage = Passage(
            self.group, self.source, self.source, self.source, 0, (), text, Metadata(language=self.evidence_language)
        )
        sentences, start = [], 0
        for said in self.evidence:
            start = text.index(said, start)
            sentences.append(EvidenceSentence(Sentence(said, start, start + len(said), None), passage, 1.0, 1.0, 1.0))
            start += len(said)
        return sentences


def load_pairs(folder: Path = PAIRS) -> list[Pair]:
    """Every pair, by file and line. Raises EvaluationError `rows-unreadable`."""
    return [pair for file in sorted(folder.glob("*.jsonl")) for pair in _pairs(file)]


def _pairs(file: Path) -> Iterator[Pair]:
    for number, line in raw_lines(file):
        try:
            row = json.loads(line)
            made = [_pair(row, pair, file.stem) for pair in row["pairs"]]
        except (KeyError, TypeError, ValueError) as error:
            why = f"{type(error).__name__}: {error}"
            raise EvaluationError("rows-unreadable", file=file.name, line=number, why=why) from error
        yield from made


def _pair(row: Mapping[str, Any], pair: Mapping[str, Any], source: str) -> Pair:
    verdicts = {"supported": True, "unsupported": False}
    return Pair(
        id=str(pair["id"]),
        group=str(row["id"]),
        source=source,
        sentence=str(pair["sentence"]),
        supported=verdicts[pair["verdict"]],
        kind=str(pair["kind"]),
        question=str(row["question"]),
        language=row["language"],
        evidence_language=row["evidence_language"],
        evidence=tuple(str(said) for said in row["evidence"]),
    )


def verdict_on(pair: Pair, embed: EmbedSentences) -> Verdict:
    """What verification, as shipped, says of the pair."""
    return Verifier(pair.question, pair.evidence_sentences(), pair.language, embed).verify(pair.sentence)


class Verification:
    """Verification as shipped; the outcome's label is "passed" or the reason."""

    def __init__(self, pairs: Mapping[str, Pair], embed: EmbedSentences) -> None:
        self._pairs = pairs
        self._embed = embed

    def outcome(self, query: Query) -> Outcome:
        verdict = verdict_on(self._pairs[query.text.partition(": ")[0]], self._embed)
        return Outcome(label=PASSED if verdict.passed else verdict.reason, retrieves=False)


def verification_set(folder: Path = PAIRS) -> EvaluationSet:
    """Every pair as a case. Raises EvaluationError `rows-unreadable`."""
    pairs = {pair.id: pair for pair in load_pairs(folder)}
    content = files_sha256(folder, sorted(folder.glob("*.jsonl")))

    def home(settings: Settings, progress: Progress) -> Settings:
        groups = {pair.group: pair for pair in pairs.values()}
        rows = [
            {"id": name, "title": None, "text": " ".join(pair.evidence), "language": pair.evidence_language}
            for name, pair in groups.items()
        ]
        return passages_home(settings, rows, content, progress)

    def opened(apparatus: Apparatus) -> Verification:
        return Verification(pairs, apparatus.embedder.embed_sentences)

    systems: dict[str, OpenSystem] = {"tutor": on_library(opened)}
    cases = tuple(_case(pair) for pair in pairs.values())
    return EvaluationSet("verification", cases, content, home, systems, ("tutor",), verification_scores)


def _case(pair: Pair) -> Case:
    where = "crossing" if pair.crosses else pair.language
    slices = (
        where, *(() if pair.crosses else ("one-language",)), f"kind:{pair.kind}", f"{where}:{pair.kind}",
        f"file:{pair.source}",
    )  # fmt: skip
    return Case(pair.id, pair.group, Query(f"{pair.id}: {pair.sentence}", language=pair.language), slices, pair)


def verification_scores(cases: Sequence[Case], outcomes: Mapping[str, Outcome], _: Passages) -> Scores:
    """`false_passed` over the pairs that must fail, `fair_passed` over those that must pass; each 0 or 1 a pair."""
    scores: Scores = {}
    for case in cases:
        passed = outcomes[case.id].label == PASSED
        put(scores, "fair_passed" if case.labels.supported else "false_passed", case.id, passed)
    return scores
