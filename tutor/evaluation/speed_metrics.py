"""Times, as medians in milliseconds: the only figures that differ from run to run.

- `latency_ms_p50`: from the question to the whole reply, or, of a system that only ranks, to the ranked list.
- `first_evidence_ms_p50`: to the first evidence on the page; `first_sentence_ms_p50`: to the first sentence.
- `STEP_ms_p50`: spent in one step: `understand`, `embed`, `gate`, `search`, `fuse`, `rerank`, `select`, `decide`,
  `generate`. A step that a design does not have has no figure.
"""

from __future__ import annotations

from tutor.evaluation.outcomes import Outcome
from tutor.evaluation.scores import Scores, put

WHOLE = ("whole", "retrieval")
"""Names of the whole time: of a reply, of a ranking."""


def score_speed(scores: Scores, case_id: str, outcome: Outcome) -> None:
    """Add the times of the reply, or of the retrieval where the system does not reply."""
    timings = outcome.timings_ms if outcome.reply is None else outcome.reply.timings_ms
    whole = next((timings[name] for name in WHOLE if name in timings), None)
    put(scores, "latency_ms_p50", case_id, whole)
    for step, spent in timings.items():
        if step not in WHOLE:
            put(scores, f"{step}_ms_p50", case_id, spent)
