"""Every system by name. A set takes those that rank, those that answer, or both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from tutor.evaluation.outcomes import Outcome, Query
from tutor.evaluation.systems.apparatus import Apparatus, OpenSystem, System, on_library
from tutor.evaluation.systems.baselines import HybridRag, NaiveRag
from tutor.evaluation.systems.chsr import VARIANTS, Chsr
from tutor.evaluation.systems.curriculum_rag import CurriculumRag
from tutor.evaluation.systems.pasted import GROUNDED, PLAIN, NoRetrieval, PastedAnswers, Style
from tutor.evaluation.systems.shipped import TutorRetrieval, tutor_answers

PUBLISHED: Mapping[str, tuple[Callable[[Apparatus], System], Style]] = {
    "naive-rag": (NaiveRag, PLAIN),
    "hybrid-rag": (HybridRag, PLAIN),
    "curriculum-rag": (CurriculumRag, GROUNDED),
}
"""Published designs that answer: how each ranks, and how it asks the generator."""


class Judged:
    """A system whose replies are judged by the evaluator, outside of any time that is measured."""

    def __init__(self, system: System, apparatus: Apparatus) -> None:
        self._system = system
        self._apparatus = apparatus
        self._evaluator = apparatus.evaluator

    def outcome(self, query: Query) -> Outcome:
        outcome = self._system.outcome(query)
        if outcome.reply is None:
            return outcome
        return replace(outcome, reply=self._evaluator.judged(outcome.reply, self._apparatus.passages))


def ranking_systems() -> dict[str, OpenSystem]:
    """The systems that rank passages, without replies, by name."""
    makers: dict[str, Callable[[Apparatus], System]] = {name: rank for name, (rank, _) in PUBLISHED.items()}
    makers |= {name: partial(_chsr, name=name) for name in VARIANTS}
    makers["tutor"] = TutorRetrieval
    return {name: on_library(make) for name, make in makers.items()}


def answering_systems(*, retrieval: bool) -> dict[str, OpenSystem]:
    """The systems that answer, by name; `retrieval`: whether the tutor's own ranking is asked for as well."""
    makers: dict[str, Callable[[Apparatus], System]] = {"no-retrieval": _no_retrieval}
    makers |= {name: partial(_pasted, rank=rank, style=style) for name, (rank, style) in PUBLISHED.items()}
    makers["tutor"] = partial(tutor_answers, extract=False, retrieval=retrieval)
    makers["tutor-extract"] = partial(tutor_answers, extract=True, retrieval=retrieval)
    makers["tutor-plain"] = partial(tutor_answers, extract=True, retrieval=retrieval, levelled=False)
    return {name: on_library(partial(_judged, make=make)) for name, make in makers.items()}


def all_systems() -> dict[str, OpenSystem]:
    """Every system, in the order in which they are compared; those that can answer do."""
    return {**_in_order({**ranking_systems(), **answering_systems(retrieval=True)})}


EVERY = ("no-retrieval", *PUBLISHED, *VARIANTS, "tutor", "tutor-extract", "tutor-plain")
DEFAULT = ("chsr-b", "chsr-e", "tutor")
"""The systems of one run unless told: those that paste passages into a prompt take ten seconds a question."""


def _in_order(systems: Mapping[str, OpenSystem]) -> dict[str, OpenSystem]:
    return {name: systems[name] for name in EVERY}


def _chsr(apparatus: Apparatus, name: str) -> System:
    return Chsr(apparatus, VARIANTS[name])


def _pasted(apparatus: Apparatus, rank: Callable[[Apparatus], System], style: Style) -> System:
    """Rankings alone where there is no generator to answer with."""
    ranking, generator = rank(apparatus), apparatus.generator
    return ranking if generator is None else PastedAnswers(apparatus, generator, ranking, style)


def _no_retrieval(apparatus: Apparatus) -> System:
    return NoRetrieval(apparatus, apparatus.generator, NaiveRag(apparatus))


def _judged(apparatus: Apparatus, make: Callable[[Apparatus], System]) -> System:
    return Judged(make(apparatus), apparatus)
