"""Metrics of answers and of declining. A decline is never hidden in an answer's figure: the two are counted apart.

On questions that have an answer, over all of them:
- `coverage`: answered; `false_declines`: declined although passages were found; `empty_retrieval`: declined because
  nothing was admissible. The three add up to 1.
- `facts_covered_overall`, `token_f1_overall`: as `facts_covered` and `token_f1`, a decline counting 0: a system that
  answers only what is easy has no gain from it.
On those of them that were answered (the figure's `n` says how many):
- `token_f1`, `bleu`, `chrf`, `rouge_l`: overlap_metrics.py.
- `facts_covered`: required facts that the answer says in one of their forms / required facts.
- `quote_verbatim`, `citation_accuracy`, `citation_coverage`, `citation_relevance`: citation_metrics.py.
- `language_match`: 1 when the answer's own words are in the question's language. Quotes stay in the book's language by
  contract, so of an extract only what frames them is looked at, and of a note that explains the book's words ("maji =
  water") only the explanation: the word explained is quoted too. A mixed question wants Swahili, mixed or not.
- `answer_words`: its length; `sentence_words`: words / sentences; `ari`: 4.71 letters / words + 0.5 words / sentences -
  21.43 (Automated Readability Index; Smith and Senter 1967, by textstat) of English answers of 30 words and 3 sentences
  or more, where it does not mislead. Of what states something alone, each sentence on its line as it is shown: short
  frames such as "Your Biology book says:" would make a hard explanation look easy, or run into its first sentence.
On every answer, of questions with and without one:
- `faithfulness`: claims that the evidence supports / claims; `hallucinated_claims`: how many it does not support, an
  answer (faithfulness.py).
On questions without an answer in scope:
- `correct_declines`: declined for the right reason although passages were found, also apart for each reason;
  `declined`: for whatever reason; `wrong_answers`: answered. An empty retrieval is never a correct decline.
On all, the only figures that differ from run to run: speed_metrics.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tutor.core.types import Passage
from tutor.evaluation.citation_metrics import citation_accuracy as citation_accuracy
from tutor.evaluation.citation_metrics import citation_coverage as citation_coverage
from tutor.evaluation.citation_metrics import citation_relevance as citation_relevance
from tutor.evaluation.citation_metrics import score_citations
from tutor.evaluation.faithfulness import faithfulness, hallucinated_claims, stating_sentences
from tutor.evaluation.outcomes import Reply
from tutor.evaluation.overlap_metrics import score_overlap
from tutor.evaluation.overlap_metrics import token_f1 as token_f1
from tutor.evaluation.scores import Scores, put
from tutor.language.detection import detect_language
from tutor.language.language_requests import language_request
from tutor.language.normalise import match_form
from tutor.language.readability import ari, mean_sentence_words
from tutor.language.tokens import words

ACCEPTED_REASONS: Mapping[str, frozenset[str]] = {
    "weak-evidence": frozenset({"weak-evidence", "unsupported"}),
}
"""`unsupported` is weak evidence found out later; every other reason stands for itself."""

_EXPLAINED = re.compile(r"([:;])[^:;=]+=")
"""The book's word in "Word help: maji = water; mvua = rainfall."."""

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
    put(scores, "token_f1_overall", case_id, token_f1(reply.text, reference) if reply.answered else 0.0)
    if not reply.answered:
        return
    put(scores, "facts_covered", case_id, covered)
    score_overlap(scores, case_id, reply.text, reference)
    score_citations(scores, case_id, reply, grades, passages)
    put(scores, "language_match", case_id, language_match(reply, language))
    put(scores, "answer_words", case_id, len(words(reply.text)))
    put(scores, "sentence_words", case_id, mean_sentence_words(reply.text))
    if language == "en":
        put(scores, "ari", case_id, ari("\n".join(said.text for said in stating_sentences(reply))))


def score_unanswerable(scores: Scores, case_id: str, reply: Reply, reason: str | None) -> None:
    """Add the metrics of a question to decline; without a `reason` any reason is the right one."""
    correct = is_correct_decline(reply, reason)
    put(scores, "correct_declines", case_id, correct)
    if reason is not None:
        put(scores, f"correct_declines.{reason}", case_id, correct)
    put(scores, "declined", case_id, not reply.answered)
    put(scores, "wrong_answers", case_id, reply.answered)
    put(scores, "empty_retrieval", case_id, not reply.answered and reply.empty_retrieval)


def score_claims(scores: Scores, case_id: str, reply: Reply) -> None:
    """Add what the evaluator made of an answer's claims."""
    if reply.answered:
        put(scores, "faithfulness", case_id, faithfulness(reply))
        put(scores, "hallucinated_claims", case_id, hallucinated_claims(reply))


def is_correct_decline(reply: Reply, reason: str | None) -> bool:
    """True for a decline with the expected reason (None: any) that is no empty retrieval."""
    if reply.answered or reply.empty_retrieval:
        return False
    return reason is None or reply.reason in ACCEPTED_REASONS.get(reason, frozenset({reason}))


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


def language_match(reply: Reply, language: str) -> float | None:
    """1 when the answer's own words are in the language; None for an extract without own words."""
    quoting = reply.method == "extracted"
    own = " ".join(
        _EXPLAINED.sub(r"\1 ", said.text) if said.text in reply.notes else said.text
        for said in reply.sentences
        if not (quoting and said.citations)
    )
    if not words(own):
        return None
    # "... kwa Kiingereza" names the book's language, once a part; taken as a wish it would hide the words around it.
    asked, rest = language_request(own)
    while asked is not None and words(rest):
        own = rest
        asked, rest = language_request(own)
    found = detect_language(own).language
    return float(found in ("sw", "mixed") if language == "mixed" else found == language)
