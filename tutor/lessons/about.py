"""Whether a section of a book is about a topic: by the curriculum's names and keywords in its heading and its text.

Vectors find what is near; they do not tell what is treated from what is only touched, and a score that moves with every
added book would turn lessons of other topics over. Words of the curriculum do neither. The rules were set by reading
what they say of every topic over the sample library; no other library has judged them yet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Topic
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

EXAMPLE_HEADING = re.compile(r"^(worked )?examples?\b|^(mfano|mifano)\b", re.IGNORECASE)
NO_LESSON_HEADING = re.compile(
    r"^(exercises?|questions?|revision|review|summary|test|glossary|index|references|contents|answers|"
    r"zoezi|mazoezi|maswali|marudio|muhtasari|jaribio|majaribio ya|faharasa|marejeo|yaliyomo|majibu)\b",
    re.IGNORECASE,
)
NAME_SHARE = 0.5
BODY_ALONE = 3
"""Keywords in the text that make a section one of the topic where its heading says nothing of it."""
ALIKE = 0.5
"""The share of the longer word that two forms of a one-word keyword must have in common: `utaifa` is no `utaifishaji`,
though their stems are one."""
OPENING_WORDS = 4
"""A sentence whose first words name the topic is about it: "Tourism brings ..." in a section on the economy."""

GENERAL = frozenset(
    "introduction concept elementary application applications promotion education general principles study "
    "utangulizi dhana matumizi kukuza elimu misingi".split()
)
"""Words of a topic's name that say nothing of its matter."""

Stems = tuple[str, ...]


@dataclass(frozen=True)
class _Phrase:
    written: tuple[str, ...]
    stems: Stems


@dataclass(frozen=True)
class Fit:
    """How a section stands to a topic. Counts of keywords: in its own heading, in those above, in its text.

    `name_share`: of the topic's name in the heading.
    """

    heading: int
    above: int
    body: int
    name_share: float

    @property
    def is_about(self) -> bool:
        """True when the section treats the topic: its heading says so outright, or heading and text together do."""
        outright = self.heading > 1 or self.name_share >= 1
        named = self.heading + self.above > 0 and self.body > 0
        half_named = self.name_share >= NAME_SHARE and self.body > 1
        return outright or named or half_named or self.body >= BODY_ALONE

    @property
    def is_part(self) -> bool:
        """True for a section under a heading of the topic, whose text need not name it again."""
        return self.is_about or self.above > 0

    @property
    def touches(self) -> bool:
        return self.body > 0

    @property
    def score(self) -> float:
        """For choosing among sections that are about the topic."""
        return 3 * self.heading + self.above + min(self.body, 6) + 3 * self.name_share


class TopicWords:
    """The words that a topic is known by in one language."""

    def __init__(self, topic: Topic, language: BookLanguage) -> None:
        self._language = language
        phrases = [topic.names[language], *topic.keywords[language]]
        self._phrases = [phrase for phrase in map(self._phrase, dict.fromkeys(phrases)) if phrase.stems]
        own = [word for word in content_words(topic.names[language], language) if word not in GENERAL]
        self._whole_name = self._phrase(topic.names[language]).stems
        self._name = {stem(word, language) for word in own}

    def fit(self, heading_path: Sequence[str], text: str) -> Fit:
        """How a section with these headings (the book's title first) and this text stands to the topic."""
        own = heading_path[-1] if heading_path else ""
        # The first heading is the chapter's: it names every topic of the chapter.
        above = " . ".join(heading_path[1:-1])
        stems = {stem(word, self._language) for word in content_words(own, self._language)}
        return Fit(
            heading=len(self._found(own)),
            above=len(self._found(above)),
            body=len(self._found(text)),
            name_share=len(stems & self._name) / len(self._name) if self._name else 0.0,
        )

    def names(self, sentence: str) -> int:
        """How many of the topic's keywords the sentence holds."""
        return len(self._found(sentence))

    def tells(self, text: str) -> bool:
        """True when the text holds a keyword of several words, or two others, or begins with the topic's own name: one
        word alone may mean another thing."""
        found = self._found(text)
        if len(found) > 1 or any(len(stems) > 1 for stems in found):
            return True
        opening = " ".join(words(text)[:OPENING_WORDS])
        return bool(self._whole_name) and self._whole_name in self._found(opening)

    def _phrase(self, text: str) -> _Phrase:
        written = tuple(words(text))
        return _Phrase(written, tuple(stem(word, self._language) for word in written))

    def _found(self, text: str) -> set[Stems]:
        written = words(text)
        stems = [stem(word, self._language) for word in written]
        found: set[Stems] = set()
        for phrase in self._phrases:
            size = len(phrase.stems)
            for at in range(len(stems) - size + 1):
                if tuple(stems[at : at + size]) != phrase.stems:
                    continue
                if size > 1 or alike(written[at], phrase.written[0]):
                    found.add(phrase.stems)
                    break
        return found


def alike(one: str, other: str) -> bool:
    """True when two words share a beginning or an end of at least half the longer one."""
    longest = max(len(one), len(other))
    return max(_common(one, other), _common(one[::-1], other[::-1])) >= ALIKE * longest


def _common(one: str, other: str) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
