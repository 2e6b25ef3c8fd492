"""Wrong answers that are wrong: none may be a second right one by anything the topic's evidence says.

A wrong answer is taken from the same evidence, so that it is worth thinking about; that makes it dangerous, so each is
held against all of the evidence before it is used. What is in doubt is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tutor.answering.support.verification import EmbedSentences, Verifier
from tutor.core.types import BookLanguage, EvidenceSentence
from tutor.language.glossary import Glossary
from tutor.language.stems import stem
from tutor.language.tokens import words
from tutor.lessons.definitions import Definition, shared, stems

SAME_MATTER = 0.5
"""Two meanings that share so much of the smaller one may mean one thing."""
NEAREST = 8
"""A statement is held against so many sentences: those that share most words with it."""
FITS_TOO = 0.5
"""A sentence about the rival that shares so much of the question may make it right."""


class Rivals:
    """Holds the evidence of one topic, in one language. `pause` is called before each statement is verified."""

    def __init__(
        self, evidence: Sequence[EvidenceSentence], language: BookLanguage, glossary: Glossary, embed: EmbedSentences,
        pause: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self._evidence = tuple(evidence)
        self._language = language
        self._glossary = glossary
        self._embed = embed
        self._pause = pause
        self._stems = [stems(item.sentence.text, language) for item in evidence]
        self._running = [self._spelt(item.sentence.text) for item in evidence]

    def is_said(self, statement: str) -> bool:
        """True when the evidence supports the statement."""
        self._pause()
        own = stems(statement, self._language)
        near = sorted(range(len(self._evidence)), key=lambda at: (-len(own & self._stems[at]), at))[:NEAREST]
        evidence = [self._evidence[at] for at in near if len(own & self._stems[at]) > 1]
        # One verifier for each: it calls the like of what it has passed a repetition.
        return bool(evidence) and Verifier("", evidence, self._language, self._embed).verify(statement).passed

    def fills_wrongly(self, rival: str, answer: str, rest: str, source: str) -> bool:
        """True when `rival` in the gap of `rest` is surely wrong, where `answer` is right by the sentence `source`."""
        own, right, around = self._words(rival), self._words(answer), stems(rest, self._language)
        if not own or own & right or self._same_concept(rival, answer) or self._holds(source, rival):
            return False
        for item, running, said in zip(self._evidence, self._running, self._stems, strict=True):
            if item.sentence.text != source and self._spelt(rival) in running and shared(around, said) >= FITS_TOO:
                return False
        return True

    def means_otherwise(self, rival: Definition, right: Definition) -> bool:
        """True when `rival` is surely not what the meaning of `right` says."""
        apart = not shared(stems(rival.meaning, self._language), stems(right.meaning, self._language)) >= SAME_MATTER
        named_within = self._holds(right.meaning, rival.term) or self._holds(rival.meaning, right.term)
        fills = self.fills_wrongly(rival.term, right.term, right.meaning, right.sentence)
        return apart and not named_within and fills and not self.is_said(f"{rival.term} {right.ending}")

    def _same_concept(self, one: str, other: str) -> bool:
        entries = [
            {entry for match in self._glossary.find(text, self._language) for entry in match.entries}
            for text in (one, other)
        ]
        return bool(entries[0] & entries[1])

    def _holds(self, text: str, phrase: str) -> bool:
        return self._spelt(phrase) in self._spelt(text)

    def _words(self, text: str) -> frozenset[str]:
        return frozenset(stem(word, self._language) for word in words(text))

    def _spelt(self, text: str) -> str:
        return " " + " ".join(stem(word, self._language) for word in words(text)) + " "

    def apart(self, items: Iterable[str], wanted: int, is_good: Callable[[str], bool]) -> list[str]:
        """The first `wanted` items that are good, no two of them forms of one word."""
        found: list[str] = []
        for item in items:
            if len(found) == wanted:
                break
            if not any(self._words(item) & self._words(one) for one in found) and is_good(item):
                found.append(item)
        return found
