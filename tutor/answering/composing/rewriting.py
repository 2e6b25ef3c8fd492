"""Step 8, the rewrite: the generator says the evidence in the pupil's words; every sentence is verified."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tutor.answering.question.understanding import Understanding
from tutor.answering.support.verification import Verifier
from tutor.core.types import AnswerSentence, BookLanguage, EvidenceSentence
from tutor.language.sentences import sentence_spans
from tutor.models.generator import Generator
from tutor.models.prompt_budget import Prompt

SYSTEM: dict[BookLanguage, str] = {
    "en": (
        "You help pupils of a secondary school. You answer only from the numbered passages of their textbook. "
        "You repeat the facts, names, dates and numbers of the passages exactly and add nothing. "
        "You write short, simple sentences."
    ),
    "sw": (
        "Unawasaidia wanafunzi wa sekondari. Unajibu kutoka vifungu vyenye namba vya kitabu chao tu. "
        "Unarudia ukweli, majina, tarehe na namba za vifungu kama zilivyo, huongezi chochote. "
        "Unaandika sentensi fupi na rahisi za Kiswahili."
    ),
}
INSTRUCTION: dict[BookLanguage, str] = {
    "en": "Answer the question in one to three short English sentences, using only the passages.",
    "sw": "Jibu swali kwa sentensi moja hadi tatu fupi za Kiswahili, ukitumia vifungu tu.",
}


LIST_MARK = re.compile(r"^(?:\[?\d{1,2}[.)\]]|[-*\u2022])\s+")
"""What models put before items: no part of what they say."""


@dataclass
class Rewriting:
    """What became of the generated sentences: how many were shown, how many were dropped and why."""

    shown: int = 0
    dropped: dict[str, int] = field(default_factory=dict)
    raw: str = ""

    def note(self, reason: str) -> None:
        self.dropped[reason] = self.dropped.get(reason, 0) + 1


def can_rewrite(generator: Generator | None, language: BookLanguage, evidence: Sequence[EvidenceSentence]) -> bool:
    """True when there is a generator for that language which reads the evidence's language too.

    What it writes across languages passes only where the verifier accounts for every word. A generator of one language
    makes sentences of the other that never do, so it is not asked.
    """
    return (
        generator is not None
        and language in generator.languages
        and all(item.passage.metadata.language in generator.languages for item in evidence)
    )


def rewrite(
    generator: Generator,
    question: Understanding,
    evidence: Sequence[EvidenceSentence],
    verifier: Verifier,
    outcome: Rewriting,
    stop: Callable[[], bool],
) -> Iterator[AnswerSentence]:
    """Verified sentences as they are ready. A sentence is held until it is complete; what fails is dropped."""
    language = question.frame_language
    prompt = Prompt(
        system=SYSTEM[language],
        passages=tuple(item.sentence.text for item in evidence),
        question=question.text,
        instruction=INSTRUCTION[language],
    )
    held = ""
    for piece in generator.generate(prompt, stop=stop):
        outcome.raw += piece
        complete, held = complete_sentences(held + piece)
        for sentence in complete:
            yield from _verified(sentence, verifier, outcome)
    if held.strip():
        yield from _verified(held.strip(), verifier, outcome)


def complete_sentences(text: str) -> tuple[list[str], str]:
    """The sentences that are complete, and what is still open, with its spaces: more text will follow it."""
    spans = sentence_spans(text)
    if len(spans) < 2 and not text.endswith("\n"):
        return [], text
    done = spans if text.endswith("\n") else spans[:-1]
    rest = "" if text.endswith("\n") else text[spans[-1][0] :]
    return [LIST_MARK.sub("", text[start:end]) for start, end in done], rest


def _verified(sentence: str, verifier: Verifier, outcome: Rewriting) -> Iterator[AnswerSentence]:
    verdict = verifier.verify(sentence)
    if verdict.passed:
        outcome.shown += 1
        yield AnswerSentence(sentence, verdict.support)
    else:
        outcome.note(verdict.reason)
