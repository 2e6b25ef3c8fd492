"""Step 7: does the evidence answer the question? Decided on raw signals before anything is generated."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tutor.answering.definitions import defines
from tutor.answering.expected import expected_kinds
from tutor.answering.meanings import meant_terms
from tutor.answering.premises import asked_names, evidence_text
from tutor.answering.support.reasons import names_of
from tutor.answering.terms import Form, Rarity, asked_share, covered_share, rarest_missed, term_rarity
from tutor.answering.understanding import Understanding
from tutor.answering.verification import numbers_of
from tutor.core.errors import TutorError
from tutor.core.types import Candidate, EvidenceSentence
from tutor.curriculum.questions import QuestionType
from tutor.language.tokens import words

CALIBRATION = Path(__file__).with_name("calibration.json")
KINDS = ("define", "why", "who", "list", "other", "how", "compare")
"""Kinds of questions that have a base rate of their own: the books say what things are more often than who did them."""
MEASURED = (
    "sentence", "passage", "distinction", "margin", "coverage", "quoted_coverage", "rarest_missed", "number_missing",
    "terms", "heading", "found_coverage", "found_missed", "rarest", "rare_terms", "words", "centred", "quotes",
    "best_coverage", "name_missing", "meant", "meant_missed", "definition", "mean_sentence", "near_and_covered",
    "names", "asks_fact",
)  # fmt: skip
SIGNALS = (*MEASURED, *KINDS, "bias")
VERY_RARE = 0.85
"""The rarity, as a share of that of a word which no passage has, of words that hardly any passage has."""
MOST_NAMES = 2
LEAST_RARE = 0.05
"""What the commonest term still weighs when it is counted whether a text means the question's terms."""
UNKNOWN = ("\0",)
"""The form of a word that no passage has."""
ASKS_A_NUMBER = re.compile(
    r"\b(how (many|much|far|long|old|tall|deep|high)|what (year|percentage|date)|which (year|date)|in what year|"
    r"population|\w*ngapi|kiasi gani|asilimia|mwaka (gani|upi)|tarehe (gani|ngapi)|umri gani)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Signals:
    """Raw signals of one question, never normalised ones: min-max turns one weak hit into 1.

    `sentence` and `passage`: best cosines; `distinction`: how far the evidence's passage stands out in its
    pool, and `centred` its centred cosine; `margin`: of the best cosine over the last kept; `coverage`,
    `quoted_coverage`, `best_coverage` and `found_coverage`: share of the question's terms, rare ones weighing more, in
    the quoted passages, in the quotes, in the best quote alone, and in all that was found in that language;
    `rarest_missed` and `found_missed`: the rarity of the rarest term that the quotes, or all that was found, leave
    out; `rarest` and `rare_terms`: the rarity of the rarest term and how many are very rare; `number_missing` and
    `name_missing`: 1 when a number or a person is asked for and the quotes hold none that the question has not;
    `meant` and `meant_missed`: as `quoted_coverage` and `rarest_missed`, by words that say the same and words of the
    other language too; `definition`: how far a quote says what the term is that a definition is asked of;
    `mean_sentence`: the quotes' mean cosine; `near_and_covered`: the best cosine times `quoted_coverage`; `names`: how
    many names the question holds, up to two; `asks_fact`: 1 where a date, a number, a name or a place is waited for;
    `terms` and `words`: their counts; `quotes`: how many sentences were chosen; `heading`: the share of the passage's
    heading that was asked about. `kind` is the question's type.
    """

    sentence: float
    passage: float
    distinction: float
    margin: float
    coverage: float
    quoted_coverage: float
    rarest_missed: float
    number_missing: float
    terms: float
    heading: float
    found_coverage: float
    found_missed: float
    rarest: float
    rare_terms: float
    words: float
    centred: float
    quotes: float
    best_coverage: float
    name_missing: float
    meant: float
    meant_missed: float
    definition: float
    mean_sentence: float
    near_and_covered: float
    names: float
    asks_fact: float
    kind: str

    def value(self, name: str) -> float:
        """The signal of that name; 1 for the question's own kind and for `bias`, 0 for other kinds."""
        if name == "bias":
            return 1.0
        return float(self.kind == name) if name in KINDS else float(getattr(self, name))

    def as_dict(self) -> dict[str, float]:
        return {name: round(self.value(name), 4) for name in SIGNALS if name != "bias"}


def signals_of(
    question: Understanding, candidates: Sequence[Candidate], evidence: Sequence[EvidenceSentence], rarity: Rarity
) -> Signals:
    """The signals of ranked passages (not empty) and the sentences chosen from them (not empty)."""
    passage = evidence[0].passage
    best = next(candidate for candidate in candidates if candidate.passage.id == passage.id)
    language = passage.metadata.language
    heading = " ".join(passage.heading_path)
    quotes = " ".join(item.sentence.text for item in evidence)
    whole = evidence_text(evidence)
    found = " ".join(
        " ".join([*candidate.passage.heading_path, candidate.passage.text])
        for candidate in candidates
        if candidate.passage.metadata.language == language
    )
    nearest = max(evidence, key=lambda item: item.similarity).sentence.text
    cosines = [candidate.dense for candidate in candidates]
    most = rarity(UNKNOWN, language) or 1.0

    def share(form: Form, book: str) -> float:
        """Rarity from 0 to 1, so that it means the same in a library of a hundred passages and of ten thousand."""
        return rarity(form, book) / most

    rarities = [term_rarity(term, language, share) for term in question.terms]
    held = meant_terms(question.terms, question.asked_in, f"{heading}. {quotes}", language)
    weights = [max(one, LEAST_RARE) for one in rarities]
    covered = covered_share(question.terms, f"{heading} {quotes}", language, rarity)
    sentence = max(item.similarity for item in evidence)
    defining = question.kind == QuestionType.DEFINE
    return Signals(
        sentence=sentence,
        passage=max(cosines),
        distinction=best.distinction,
        margin=max(cosines) - min(cosines),
        coverage=covered_share(question.terms, whole, language, rarity),
        quoted_coverage=covered,
        rarest_missed=rarest_missed(question.terms, f"{heading} {quotes}", language, share),
        number_missing=float(_number_missing(question, quotes)),
        terms=float(len(question.terms)),
        heading=asked_share(passage.heading_path[-1] if passage.heading_path else "", question.terms, language),
        found_coverage=covered_share(question.terms, found, language, rarity),
        found_missed=rarest_missed(question.terms, found, language, share),
        rarest=max(rarities, default=0.0),
        rare_terms=float(sum(one > VERY_RARE for one in rarities)),
        words=float(len(words(question.text))),
        centred=best.centred,
        quotes=float(len(evidence)),
        best_coverage=covered_share(question.terms, nearest, language, rarity),
        name_missing=float(_name_missing(question, quotes)),
        meant=sum(w for w, is_held in zip(weights, held, strict=True) if is_held) / (sum(weights) or 1.0),
        meant_missed=max((w for w, is_held in zip(weights, held, strict=True) if not is_held), default=0.0),
        definition=max(defines(item.sentence.text, question.terms, language) for item in evidence) * defining,
        mean_sentence=sum(item.similarity for item in evidence) / len(evidence),
        near_and_covered=sentence * covered,
        names=float(_names_asked(question)),
        asks_fact=float(bool(expected_kinds(question.text))),
        kind=str(question.kind),
    )


def _names_asked(question: Understanding) -> int:
    """How many names the question holds, up to two. In the terms of a subject capitals name nobody: "Universal
    Declaration of Human Rights"."""
    in_terms = {word for term in question.terms if " " in term.written for word in words(term.written)}
    return min(MOST_NAMES, sum(name not in in_terms for name in asked_names(question.text)))


def _number_missing(question: Understanding, quotes: str) -> bool:
    asked_for = question.kind == QuestionType.WHEN or bool(ASKS_A_NUMBER.search(question.text))
    return asked_for and not numbers_of(quotes) - numbers_of(question.text)


def _name_missing(question: Understanding, quotes: str) -> bool:
    return question.kind == QuestionType.WHO and not names_of(quotes) - set(words(question.text))


@dataclass(frozen=True)
class Calibration:
    """Weights of the signals by language pair (question-book), and the threshold on the probability."""

    weights: Mapping[str, Mapping[str, float]]
    thresholds: Mapping[str, float]
    provenance: Mapping[str, object]

    def answerability(self, signals: Signals, pair: str) -> float:
        """The probability, 0 to 1, that the evidence answers the question."""
        weights = self.weights.get(pair) or self.weights["any"]
        total = sum(weights[name] * signals.value(name) for name in SIGNALS)
        return float(1 / (1 + np.exp(-total)))

    def threshold(self, pair: str) -> float:
        """Evidence below this is too weak to answer from."""
        return float(self.thresholds.get(pair, self.thresholds["any"]))


def language_pair(question: Understanding, evidence: Sequence[EvidenceSentence]) -> str:
    """`sw-en` for a Swahili question with English evidence; a mixed question counts as Swahili."""
    asked = "en" if question.asked_in == "en" else "sw"
    return f"{asked}-{evidence[0].passage.metadata.language}"


@cache
def load_calibration(profile_model: str, path: Path = CALIBRATION) -> Calibration:
    """The shipped calibration for an embedder; scores of different embedders cannot be compared.

    Raises TutorError `data-damaged` when there is none for it.
    """
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))[profile_model]
        return Calibration(entry["weights"], entry["thresholds"], entry["provenance"])
    except (OSError, ValueError, KeyError) as error:
        raise TutorError("data-damaged", file=path.name, why=f"no calibration for {profile_model}") from error
