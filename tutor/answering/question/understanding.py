"""Step 1: what is asked, in which language, of what kind, and what its words suggest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tutor.answering.question.asked_scope import CERTAIN, named_scope
from tutor.answering.question.exam_marks import without_exam_marks
from tutor.answering.question.short_forms import spelled_out
from tutor.answering.question.spelling import Spelled
from tutor.answering.question.terms import Term, question_terms
from tutor.answering.reading_level import ReadingLevels
from tutor.core.errors import InputError
from tutor.core.types import BookLanguage, Language, Question, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType, bloom_level, question_type
from tutor.curriculum.small_talk import small_talk_kind
from tutor.curriculum.suggestion import suggest_scope
from tutor.language.detection import detect_language
from tutor.language.glossary import Glossary
from tutor.language.language_requests import language_request
from tutor.language.normalise import normalise_text
from tutor.language.tokens import words

MAX_CHARACTERS = 1000


@dataclass(frozen=True)
class Understanding:
    """A question understood. `language` is that of the answer; `asked_in` that of its words.

    `terms` are what it is about, with their forms in both languages; `named` is the scope that its words name
    outright; `reading`: how hard the answer may be; `slip`: a word that
    was read as another.
    """

    text: str
    language: Language
    asked_in: Language
    kind: QuestionType
    bloom: str
    small_talk: str | None
    subjects: tuple[str, ...]
    forms: tuple[int, ...]
    terms: tuple[Term, ...]
    named: Scope = field(default_factory=Scope)
    simpler: bool = False
    more: bool = False
    reading: ReadingLevels = field(default_factory=ReadingLevels)
    slip: Spelled | None = None

    @property
    def asks_for_other_language(self) -> bool:
        """True when the answer is wanted in another language than the question's own."""
        return "mixed" not in (self.language, self.asked_in) and self.language != self.asked_in

    @property
    def frame_language(self) -> BookLanguage:
        """The language of our own words: a mixed question is framed in Swahili."""
        return "en" if self.language == "en" else "sw"


def readable_question(typed: str) -> str:
    """What was typed, normalised and without what a paper prints around a question.

    Raises InputError: `question-empty`, `question-too-long`, `question-unreadable`.
    """
    if len(typed) > MAX_CHARACTERS:
        raise InputError("question-too-long", length=len(typed), limit=MAX_CHARACTERS)
    text = normalise_text(typed)
    if not text:
        raise InputError("question-empty")
    text = spelled_out(without_exam_marks(text) or text)
    if not words(text):
        raise InputError("question-unreadable")
    return text


def understand(question: Question, curriculum: Curriculum, glossary: Glossary) -> Understanding:
    """Raises InputError as `readable_question` does."""
    text = readable_question(question.text)
    detection = detect_language(text, previous=question.previous_language)
    asked_in = detection.language
    _, rest = language_request(text)
    if detection.requested is not None and words(rest):
        # "Explain osmosis kwa Kiswahili" is about osmosis, asked in English, to be answered in Swahili.
        text, asked_in = rest, detect_language(rest).language
    suggestions = suggest_scope(text, curriculum)
    return Understanding(
        text=text,
        language=question.language or detection.language,
        asked_in=asked_in,
        kind=question_type(text),
        bloom=bloom_level(text),
        small_talk=small_talk_kind(text),
        subjects=tuple(str(s.value) for s in suggestions if s.field == "subject"),
        forms=tuple(int(s.value) for s in suggestions if s.field == "form" and s.certainty >= CERTAIN),
        terms=question_terms(text, asked_in, glossary),
        named=named_scope(suggestions),
        simpler=question.simpler,
        more=question.more,
        reading=ReadingLevels.of(curriculum, _only(question.scope.forms), question.simpler),
    )


def _only(forms: Sequence[int]) -> int | None:
    return forms[0] if len(forms) == 1 else None


def understood_part(whole: Understanding, written: str, told: str, glossary: Glossary) -> Understanding:
    """A part of a question, told so that it says all by itself: its kind is its own, its language and scope the
    whole's, since a few words alone are often taken for another language."""
    return replace(
        whole,
        text=told,
        kind=question_type(written),
        bloom=bloom_level(written),
        terms=question_terms(told, whole.asked_in, glossary),
    )
