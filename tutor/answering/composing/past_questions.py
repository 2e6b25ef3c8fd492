"""An answer to "find past questions": the questions of papers, each quoted with its place."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering import wording
from tutor.answering.composing.extract import shown_text
from tutor.answering.places_in_books import citation_place
from tutor.answering.question.understanding import Understanding
from tutor.core.types import Answer, AnswerSentence, EvidenceSentence
from tutor.curriculum.curriculum import Curriculum


def past_questions_answer(
    question: Understanding, evidence: Sequence[EvidenceSentence], curriculum: Curriculum
) -> Answer:
    """The frame in the pupil's language, then each question as its paper has it, with the paper's name."""
    language = question.frame_language
    citations = tuple(item.citation() for item in evidence)
    sentences = [AnswerSentence(wording.PAST_QUESTIONS[language])]
    for number, item in enumerate(evidence):
        place = citation_place(citations[number], language, curriculum)
        sentences.append(AnswerSentence(f"{shown_text(item)} ({place})", (number,)))
    return Answer(question.language, tuple(sentences), citations, "extracted")
