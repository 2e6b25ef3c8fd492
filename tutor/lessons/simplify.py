"""Sentences too long for the form, said in shorter ones by the generator; what cannot be verified stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tutor.answering.composing.rewriting import SYSTEM, complete_sentences
from tutor.answering.support.verification import EmbedSentences, Verifier
from tutor.core.errors import ModelError
from tutor.core.types import BookLanguage, EvidenceSentence
from tutor.language.tokens import words
from tutor.lessons.definitions import stems
from tutor.lessons.lesson import Line
from tutor.lessons.patience import Patience
from tutor.models.generator import Generator
from tutor.models.prompt_budget import Prompt

TRIES = 3
"""A sentence that pupils' questions broke off so often stays the book's."""
MOST_LINES = 4
"""So many sentences of a lesson at most: each takes seconds on a school's computer."""
SAID = 0.85
"""The share of a sentence's content words that its shorter form must still say."""
ASK: dict[BookLanguage, str] = {
    "en": "Say the same as the passage in two short, simple English sentences.",
    "sw": "Sema jambo lilelile la kifungu kwa sentensi mbili fupi na rahisi za Kiswahili.",
}


@dataclass
class Simplified:
    """What became of the generated sentences: how many were taken, how many dropped and why."""

    taken: int = 0
    dropped: dict[str, int] = field(default_factory=dict)

    def drop(self, why: str) -> None:
        self.dropped[why] = self.dropped.get(why, 0) + 1


def simplified_lines(
    lines: Sequence[Line], evidence: Sequence[EvidenceSentence], language: BookLanguage, longest: int,
    generator: Generator, embed: EmbedSentences, patience: Patience, told: Simplified,
) -> list[Line]:  # fmt: skip
    """The lines, with those longer than `longest` words said shorter where that could be verified.

    A generator that fails costs the shorter wording, never the lesson. It is broken off for a pupil's question, and
    asked again when that is answered.
    """
    by_text = {item.sentence.text: item for item in evidence}
    found: list[Line] = []
    tried = 0
    for line in lines:
        item = by_text.get(line.text)
        too_long = line.kind == "sentence" and "$" not in line.text and len(words(line.text)) > longest
        if not too_long or item is None or tried == MOST_LINES or patience.stop():
            found.append(line)
            continue
        tried += 1
        try:
            said = _in_turn(line.text, item, language, longest, generator, embed, patience, told)
        except ModelError:
            told.drop("generator")
            return [*found, *lines[len(found) :]]
        found += [replace(line, text=text, origin="rewritten") for text in said] or [line]
    return found


def _in_turn(
    text: str, item: EvidenceSentence, language: BookLanguage, longest: int, generator: Generator,
    embed: EmbedSentences, patience: Patience, told: Simplified,
) -> list[str]:  # fmt: skip
    for _ in range(TRIES):
        patience.pause()
        broken_off = False

        def stop() -> bool:
            nonlocal broken_off
            broken_off = broken_off or patience.gives_way()
            return broken_off or patience.stop()

        said = _shorter(text, item, language, longest, generator, embed, stop, told)
        if not broken_off or patience.stop():
            return said
    told.drop("interrupted")
    return []


def _shorter(
    text: str, item: EvidenceSentence, language: BookLanguage, longest: int, generator: Generator,
    embed: EmbedSentences, stop: Callable[[], bool], told: Simplified,
) -> list[str]:  # fmt: skip
    """The verified sentences that say it; empty when one fails or something would be lost."""
    prompt = Prompt(system=SYSTEM[language], passages=(text,), question=ASK[language], instruction=ASK[language])
    complete, rest = complete_sentences("".join(generator.generate(prompt, stop=stop)))
    said = [sentence.strip() for sentence in [*complete, rest] if sentence.strip()]
    if stop() or not said:
        return []
    verifier = Verifier("", [item], language, embed)
    for sentence in said:
        verdict = verifier.verify(sentence)
        if not verdict.passed:
            told.drop(verdict.reason)
            return []
    own = stems(text, language)
    kept = own & stems(" ".join(said), language)
    if len(kept) < SAID * len(own):
        told.drop("lost")
        return []
    if max(len(words(sentence)) for sentence in said) > longest:
        told.drop("long")
        return []
    told.taken += len(said)
    return said
