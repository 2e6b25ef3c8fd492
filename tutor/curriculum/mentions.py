"""Where in a question the names of the curriculum stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Literal

from tutor.curriculum.curriculum import Curriculum

Kind = Literal["subject", "form", "document_type", "loose_document_type", "authority", "examination", "topic"]
Entries = Mapping[str, tuple[tuple[tuple[str, ...], tuple[str | int, ...]], ...]]

LABELS: tuple[Kind, ...] = ("subject", "form", "document_type", "authority", "examination")
LONGEST_FORM_NAME = 3


@dataclass(frozen=True)
class Mention:
    """The words `start` to `end` (exclusive) name the `values`: slugs, or the number of a form.

    More than one value only for topic words, which several subjects may share.
    """

    kind: Kind
    values: tuple[str | int, ...]
    start: int
    end: int


@dataclass(frozen=True)
class Mentions:
    """The plain words of a question and what they name, by kind and in reading order.

    `labels` are the positions of all words that name a subject, form, kind of document or examination outright.
    """

    words: tuple[str, ...]
    by_kind: Mapping[Kind, tuple[Mention, ...]] = field(default_factory=dict)
    labels: frozenset[int] = frozenset()

    def of(self, *kinds: Kind) -> list[Mention]:
        """The mentions of the kinds, in the order of the kinds."""
        return [mention for kind in kinds for mention in self.by_kind.get(kind, ())]

    def text(self, mention: Mention) -> str:
        return " ".join(self.words[mention.start : mention.end])

    def before(self, mention: Mention) -> str:
        """The word before it, or an empty text."""
        return self.words[mention.start - 1] if mention.start else ""

    def after(self, mention: Mention) -> str:
        """The word after it, or an empty text."""
        return self.words[mention.end] if mention.end < len(self.words) else ""


def find_mentions(words: Iterable[str], curriculum: Curriculum) -> Mentions:
    """Everything the words name. Within a kind the longest name wins and none overlap; kinds may overlap."""
    listed = tuple(words)
    found: dict[Kind, tuple[Mention, ...]] = {
        kind: tuple(_longest_first(listed, kind, entries)) for kind, entries in _index(curriculum).items()
    }
    found["form"] = tuple(_forms(listed, curriculum))
    labels = (range(mention.start, mention.end) for kind in LABELS for mention in found[kind])
    return Mentions(listed, found, frozenset(chain.from_iterable(labels)))


def _longest_first(words: tuple[str, ...], kind: Kind, entries: Entries) -> Iterator[Mention]:
    at = 0
    while at < len(words):
        for name, values in entries.get(words[at], ()):
            if words[at : at + len(name)] == name:
                yield Mention(kind, values, at, at + len(name))
                at += len(name)
                break
        else:
            at += 1


def _forms(words: tuple[str, ...], curriculum: Curriculum) -> Iterator[Mention]:
    at = 0
    while at < len(words):
        for length in range(LONGEST_FORM_NAME, 0, -1):
            name = "".join(words[at : at + length])
            number = next((form.number for form in curriculum.forms if name in form.squeezed_names), None)
            if number is not None and at + length <= len(words):
                yield Mention("form", (number,), at, at + length)
                at += length - 1
                break
        at += 1


@cache
def _index(curriculum: Curriculum) -> Mapping[Kind, Entries]:
    """Names by their first word, longest first, so that a question is read once."""
    authority = curriculum.authority
    kinds = curriculum.document_types
    return {
        "subject": _entries((alias, s.slug) for s in curriculum.subjects for alias in s.aliases),
        "document_type": _entries((alias, kind.slug) for kind in kinds for alias in kind.aliases),
        "loose_document_type": _entries((alias, kind.slug) for kind in kinds for alias in kind.loose_aliases),
        "authority": _entries((alias, authority.slug) for alias in authority.aliases),
        "examination": _entries((name, name) for name in authority.examinations),
        "topic": _entries(_topic_words(curriculum)),
    }


def _topic_words(curriculum: Curriculum) -> Iterator[tuple[str, str]]:
    for subject in curriculum.subjects:
        for topic in subject.topics:
            for keyword in topic.keywords["sw"]:
                yield keyword, subject.slug
            for keyword in topic.keywords["en"]:
                yield keyword, subject.slug
                # The file lists one number only; irregular plurals stand there themselves.
                yield f"{keyword}s", subject.slug


def _entries(pairs: Iterable[tuple[str, str]]) -> Entries:
    values: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, value in pairs:
        listed = values[tuple(name.split())]
        if value not in listed:
            listed.append(value)
    by_first: dict[str, list[tuple[tuple[str, ...], tuple[str | int, ...]]]] = defaultdict(list)
    for name_words, slugs in sorted(values.items(), key=lambda item: (-len(item[0]), item[0])):
        by_first[name_words[0]].append((name_words, tuple(slugs)))
    return {first: tuple(listed) for first, listed in by_first.items()}
