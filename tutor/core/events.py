"""The events of one question, in order. The command, the web stream and the evaluation consume the same ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tutor.core.types import Answer, AnswerSentence, Citation, Decline, EvidenceSentence, Language


@dataclass(frozen=True)
class Understood:
    """The question after normalising: its language and type."""

    text: str
    language: Language
    question_type: str
    bloom: str
    suggested_subjects: tuple[str, ...] = ()


@dataclass(frozen=True)
class EvidenceFound:
    """The sentences that an answer will stand on, in reading order."""

    sentences: tuple[EvidenceSentence, ...]


@dataclass(frozen=True)
class SentenceReady:
    """A verified sentence with the citations it stands on."""

    sentence: AnswerSentence
    citations: tuple[Citation, ...]


@dataclass(frozen=True)
class Answered:
    """The whole answer."""

    answer: Answer


@dataclass(frozen=True)
class Declined:
    """No answer, with the reason."""

    decline: Decline


@dataclass(frozen=True)
class Traced:
    """What happened, step by step. Always the last event. Times in milliseconds."""

    timings_ms: dict[str, float]
    steps: tuple[dict[str, Any], ...]


Event = Understood | EvidenceFound | SentenceReady | Answered | Declined | Traced
