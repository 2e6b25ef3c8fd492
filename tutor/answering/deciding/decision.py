"""Step 7: does the evidence answer the question? Decided on raw signals before anything is generated."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tutor.answering.deciding.premises import asked_names, evidence_text
from tutor.answering.evidence.counted import count_missing
from tutor.answering.evidence.deeds import things_among
from tutor.answering.evidence.definitions import defines
from tutor.answering.evidence.leaning import Leaning, Nearness, leanings
from tutor.answering.evidence.meanings import meant_terms
from tutor.answering.question.asking_words import naming_terms
from tutor.answering.question.expected import asks_for_an_occasion, expected_kinds, holds_a_new_name, names_a_month
from tutor.answering.question.terms import Form, Rarity, asked_share, covered_share, rarest_missed, term_rarity
from tutor.answering.question.understanding import Understanding
from tutor.answering.support.verification import numbers_of
from tutor.core.errors import TutorError
from tutor.core.types import Candidate, EvidenceSentence
from tutor.curriculum.questions import QuestionType
from tutor.language.tokens import words

CALIBRATION = Path(__file__).with_name("calibration.json")
KINDS = ("define", "list", "other", "how", "compare")
"""Kinds of questions that have a base rate of their own: the books say what things are more often than who did them."""
MEASURED = (
    "sentence", "margin", "coverage", "rarest_missed", "number_missing", "terms", "heading", "found_missed",
    "rare_terms", "words", "centred", "name_missing", "meant", "definition", "mean_sentence", "near_but_missed",
    "names", "asks_fact", "count_missing", "thing_missed", "lexical_lead", "passage_meant", "least_leaning",
    "held_leaning", "pull", "background",
)  # fmt: skip
SIGNALS = (*MEASURED, *KINDS, "bias")
VERY_RARE = 0.85
"""The rarity, as a share of that of a word which no passage has, of words that hardly any passage has."""
MOST_NAMES = 2
LEAST_RARE = 0.05
"""What the commonest term still weighs when it is counted whether a text means the question's terms."""
FORMULA_COMMAND = re.compile(r"\\[A-Za-z]+")
UNKNOWN = ("\0",)
"""The form of a word that no passage has."""
ASKS_A_NUMBER = re.compile(
    r"\b(how (many|much|far|long|old|tall|deep|high)|what (year|percentage|date)|which (year|date)|in what year|"
    r"population|\w*ngapi|kiasi gani|asilimia|mwaka (gani|upi)|tarehe (gani|ngapi)|umri gani)\b",
    re.IGNORECASE,
)
ASKS_WHO_THEY_ARE = re.compile(r"^[Ww]ho (?:(?:are|were) |(?:is|was) (?=[A-Z]))|\b(?:akina nani|watu gani|mtu gani)\b")
"""What people are is told of them, "who were the manamba?": no name answers it."""


@dataclass(frozen=True)
class Signals:
    """Raw signals of one question, never normalised ones: min-max turns one weak hit into 1.

    `sentence` and `mean_sentence`: the quotes' best and mean cosine; `centred`: the passage's centred cosine; `margin`:
    of the best passage's cosine over the last kept's; `coverage`: share of the question's terms that name something,
    rare ones weighing more, in the quoted passages; `rarest_missed`: the rarity of the rarest term for a thing, no
    deed, that the quotes leave out; `found_missed`: of the rarest term that all that was found in that language leaves
    out; `rare_terms`: how many terms are very rare; `number_missing` and `name_missing`: 1 when a number or a person is
    asked for and the quotes hold none that the question has not; `count_missing`: 1 when something is to be counted and
    no quote has a number beside it; `meant` and `passage_meant`: as coverage by the quotes and by the passage, by words
    that say the same and words of the other language too; `thing_missed`: as `rarest_missed`, of what the quotes do not
    mean, and `near_but_missed` that times the best cosine; `definition`: how far a quote says what the term is that a
    definition is asked of; `names`: how many names the question holds, up to two; `asks_fact`: 1 where a date, a
    number, a name or a place is waited for; `lexical_lead`: by how much the passage's words fit better than those of
    the next one; `least_leaning` and `held_leaning`: by how much the best quote is nearer to the question with a term
    than without it, the least among the rarest terms, and the most among those of them that the quotes mean; `pull`:
    the greatest cosine of the best quote with what a term adds to the question; `background`: the question's mean
    cosine with all passages of the language, since a short one is far from everything and not from its answer alone;
    `terms` and `words`: their counts; `heading`: the share of the passage's heading that was asked about. `kind` is the
    question's type.
    """

    sentence: float
    margin: float
    coverage: float
    rarest_missed: float
    number_missing: float
    terms: float
    heading: float
    found_missed: float
    rare_terms: float
    words: float
    centred: float
    name_missing: float
    meant: float
    definition: float
    mean_sentence: float
    near_but_missed: float
    names: float
    asks_fact: float
    count_missing: float
    thing_missed: float
    lexical_lead: float
    passage_meant: float
    least_leaning: float
    held_leaning: float
    pull: float
    background: float
    kind: str

    def value(self, name: str) -> float:
        """The signal of that name; 1 for the question's own kind and for `bias`, 0 for other kinds."""
        if name == "bias":
            return 1.0
        return float(self.kind == name) if name in KINDS else float(getattr(self, name))

    def as_dict(self) -> dict[str, float]:
        return {name: round(self.value(name), 4) for name in SIGNALS if name != "bias"}


def signals_of(
    question: Understanding, candidates: Sequence[Candidate], evidence: Sequence[EvidenceSentence], rarity: Rarity,
    nearness: Nearness, background: float,
) -> Signals:  # fmt: skip
    """The signals of ranked passages (not empty) and the sentences chosen from them (not empty).

    `nearness` says how near other texts than the question are to these sentences, `background` how near the question is
    to the passages of their language on average.
    """
    passage = evidence[0].passage
    best = next(candidate for candidate in candidates if candidate.passage.id == passage.id)
    language = passage.metadata.language
    heading = " ".join(passage.heading_path)
    quotes = _without_commands(" ".join(item.sentence.text for item in evidence))
    whole = _without_commands(evidence_text(evidence))
    found = " ".join(
        " ".join([*candidate.passage.heading_path, candidate.passage.text])
        for candidate in candidates
        if candidate.passage.metadata.language == language
    )
    cosines = [candidate.dense for candidate in candidates]
    most = rarity(UNKNOWN, language) or 1.0

    def share(form: Form, book: str) -> float:
        """Rarity from 0 to 1, so that it means the same in a library of a hundred passages and of ten thousand."""
        return rarity(form, book) / most

    rarities = [term_rarity(term, language, share) for term in question.terms]
    naming = naming_terms(question.terms)
    weights = [max(term_rarity(term, language, share), LEAST_RARE) for term in naming]
    held = meant_terms(naming, question.asked_in, f"{heading}. {quotes}", language)
    told = meant_terms(naming, question.asked_in, whole, language)
    things = things_among(naming, question.asked_in)
    missed = (w for term, w, is_held in zip(naming, weights, held, strict=True) if term in things and not is_held)
    thing_missed = max(missed, default=0.0)
    sentence = max(item.similarity for item in evidence)
    defining = question.kind == QuestionType.DEFINE
    others = (one.lexical for one in candidates if one is not best and one.passage.metadata.language == language)
    leaning = _leanings(question, rarities, evidence, nearness)
    meant = meant_terms(question.terms, question.asked_in, f"{heading}. {quotes}", language)
    leaning_held = [lean.nearer for lean, is_held in zip(leaning, meant, strict=True) if lean is not None and is_held]
    return Signals(
        sentence=sentence,
        margin=max(cosines) - min(cosines),
        coverage=covered_share(naming, whole, language, rarity),
        rarest_missed=rarest_missed(things, f"{heading} {quotes}", language, share),
        number_missing=float(_number_missing(question, quotes)),
        terms=float(len(question.terms)),
        heading=asked_share(passage.heading_path[-1] if passage.heading_path else "", question.terms, language),
        found_missed=rarest_missed(question.terms, found, language, share),
        rare_terms=float(sum(one > VERY_RARE for one in rarities)),
        words=float(len(words(question.text))),
        centred=best.centred,
        name_missing=float(_name_missing(question, quotes)),
        meant=_weighed_share(weights, held),
        definition=max(defines(item.sentence.text, question.terms, language) for item in evidence) * defining,
        mean_sentence=sum(item.similarity for item in evidence) / len(evidence),
        near_but_missed=sentence * thing_missed,
        names=float(_names_asked(question)),
        asks_fact=float(bool(expected_kinds(question.text))),
        count_missing=float(count_missing(question, [item.sentence.text for item in evidence], language)),
        thing_missed=thing_missed,
        lexical_lead=best.lexical - max(others, default=0.0),
        passage_meant=_weighed_share(weights, told),
        least_leaning=min((lean.nearer for lean in leaning if lean is not None), default=0.0),
        held_leaning=max(leaning_held, default=0.0),
        pull=max((lean.pull for lean in leaning if lean is not None), default=0.0),
        background=background,
        kind=str(question.kind),
    )


def _without_commands(text: str) -> str:
    """The text without the commands of its formulas: a change that is written `\\Delta L` tells of no river's delta."""
    return FORMULA_COMMAND.sub(" ", text)


def _weighed_share(weights: Sequence[float], held: Sequence[bool]) -> float:
    return sum(weight for weight, is_held in zip(weights, held, strict=True) if is_held) / (sum(weights) or 1.0)


def _leanings(
    question: Understanding, rarities: Sequence[float], evidence: Sequence[EvidenceSentence], nearness: Nearness
) -> list[Leaning | None]:
    """For each term how the best quote leans on it; None for those too common to be looked at."""
    order = sorted(range(len(rarities)), key=lambda place: -rarities[place])
    written = [question.terms[place].written for place in order]
    best = max(range(len(evidence)), key=lambda place: evidence[place].similarity)
    found = leanings(question.text, written, best, nearness)
    by_place = dict(zip(order, found, strict=False))
    return [by_place.get(place) for place in range(len(rarities))]


def _names_asked(question: Understanding) -> int:
    """How many names the question holds, up to two. In the terms of a subject capitals name nobody: "Universal
    Declaration of Human Rights"."""
    in_terms = {word for term in question.terms if " " in term.written for word in words(term.written)}
    return min(MOST_NAMES, sum(name not in in_terms for name in asked_names(question.text)))


def _number_missing(question: Understanding, quotes: str) -> bool:
    when = question.kind == QuestionType.WHEN and not asks_for_an_occasion(question.text)
    if when and names_a_month(quotes):
        return False
    asked_for = when or bool(ASKS_A_NUMBER.search(question.text))
    return asked_for and not numbers_of(quotes) - numbers_of(question.text)


def _name_missing(question: Understanding, quotes: str) -> bool:
    if question.kind != QuestionType.WHO or ASKS_WHO_THEY_ARE.search(question.text):
        return False
    return not holds_a_new_name(question.text, quotes)


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
