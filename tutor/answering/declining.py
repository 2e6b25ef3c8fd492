"""Declines: why there is no answer, in the pupil's language, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering import wording
from tutor.answering.composing.extract import shown_text
from tutor.answering.composing.sums_shown import sum_reply
from tutor.answering.finding import Elsewhere
from tutor.answering.places_in_books import citation_place, pointer_place, scope_name
from tutor.answering.question.understanding import Understanding
from tutor.core.types import BookLanguage, Candidate, Decline, EvidenceSentence, Passage, Pointer, Reason, Scope
from tutor.curriculum.curriculum import Curriculum

POINTERS = 3


def pointers_to(candidates: Sequence[Candidate], most: int = POINTERS) -> tuple[Pointer, ...]:
    """Places to look at, one for each subject, form and section, best first."""
    found: dict[tuple[object, ...], Pointer] = {}
    for candidate in candidates:
        passage = candidate.passage
        metadata = passage.metadata
        key = (metadata.subject, metadata.form, passage.heading_path[-1:])
        pointer = Pointer(metadata.subject, metadata.form, passage.document_title, passage.heading_path, passage.id)
        found.setdefault(key, pointer)
    return tuple(found.values())[:most]


def small_talk_decline(question: Understanding) -> Decline:
    """The fixed reply to what is no question, or to what needs a trusted adult."""
    language = question.frame_language
    kind = question.small_talk or "noise"
    if kind == "unsafe":
        return Decline(question.language, Reason.UNSAFE, wording.DECLINES[Reason.UNSAFE][language])
    text = wording.SMALL_TALK.get(kind, wording.DECLINES[Reason.NOT_A_QUESTION])[language]
    if kind == "arithmetic":
        text = sum_reply(question) or text
    return Decline(question.language, Reason.NOT_A_QUESTION, text)


def empty_decline(
    question: Understanding, scope: Scope, curriculum: Curriculum, near: Sequence[Candidate] = ()
) -> Decline:
    """No passage is admissible. Counted apart: an empty retrieval is never a correct refusal.

    `near` holds what the words of the question find in other books: places to look, no answer.
    """
    language = question.frame_language
    text = wording.DECLINES[Reason.NOTHING_IN_SCOPE][language].format(scope=scope_name(scope, language, curriculum))
    pointers = pointers_to(near)
    if pointers:
        text += " " + wording.NEAREST_ELSEWHERE[language].format(where=_places(pointers, language, curriculum))
    return Decline(question.language, Reason.NOTHING_IN_SCOPE, text, pointers, empty_retrieval=True)


def outside_decline(question: Understanding, scope: Scope, elsewhere: Elsewhere, curriculum: Curriculum) -> Decline:
    """The answer is in another subject or form: say where, and how sure that is."""
    language = question.frame_language
    pointers = pointers_to(elsewhere.candidates)
    text = wording.DECLINES[Reason.OUTSIDE_SCOPE][language].format(
        scope=scope_name(scope, language, curriculum), where=outside_places(elsewhere, language, curriculum)
    )
    return Decline(question.language, Reason.OUTSIDE_SCOPE, text, pointers)


def weak_decline(
    question: Understanding, near: Sequence[Candidate], curriculum: Curriculum, reason: Reason = Reason.WEAK_EVIDENCE
) -> Decline:
    """The books do not say it: name what is nearest, without claiming that it answers."""
    language = question.frame_language
    pointers = pointers_to(near)
    text = wording.DECLINES[reason][language]
    if pointers:
        text += " " + wording.NEAREST[language].format(where=_places(pointers, language, curriculum))
    return Decline(question.language, reason, text, pointers)


def contradicted_decline(question: Understanding, against: EvidenceSentence, curriculum: Curriculum) -> Decline:
    """The book says the opposite of what the question takes for granted: that sentence, and where it stands."""
    language = question.frame_language
    text = wording.SAYS_OTHERWISE[language].format(
        quote=shown_text(against),
        place=citation_place(against.citation(), language, curriculum),
    )
    return Decline(question.language, Reason.WEAK_EVIDENCE, text, pointers_to([Candidate(against.passage)]))


def unsupported_decline(question: Understanding, near: Sequence[Passage], curriculum: Curriculum) -> Decline:
    """The books touch on it, but nothing could be said of it that they bear out: the page itself is shown."""
    return weak_decline(question, [Candidate(passage) for passage in near], curriculum, Reason.UNSUPPORTED)


def outside_places(elsewhere: Elsewhere, language: BookLanguage, curriculum: Curriculum) -> str:
    """Where it is found, or may be: "It is found in: Biology, Form 2 (Photosynthesis)."."""
    pattern = wording.FOUND_IN if elsewhere.sure else wording.PERHAPS_IN
    return pattern[language].format(where=_places(pointers_to(elsewhere.candidates), language, curriculum))


def _places(pointers: Sequence[Pointer], language: BookLanguage, curriculum: Curriculum) -> str:
    return "; ".join(pointer_place(pointer, language, curriculum) for pointer in pointers)
