"""The product as shipped: its retrieval, and the whole tutor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from tutor.answering.opening import open_tutor
from tutor.answering.question.asked_scope import searched_scope
from tutor.answering.question.understanding import understand
from tutor.answering.tutor import Tutor
from tutor.core.errors import InputError
from tutor.core.events import Answered, Declined, Traced
from tutor.core.trace import Trace
from tutor.core.types import Answer, Decline, Question, Scope
from tutor.evaluation.metrics import DEPTH
from tutor.evaluation.outcomes import Outcome, Query, Quote, Reply, Said
from tutor.evaluation.systems.apparatus import Apparatus, System
from tutor.retrieval.boosts import Boosts
from tutor.retrieval.retriever import Retriever

Steps = tuple[Mapping[str, Any], ...]


class TutorRetrieval:
    """Retrieval as shipped: understanding, gate, pools, boosts. It is asked for ten passages, where answering
    looks at the first eight, so that lists of one length are compared. `retriever`: one with other choices."""

    def __init__(self, apparatus: Apparatus, retriever: Retriever | None = None) -> None:
        self._apparatus = apparatus
        self._retriever = retriever or apparatus.retriever

    def outcome(self, query: Query) -> Outcome:
        trace = Trace()
        try:
            with trace.timed("understand"):
                curriculum = self._apparatus.curriculum(query)
                asked = understand(Question(query.text, query.gated_scope), curriculum, self._retriever.glossary)
                scope = searched_scope(query.gated_scope, asked.named, asked.kind, self._retriever.admitted)
        except InputError:
            return Outcome()
        boosts = Boosts(asked.subjects, asked.forms)
        found = self._retriever.retrieve(asked.text, asked.asked_in, scope, boosts, trace, keep=DEPTH)
        trace.mark("retrieval")
        ids = tuple(candidate.passage.id for candidate in found.candidates)
        return Outcome(
            ranked=() if found.escaped else ids,
            escaped=ids if found.escaped else (),
            trace=tuple(trace.steps),
            widenings=_widenings(tuple(trace.steps)),
            timings_ms=dict(trace.timings_ms),
            named={field.name: own for field in fields(Scope) if (own := getattr(asked.named, field.name))},
        )


class TutorAnswers:
    """The whole tutor: its retrieval where a set looks at that, and its reply."""

    def __init__(self, tutor: Tutor, retrieval: System | None = None) -> None:
        self._tutor = tutor
        self._retrieval = retrieval

    def outcome(self, query: Query) -> Outcome:
        found = self._retrieval.outcome(query) if self._retrieval else Outcome(retrieves=False)
        reply, steps = self._reply(query)
        return Outcome(
            ranked=found.ranked, reply=reply, trace=steps, retrieves=found.retrieves, widenings=found.widenings,
            escaped=found.escaped, timings_ms=found.timings_ms,
        )  # fmt: skip

    def _reply(self, query: Query) -> tuple[Reply, Steps]:
        """The reply with the steps that led to it."""
        outcome: Answer | Decline | None = None
        timings: dict[str, float] = {}
        steps: Steps = ()
        for event in self._tutor.ask(Question(query.text, query.gated_scope)):
            if isinstance(event, Answered):
                outcome = event.answer
            elif isinstance(event, Declined):
                outcome = event.decline
            elif isinstance(event, Traced):
                timings, steps = event.timings_ms, event.steps
        if outcome is None:
            raise RuntimeError("the tutor gave neither an answer nor a decline")
        reply = answer_reply(outcome, timings) if isinstance(outcome, Answer) else decline_reply(outcome, timings)
        return reply, steps


def answer_reply(answer: Answer, timings_ms: Mapping[str, float]) -> Reply:
    """An answer as a reply."""
    return Reply(
        answered=True,
        language=answer.language,
        text=answer.text,
        method=answer.method,
        sentences=tuple(Said(sentence.text, sentence.citations) for sentence in answer.sentences),
        quotes=tuple(Quote(citation.passage_id, citation.quote) for citation in answer.citations),
        notes=answer.notes,
        timings_ms=timings_ms,
    )


def decline_reply(decline: Decline, timings_ms: Mapping[str, float]) -> Reply:
    """A decline as a reply."""
    return Reply(
        answered=False,
        language=decline.language,
        text=decline.text,
        reason=str(decline.reason),
        empty_retrieval=decline.empty_retrieval,
        timings_ms=timings_ms,
    )


def tutor_answers(apparatus: Apparatus, *, extract: bool, retrieval: bool, levelled: bool = True) -> TutorAnswers:
    """The tutor over the apparatus' home: as shipped, quoting only when `extract` is set, without regard to the reading
    level of a form unless `levelled`."""
    tutor = open_tutor(apparatus.settings, apparatus.notice, with_generator=not extract)
    if not levelled:
        tutor = Tutor(replace(tutor.parts, levelled=False))
    return TutorAnswers(tutor, TutorRetrieval(apparatus) if retrieval else None)


def _widenings(steps: Steps) -> tuple[str, ...]:
    """The widenings that a retriever noted in its trace, as steps named `widen`."""
    return tuple(str(step["name"]) for step in steps if step["step"] == "widen")
