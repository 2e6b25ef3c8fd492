"""Citations: do they resolve, do they support, and does every statement stand on one? Only of designs that cite.

- `quote_verbatim`: quotes that stand verbatim, after normalising, in the passage named / quotes.
- `citation_accuracy`: citations with such a quote whose passage supports a sentence that cites it, by the evaluator of
  faithfulness / citations that it could judge; where a reply was not judged at all, as `quote_verbatim`.
- `citation_coverage`: sentences with a verbatim citation / sentences that state something. The words that introduce a
  quote (they end in a colon) and the word help state nothing of their own.
- `citation_relevance`: citations of a passage that answers the question (grade 2 or 3) / citations.

Accuracy and coverage are apart because a system can be good at one and bad at the other. An answer that cites nothing
scores 0 in all.
"""

from __future__ import annotations

from collections.abc import Mapping

from tutor.core.types import Passage
from tutor.evaluation.faithfulness import stating_sentences
from tutor.evaluation.golden import RELEVANT_GRADE
from tutor.evaluation.outcomes import Reply
from tutor.evaluation.scores import Scores, put
from tutor.language.normalise import match_form

Passages = Mapping[str, Passage]


def score_citations(scores: Scores, case_id: str, reply: Reply, grades: Mapping[str, int], passages: Passages) -> None:
    """Add the four, for a design that cites."""
    if reply.cites:
        put(scores, "quote_verbatim", case_id, quote_verbatim(reply, passages))
        put(scores, "citation_accuracy", case_id, citation_accuracy(reply, passages))
        put(scores, "citation_coverage", case_id, citation_coverage(reply, passages))
        put(scores, "citation_relevance", case_id, citation_relevance(reply, grades))


def verbatim(reply: Reply, passages: Passages) -> list[bool]:
    """For each citation, whether its quote stands in the passage it names."""
    return [
        bool(match_form(quote.text))
        and quote.passage_id in passages
        and match_form(quote.text) in match_form(passages[quote.passage_id].text)
        for quote in reply.quotes
    ]


def quote_verbatim(reply: Reply, passages: Passages) -> float:
    """The share of quotes that are verbatim."""
    return _share(verbatim(reply, passages))


def citation_accuracy(reply: Reply, passages: Passages) -> float | None:
    """The share of citations that are verbatim and support what cites them; None where none could be judged."""
    right = verbatim(reply, passages)
    judged = reply.supporting or (True,) * len(right)
    found = [stands and supports is True for stands, supports in zip(right, judged, strict=True)
             if supports is not None or not stands]  # fmt: skip
    return None if right and not found else _share(found)


def citation_coverage(reply: Reply, passages: Passages) -> float:
    """The share of stating sentences that a verbatim citation stands under; 0 for an answer that states nothing."""
    good = {number for number, right in enumerate(verbatim(reply, passages)) if right}
    return _share([bool(good & set(said.citations)) for said in stating_sentences(reply)])


def citation_relevance(reply: Reply, grades: Mapping[str, int]) -> float:
    """The share of citations whose passage answers the question."""
    return _share([grades.get(quote.passage_id, 0) >= RELEVANT_GRADE for quote in reply.quotes])


def _share(right: list[bool]) -> float:
    return sum(right) / len(right) if right else 0.0
