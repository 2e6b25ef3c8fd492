"""Step 1: what is asked, in which language, of what kind, and what its words suggest."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.core.errors import InputError
from tutor.core.types import BookLanguage, Language, Question
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType, bloom_level, question_type
from tutor.curriculum.small_talk import small_talk_kind
from tutor.curriculum.suggestion import suggest_scope
from tutor.language.detection import detect_language
from tutor.language.glossary import Glossary
from tutor.language.normalise import normalise_text
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

MAX_CHARACTERS = 1000
CERTAIN = 0.9


@dataclass(frozen=True)
class Understanding:
    """A question understood. `language` is that of the answer; `asked_in` that of its words.

    `terms` are the stems of its content words, one tuple of alternatives a word: the word's own stem in
    either language and the stems of the other language's terms for it.
    """

    text: str
    language: Language
    asked_in: Language
    kind: QuestionType
    bloom: str
    small_talk: str | None
    subjects: tuple[str, ...]
    forms: tuple[int, ...]
    terms: tuple[frozenset[str], ...]

    @property
    def frame_language(self) -> BookLanguage:
        """The language of our own words: a mixed question is framed in Swahili."""
        return "en" if self.language == "en" else "sw"


def understand(question: Question, curriculum: Curriculum, glossary: Glossary) -> Understanding:
    """Raises InputError: `question-empty`, `question-too-long`, `question-unreadable`."""
    if len(question.text) > MAX_CHARACTERS:
        raise InputError("question-too-long", length=len(question.text), limit=MAX_CHARACTERS)
    text = normalise_text(question.text)
    if not text:
        raise InputError("question-empty")
    if not words(text):
        raise InputError("question-unreadable")
    detection = detect_language(text, previous=question.previous_language)
    asked_in = detection.language if detection.requested is None else _words_language(text, detection.language)
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
        terms=question_stems(text, asked_in, glossary),
    )


def _words_language(text: str, requested: Language) -> Language:
    """A question that asks for the other language is written in a mix, whatever it asks for."""
    return "mixed" if requested else detect_language(text).language


def question_stems(text: str, language: Language, glossary: Glossary) -> tuple[frozenset[str], ...]:
    """The question's content as alternatives of stems: what a sentence that answers it should mention."""
    matches = glossary.find(text, language)
    covered: set[str] = set()
    groups: list[frozenset[str]] = []
    for match in matches:
        own = words(text[match.start : match.end])
        covered.update(own)
        forms = [phrase for book in ("en", "sw") for phrase in match.entry.terms(book)]
        groups.append(frozenset(_phrase_stems(phrase) for phrase in [*forms, " ".join(own)]))
    for word in content_words(text, language):
        if word not in covered:
            groups.append(frozenset({stem(word, "en"), stem(word, "sw")}))
    return tuple(dict.fromkeys(groups))


def _phrase_stems(phrase: str) -> str:
    """A phrase as it is looked up: the stems of its words in one string."""
    return " ".join(stem(word, "sw") for word in words(phrase))


def covered_share(terms: tuple[frozenset[str], ...], text: str, language: str) -> float:
    """The share, 0 to 1, of the question's terms that the text mentions in either language."""
    if not terms:
        return 0.0
    tokens = words(text)
    stems = {stem(token, language) for token in tokens}
    running = " " + " ".join(stem(token, "sw") for token in tokens) + " "
    hit = sum(any(form in stems or f" {form} " in running for form in group) for group in terms)
    return hit / len(terms)
