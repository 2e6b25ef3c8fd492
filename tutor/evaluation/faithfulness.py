"""Faithfulness: the share of an answer's claims that its evidence supports (RAGAs, Es et al. 2024; curriculum-aware
RAG, section 3.7.2). The evaluator shares no code and no threshold with the product's verifier.

A claim is supported when one passage of the evidence, with its headings, has
1. every number of the claim, exactly;
2. every name of the claim, or another passage of the evidence has it (only where one is in the claim's language: names
   are translated too);
3. enough of its content words as stems (in the same language);
4. a sentence near enough in meaning, by an embedder that is not the one of the run.
Thresholds are calibrated on references of the dev split: scripts/fit_faithfulness.py. Without an embedder a claim in
another language than the evidence cannot be judged and is left out.

Where it is blind: a wrong word in a claim that is otherwise the book's, when it is neither number nor name, passes.
faithfulness.toml says how often.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tutor.core.errors import TutorError
from tutor.core.types import Passage
from tutor.evaluation.claims import (
    Claim,
    claims_of,
    content_stems,
    names_in,
    numbers_in,
    sentences,
    word_stem,
    words_in,
)
from tutor.evaluation.outcomes import JudgedClaim, Reply, Said

CALIBRATED = Path(__file__).with_name("faithfulness.toml")

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Texts to unit vectors [n, d]."""


@dataclass(frozen=True)
class Thresholds:
    """`words`: the least share of a claim's content words; `same` and `cross`: the least cosine of the nearest
    sentence in the claim's language and in the other one. Raises ValueError outside of 0 to 1."""

    words: float
    same: float = 0.0
    cross: float = 0.0

    def __post_init__(self) -> None:
        if not all(0 <= value <= 1 for value in (self.words, self.same, self.cross)):
            raise ValueError(f"thresholds lie between 0 and 1: {self}")


@dataclass(frozen=True)
class Support:
    """How far one passage supports a claim. `similarity` is None without an embedder, `words` None across languages."""

    numbers: bool
    names: bool
    words: float | None
    similarity: float | None


@cache
def calibrated_thresholds(embedder: str | None, path: Path = CALIBRATED) -> Thresholds | None:
    """The thresholds for the embedder of that catalogue name (None: words alone); None where it was not calibrated.

    Raises TutorError `data-damaged`.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        words = float(raw["words"])
        if embedder is None:
            return Thresholds(words)
        own = raw["embedders"].get(embedder)
        return None if own is None else Thresholds(words, float(own["same"]), float(own["cross"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TutorError("data-damaged", file=path, why=error) from error


class Evaluator:
    """Judges replies. Remembers what it has read and embedded, so that one serves a whole run."""

    def __init__(self, thresholds: Thresholds, embed: Embed | None = None) -> None:
        self._thresholds = thresholds
        self._embed = embed
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._read: dict[str, _Read] = {}

    def judged(self, reply: Reply, passages: Mapping[str, Passage]) -> Reply:
        """The reply with verdicts on its claims and, for each quote, whether its passage supports what cites it.

        Evidence is every passage that the reply cites, or, where the design has no citations, its `evidence`. Frames
        and notes claim nothing.
        """
        if not reply.answered:
            return reply
        cited = [quote.passage_id for quote in reply.quotes] if reply.cites else list(reply.evidence)
        evidence = _known(cited, passages)
        said = stating_sentences(reply)
        claims = [claim for sentence in said for claim in claims_of(sentence.text)]
        verdicts = [verdict for claim in claims if (verdict := self.verdict(claim, evidence)) is not None]
        supporting = [
            self._cited_rightly(number, _known([quote.passage_id], passages), said)
            for number, quote in enumerate(reply.quotes)
        ]
        return replace(reply, claims=tuple(verdicts), supporting=tuple(supporting))

    def verdict(self, claim: Claim, evidence: Sequence[Passage]) -> JudgedClaim | None:
        """Whether one of the passages supports the claim; None where that cannot be judged."""
        if not evidence:
            return JudgedClaim(claim.text, False, "evidence")
        if self._embed is None and not any(passage.metadata.language == claim.language for passage in evidence):
            return None
        reasons = [failed_check(self.support(claim, passage, evidence), self._thresholds) for passage in evidence]
        best = max(reasons, key=lambda why: _CHECKS.index(why))
        return JudgedClaim(claim.text, best == "", best)

    def support(self, claim: Claim, passage: Passage, evidence: Sequence[Passage] = ()) -> Support:
        """What the passage holds of the claim; names may stand in any passage of the evidence."""
        read = self._reading(passage)
        same = passage.metadata.language == claim.language
        stems = content_stems(claim.text, claim.language)
        known = read.all_words.union(*(self._reading(other).all_words for other in evidence))
        return Support(
            numbers=numbers_in(claim.text) <= read.numbers,
            names=not same or all({name, word_stem(name, claim.language)} & known for name in names_in(claim)),
            words=(len(stems & read.stems) / len(stems) if stems else 1.0) if same else None,
            similarity=self._similarity(claim.text, read.sentences),
        )

    def _cited_rightly(self, number: int, passage: Sequence[Passage], said: Iterable[Said]) -> bool | None:
        """Whether the passage supports a claim that cites it; None where no such claim can be judged."""
        if not passage:
            return False
        citing = [sentence for sentence in said if number in sentence.citations]
        claims = [claim for sentence in citing for claim in claims_of(sentence.text)]
        verdicts = [verdict for claim in claims if (verdict := self.verdict(claim, passage)) is not None]
        return any(verdict.supported for verdict in verdicts) if verdicts else None

    def _reading(self, passage: Passage) -> _Read:
        if passage.id not in self._read:
            self._read[passage.id] = _Read.of(passage)
        return self._read[passage.id]

    def _similarity(self, claim: str, others: Sequence[str]) -> float | None:
        if self._embed is None:
            return None
        missing = [text for text in dict.fromkeys([claim, *others]) if text not in self._vectors]
        if missing:
            self._vectors.update(zip(missing, self._embed(missing), strict=True))
        return max((float(self._vectors[claim] @ self._vectors[other]) for other in others), default=0.0)


_CHECKS = ("evidence", "numbers", "names", "words", "meaning", "")
"""In the order in which they are made: the passage that gets furthest tells why a claim failed."""


@dataclass(frozen=True)
class _Read:
    """A passage as the evaluator reads it."""

    sentences: tuple[str, ...]
    stems: frozenset[str]
    all_words: frozenset[str]
    numbers: frozenset[str]

    @classmethod
    def of(cls, passage: Passage) -> _Read:
        whole = "\n".join([*passage.heading_path, passage.text])
        language = "sw" if passage.metadata.language == "sw" else "en"
        return cls(
            sentences=tuple(sentences(passage.text)),
            stems=frozenset(content_stems(whole, language)),
            all_words=frozenset(form for word in words_in(whole) for form in (word, word_stem(word, language))),
            numbers=frozenset(numbers_in(whole)),
        )


def failed_check(support: Support, thresholds: Thresholds) -> str:
    """The first check that a support fails, "" for none."""
    least = thresholds.same if support.words is not None else thresholds.cross
    if not support.numbers:
        return "numbers"
    if not support.names:
        return "names"
    if support.words is not None and support.words < thresholds.words:
        return "words"
    if support.similarity is None:
        return "" if support.words is not None else "meaning"
    return "meaning" if support.similarity < least else ""


def stating_sentences(reply: Reply) -> list[Said]:
    """The sentences of a reply that state something of the subject: no frames, which end in a colon, and no notes."""
    return [
        said
        for said in reply.sentences
        if said.citations or not (said.text in reply.notes or said.text.rstrip().endswith(":"))
    ]


def faithfulness(reply: Reply) -> float | None:
    """Supported claims / claims; None for a reply that claims nothing that could be judged."""
    return sum(claim.supported for claim in reply.claims) / len(reply.claims) if reply.claims else None


def hallucinated_claims(reply: Reply) -> int | None:
    """How many claims the evidence does not support; None as for `faithfulness`."""
    return sum(not claim.supported for claim in reply.claims) if reply.claims else None


def _known(names: Sequence[str], passages: Mapping[str, Passage]) -> list[Passage]:
    return [passages[name] for name in dict.fromkeys(names) if name in passages]
