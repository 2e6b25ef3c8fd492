"""A text as marks: each word with what it means and what it does in the sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tutor.language.tokens import word_spans


class Kind(StrEnum):
    """What a mark does in its sentence."""

    WORD = "word"
    NUMBER = "number"
    LIMIT = "limit"
    NOT = "not"
    BE = "be"
    HAVE = "have"
    PRONOUN = "pronoun"
    PREP = "prep"
    AND = "and"
    OR = "or"
    COMMA = "comma"
    BREAK = "break"
    LINK = "link"
    REL = "rel"
    OPEN = "open"
    CLOSE = "close"
    FILLER = "filler"
    ARTICLE = "article"


Phrase = tuple[str, ...]
Phrases = Mapping[Phrase, tuple[Kind, str]]


@dataclass(frozen=True)
class Mark:
    """One word, phrase or stop. `keys` are what it may mean: two marks mean the same when they share one.

    `finite`: a verb that can stand alone; `participle`: the passive form of a verb; `named`: written with a capital
    inside a sentence; `after_article`: a determiner stood before; `owned`: with a possessive (its wall, ukuta wake);
    `takes_object`: a Swahili verb that names its object; `concord`: its subject's prefix; `past`: it tells of what
    happened, not of what is so in general.
    """

    kind: Kind
    value: str
    word: str
    keys: frozenset[str] = frozenset()
    finite: bool = False
    participle: bool = False
    infinitive: bool = False
    named: bool = False
    after_article: bool = False
    takes_object: bool = False
    concord: str = ""
    past: bool = False
    owned: bool = False


@dataclass(frozen=True)
class Grammar:
    """The words of a language that are more than their meaning. `verbs` and `participles` are for English alone."""

    language: str
    phrases: Phrases
    verbs: frozenset[str] = frozenset()
    participles: frozenset[str] = frozenset()
    starts: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        longest: dict[str, int] = {}
        for phrase in self.phrases:
            longest[phrase[0]] = max(longest.get(phrase[0], 0), len(phrase))
        object.__setattr__(self, "starts", longest)

    def phrase_at(self, words: list[str], at: int) -> tuple[Kind, str, int] | None:
        """The longest known phrase that begins at `at`, with its length in words."""
        for length in range(min(self.starts.get(words[at], 0), len(words) - at), 0, -1):
            found = self.phrases.get(tuple(words[at : at + length]))
            if found:
                return (*found, length)
        return None


def phrase_table(listed: Mapping[tuple[Kind, str], str]) -> dict[Phrase, tuple[Kind, str]]:
    """Phrases by their words, from lists with | between them."""
    return {tuple(phrase.split()): what for what, phrases in listed.items() for phrase in phrases.split("|")}


@dataclass(frozen=True)
class Written:
    """A word or stop as it stands in the text, before anything is known of it."""

    word: str
    capital: bool
    stop: str = ""


_STOPS = re.compile(r"[,;:()%|\u2014]|[.!?](?=\s)|\s-\s")
_LABEL = re.compile(r"^(?:[^\s.,;:]+\s+){0,4}[^\s.,;:]+:\s+(?=\S+\s+\S+\s+\S+)")
_SAYS_SOMETHING = re.compile(r"\b(?:is|are|was|were|has|have|had|ni|si|ina|una|ana|zina|wana|yana|lina|kina|vina)\b")


def label_of(text: str) -> str:
    """What stands before a colon as a heading, in lower case; empty without one."""
    label = _LABEL.match(text)
    return label.group().strip(" :").casefold() if label and not _SAYS_SOMETHING.search(label.group()) else ""


def written_words(text: str) -> list[Written]:
    """Words and stops in order. A label in front ("Taxation: ...") is left out: it is a heading, no part of what is
    said."""
    label = _LABEL.match(text)
    if label and not _SAYS_SOMETHING.search(label.group()):
        text = text[label.end() :]
    found: list[Written] = []
    end = 0
    for word, start, stop in word_spans(text):
        found += [Written(mark.strip(), False, mark.strip() or "-") for mark in _STOPS.findall(text[end:start])]
        found.append(Written(word, text[start].isupper()))
        end = stop
    found += [Written(mark.strip(), False, mark.strip() or "-") for mark in _STOPS.findall(text[end:])]
    return found
