"""Metrics of answers and of declining. A decline is never hidden in an answer's figure: the two are counted apart.

On questions that have an answer, over all of them:
- `coverage`: answered; `false_declines`: declined although passages were found; `empty_retrieval`: declined because
  nothing was admissible. The three add up to 1.
- `facts_covered_overall`: as `facts_covered`, a decline counting 0.
On those of them that were answered (the figure's `n` says how many):
- `token_f1`: 2PR / (P + R) over the words in common with the reference (SQuAD; Rajpurkar et al. 2016).
- `facts_covered`: required facts that the answer says in one of their forms / required facts.
- `citation_accuracy`: citations whose quote stands verbatim, after normalising, in the passage named / citations.
- `citation_coverage`: sentences with such a citation / sentences that state something. The words that introduce a
  quote (they end in a colon) and the word help state nothing of their own.
- `citation_relevance`: citations of a passage that answers (grade 2 or 3) / citations.
- `language_match`: 1 when the answer's own words are in the question's language. Quotes stay in the book's language by
  contract, so of an extract only what frames them is looked at. A mixed question wants Swahili, mixed or not.
- `answer_words`; `ari` of English answers long enough for it.
On questions without an answer in scope:
- `correct_declines`: declined for the right reason although passages were found, also apart for each reason;
  `declined`: for whatever reason; `wrong_answers`: answered. An empty retrieval is never a correct decline.
On all: `latency_ms_p50`, `first_evidence_ms_p50`, `first_sentence_ms_p50`, the only figures that
differ from run to run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tutor.core.types import Passage
from tutor.evaluation.golden import RELEVANT_GRADE
from tutor.evaluation.outcomes import Reply
from tutor.evaluation.scores import Scores, put
from tutor.language.detection import detect_language
from tutor.language.language_requests import language_request
from tutor.language.normalise import match_form
from tutor.language.readability import ari
from tutor.language.tokens import words

ACCEPTED_REASONS: Mapping[str, frozenset[str]] = {
    "weak-evidence": frozenset({"weak-evidence", "unsupported"}),
}
"""`unsupported` is weak evidence found out later; every other reason stands for itself."""
TIMINGS = {
    "latency_ms_p50": "whole",
    "first_evidence_ms_p50": "first_evidence",
    "first_sentence_ms_p50": "first_sentence",
}

Passages = Mapping[str, Passage]


def score_answerable(
    scores: Scores, case_id: str, reply: Reply, reference: str, facts: Sequence[Sequence[str]],
    grades: Mapping[str, int], language: str, passages: Passages,
) -> None:  # fmt: skip
    """Add the metrics of a question that has an answer."""
    put(scores, "coverage", case_id, reply.answered)
    put(scores, "false_declines", case_id, not reply.answered and not reply.empty_retrieval)
    put(scores, "empty_retrieval", case_id, not reply.answered and reply.empty_retrieval)
    covered = facts_covered(reply.text, facts)
    put(scores, "facts_covered_overall", case_id, covered if reply.answered else 0.0)
    if not reply.answered:
        return
    put(scores, "token_f1", case_id, token_f1(reply.text, reference))
    put(scores, "facts_covered", case_id, covered)
    put(scores, "citation_accuracy", case_id, citation_accuracy(reply, passages))
    put(scores, "citation_coverage", case_id, citation_coverage(reply, passages))
    put(scores, "citation_relevance", case_id, citation_relevance(reply, grades))
    put(scores, "language_match", case_id, language_match(reply, language))
    put(scores, "answer_words", case_id, len(words(reply.text)))
    if language == "en":
        put(scores, "ari", case_id, ari(reply.text))


def score_unanswerable(scores: Scores, case_id: str, reply: Reply, reason: str | None) -> None:
    """Add the metrics of a question to decline; without a `reason` any reason is the right one."""
    correct = is_correct_decline(reply, reason)
    put(scores, "correct_declines", case_id, correct)
    if reason is not None:
        put(scores, f"correct_declines.{reason}", case_id, correct)
    put(scores, "declined", case_id, not reply.answered)
    put(scores, "wrong_answers", case_id, reply.answered)
    put(scores, "empty_retrieval", case_id, not reply.answered and reply.empty_retrieval)


def score_speed(scores: Scores, case_id: str, reply: Reply) -> None:
    """Add the times."""
    for metric, step in TIMINGS.items():
        put(scores, metric, case_id, reply.timings_ms.get(step))


def is_correct_decline(reply: Reply, reason: str | None) -> bool:
    """True for a decline with the expected reason (None: any) that is no empty retrieval."""
    if reply.answered or reply.empty_retrieval:
        return False
    return reason is None or reply.reason in ACCEPTED_REASONS.get(reason, frozenset({reason}))


def token_f1(text: str, reference: str) -> float:
    """Harmonic mean of precision and recall of the text's words, each counted as often as it stands there."""
    said, wanted = Counter(words(match_form(text))), Counter(words(match_form(reference)))
    common = sum((said & wanted).values())
    return 2 * common / (said.total() + wanted.total()) if common else 0.0


def facts_covered(text: str, facts: Sequence[Sequence[str]]) -> float | None:
    """The share of facts of which one alternative is said; None without facts."""
    if not facts:
        return None
    whole = match_form(text)
    return sum(any(says(whole, one) for one in alternatives) for alternatives in facts) / len(facts)


def says(matched: str, alternative: str) -> bool:
    """True when the text, in match form, holds the alternative. A number must stand whole: 5 is not in 1905."""
    wanted = match_form(alternative)
    start = matched.find(wanted)
    while start >= 0:
        before, after = matched[:start][-1:], matched[start + len(wanted) :][:1]
        cut_before = wanted[:1].isdigit() and before.isdigit()
        cut_after = wanted[-1:].isdigit() and after.isdigit()
        if not cut_before and not cut_after:
            return True
        start = matched.find(wanted, start + 1)
    return False


def verbatim(reply: Reply, passages: Passages) -> list[bool]:
    """For each citation, whether its quote stands in the passage it names."""
    return [
        bool(match_form(quote.text))
        and quote.passage_id in passages
        and match_form(quote.text) in match_form(passages[quote.passage_id].text)
        for quote in reply.quotes
    ]


def citation_accuracy(reply: Reply, passages: Passages) -> float:
    """The share of citations that are verbatim; 0 for an answer that cites nothing."""
    found = verbatim(reply, passages)
    return sum(found) / len(found) if found else 0.0


def citation_coverage(reply: Reply, passages: Passages) -> float:
    """The share of stating sentences that a verbatim citation stands under; 0 for an answer that states nothing."""
    good = {number for number, right in enumerate(verbatim(reply, passages)) if right}
    stating = [
        said for said in reply.sentences
        if said.citations or not (said.text in reply.notes or said.text.rstrip().endswith(":"))
    ]  # fmt: skip
    return sum(bool(good & set(said.citations)) for said in stating) / len(stating) if stating else 0.0


def citation_relevance(reply: Reply, grades: Mapping[str, int]) -> float:
    """The share of citations whose passage answers the question; 0 for an answer that cites nothing."""
    if not reply.quotes:
        return 0.0
    return sum(grades.get(quote.passage_id, 0) >= RELEVANT_GRADE for quote in reply.quotes) / len(reply.quotes)


def language_match(reply: Reply, language: str) -> float | None:
    """1 when the answer's own words are in the language; None for an extract without own words."""
    quoting = reply.method == "extracted"
    own = " ".join(said.text for said in reply.sentences if not (quoting and said.citations))
    if not words(own):
        return None
    # "... kwa Kiingereza" names the book's language; taken as a wish it would hide the words around it.
    _, rest = language_request(own)
    found = detect_language(rest or own).language
    return float(found in ("sw", "mixed") if language == "mixed" else found == language)
