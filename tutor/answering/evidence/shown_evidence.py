"""What of the evidence is shown for the kind of question: a list by its headings, one date and not the one beside it,
the side that was asked about.
"""

from __future__ import annotations

import re

from tutor.answering.evidence.list_heads import asked_heads, enumerates, matter_share, names_head
from tutor.answering.evidence.listed_by_headings import with_headed_list
from tutor.answering.evidence.selection import LEANS_BACK
from tutor.answering.question.terms import Mentions
from tutor.answering.question.understanding import Understanding
from tutor.core.types import EvidenceSentence
from tutor.curriculum.questions import QuestionType
from tutor.library.store import LibraryStore

ASKS_FOR_ONE = frozenset({QuestionType.WHEN, QuestionType.WHO, QuestionType.WHERE})
ASKS_FOR_MATTER = frozenset({QuestionType.EXPLAIN, QuestionType.LIST})
_SEVERAL = re.compile(r"\b(?:and|na|both|pia)\b", re.IGNORECASE)
_OTHER_SIDE = re.compile(
    r"^(?:However|But|On the other hand|Nevertheless|Hata hivyo|Lakini|Kwa upande mwingine)\b", re.IGNORECASE
)

_FOR_THE_GOOD_OF = re.compile(
    r"\b(?:kwa (?:faida|manufaa) (?:ya|za)|for the (?:benefit|advantage) of)\b", re.IGNORECASE
)

Evidence = tuple[EvidenceSentence, ...]


def shown_evidence(question: Understanding, evidence: Evidence, store: LibraryStore) -> Evidence:
    """The evidence as it is shown; never empty where it was not."""
    shown = with_headed_list(question, evidence, store)
    if shown is not evidence:
        return shown
    return _from_what_is_asked(question, _of_the_asked_side(question, _fullest(question, shown)))


def _fullest(question: Understanding, evidence: Evidence) -> Evidence:
    """Where one thing is asked for, without what names less of the question: "1 May 1961: internal government" does not
    answer when independence came. A sentence that the next one leans on stays."""
    if question.kind not in ASKS_FOR_ONE or _SEVERAL.search(question.text):
        return evidence
    named = [_named(question, item) for item in evidence]
    kept = {place for place, count in enumerate(named) if count == max(named)}
    kept |= {place - 1 for place in kept if place and LEANS_BACK.match(evidence[place].sentence.text)}
    return tuple(item for place, item in enumerate(evidence) if place in kept)


def _from_what_is_asked(question: Understanding, evidence: Evidence) -> Evidence:
    """From the sentence on that says in so many words what is asked: "The constitution is important because ..."."""
    heads = asked_heads(question)
    one_passage = len({item.passage.id for item in evidence}) == 1
    scattered = question.kind is QuestionType.EXPLAIN or not any(map(_is_listed, evidence))
    if not (heads and one_passage and scattered and question.kind in ASKS_FOR_MATTER):
        return evidence
    language = evidence[0].passage.metadata.language
    for place, item in enumerate(evidence):
        said = item.sentence.text
        if names_head(said, heads) and matter_share(question, said, language) == 1.0:
            return evidence[place:]
    return evidence


def _is_listed(item: EvidenceSentence) -> bool:
    return item.sentence.kind != "sentence"


def _named(question: Understanding, item: EvidenceSentence) -> int:
    """How many of the question's terms the sentence itself names."""
    mentioned = Mentions(item.sentence.text, item.passage.metadata.language)
    return sum(map(mentioned.mentions, question.terms))


def _of_the_asked_side(question: Understanding, evidence: Evidence) -> Evidence:
    """Without "However, ..." behind advantages that were asked for: it tells what speaks against them."""
    heads = asked_heads(question)
    if "good" not in heads or "bad" in heads or len(evidence) < 2:
        return evidence
    best = max(evidence, key=lambda item: item.score)
    return tuple(
        item
        for item in evidence
        if item is best or names_head(item.sentence.text, heads) or not _OTHER_SIDE.match(item.sentence.text)
    )


def says_nothing_for_or_against(question: Understanding, evidence: Evidence) -> bool:
    """True where advantages or disadvantages are to be listed and nothing lists any or calls anything one: "for the
    benefit of the ruler" in a definition is no advantage."""
    heads = asked_heads(question)
    if question.kind is not QuestionType.LIST or not heads or not set(heads) <= {"good", "bad"}:
        return False
    said = [_FOR_THE_GOOD_OF.sub(" ", " ".join([*i.passage.heading_path[-1:], i.sentence.text])) for i in evidence]
    listed = any(_is_listed(item) or enumerates(item.sentence.text) for item in evidence)
    return not listed and not any(names_head(text, heads) for text in said)
