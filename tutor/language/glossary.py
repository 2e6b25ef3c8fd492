"""The glossary of school terms: finds them in a question and names them in the other language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tutor.core.types import LANGUAGES, BookLanguage
from tutor.language.glossary_entries import SHIPPED_GLOSSARY, GlossaryEntry, read_entries
from tutor.language.letters import swahili_odds
from tutor.language.stems import stem
from tutor.language.stopwords import QUESTION_WORDS, STOP_WORDS
from tutor.language.tokens import word_spans, words

__all__ = ["Glossary", "GlossaryEntry", "GlossaryMatch"]

_Words = tuple[str, ...]

_FRAME_WORDS = STOP_WORDS["mixed"] | QUESTION_WORDS["mixed"]


@dataclass(frozen=True)
class GlossaryMatch:
    """A term found at `text[start:end]`, in the language it is written in.

    `others` are the entries of other subjects that share the term, such as the resistance of a wire and of a people.
    """

    entry: GlossaryEntry
    start: int
    end: int
    language: BookLanguage
    others: tuple[GlossaryEntry, ...] = ()

    @property
    def entries(self) -> tuple[GlossaryEntry, ...]:
        """Every concept the term may stand for, in the glossary's order."""
        return (self.entry, *self.others)


@dataclass(frozen=True)
class _Known:
    """A term as it is looked up: its words as written and the concept it stands for."""

    written: tuple[str, ...]
    entry: GlossaryEntry


@dataclass(frozen=True)
class _Found:
    language: BookLanguage
    length: int
    terms: tuple[_Known, ...]
    is_exact: bool


class Glossary:
    """The entries, and a look-up from the stems of a term to its concepts. Finding takes well under a millisecond."""

    def __init__(self, entries: Iterable[GlossaryEntry]) -> None:
        self.entries = tuple(entries)
        self._terms: dict[BookLanguage, Mapping[tuple[str, ...], tuple[_Known, ...]]] = {}
        self._longest: dict[BookLanguage, Mapping[str, int]] = {}
        for language in LANGUAGES:
            known: dict[tuple[str, ...], list[_Known]] = defaultdict(list)
            longest: dict[str, int] = defaultdict(int)
            for entry in self.entries:
                for term in entry.terms(language):
                    written = tuple(words(term))
                    if stems := tuple(stem(word, language) for word in written):
                        known[stems].append(_Known(written, entry))
                        longest[stems[0]] = max(longest[stems[0]], len(stems))
            self._terms[language] = {stems: tuple(terms) for stems, terms in known.items()}
            self._longest[language] = dict(longest)

    @classmethod
    def load(cls, path: Path | None = None) -> Glossary:
        """The shipped glossary, or the one at `path`. Raises TutorError `glossary-damaged` with the line."""
        return cls(read_entries(path or SHIPPED_GLOSSARY))

    def find(self, text: str, language: str) -> list[GlossaryMatch]:
        """The terms of either language in `text`, in order, the longest first where they overlap.

        `language` (en, sw or mixed) only decides between terms of equal length. A pupil mixes, so a Swahili text is
        searched for English terms too, and the reverse.
        """
        spans = word_spans(text)
        written = tuple(word for word, _, _ in spans)
        languages: tuple[BookLanguage, ...] = ("en", "sw") if language == "en" else ("sw", "en")
        stems = {known: tuple(stem(word, known) for word in written) for known in languages}
        matches = []
        at = 0
        while at < len(spans):
            found = self._best_at(at, written, stems, language)
            if found is None:
                at += 1
                continue
            # `katika` (in) has the stem of `kata` (ward): words of the frame are no terms.
            if not found.is_exact and _FRAME_WORDS.issuperset(written[at : at + found.length]):
                at += 1
                continue
            entry, *others = _distinct(known.entry for known in found.terms)
            start, end = spans[at][1], spans[at + found.length - 1][2]
            matches.append(GlossaryMatch(entry, start, end, found.language, tuple(others)))
            at += found.length
        return matches

    def expansions(self, text: str, language: str) -> list[str]:
        """The other language's terms for each term in `text`, the preferred ones first, without repeats.

        `Usanisinuru ni nini?` gives photosynthesis. Terms that are only the frame of a question give nothing.
        """
        named: dict[str, None] = {}
        for match in self.find(text, language):
            if _FRAME_WORDS.issuperset(words(text[match.start : match.end])):
                continue
            other: BookLanguage = "sw" if match.language == "en" else "en"
            for entry in match.entries:
                named.update(dict.fromkeys(entry.terms(other)))
        return list(named)

    def _best_at(
        self, at: int, written: _Words, stems: Mapping[BookLanguage, _Words], text_language: str
    ) -> _Found | None:
        """The longest term that begins at word `at`; of equal ones the one spelt as the glossary spells it."""
        best: _Found | None = None
        for language in stems:
            found = self._longest_at(at, written, stems[language], language)
            if found is None or (language != text_language and _is_chance(written[at], found, text_language)):
                continue
            if best is None or (found.length, found.is_exact) > (best.length, best.is_exact):
                best = found
        return best

    def _longest_at(self, at: int, written: _Words, stems: _Words, language: BookLanguage) -> _Found | None:
        longest = min(self._longest[language].get(stems[at], 0), len(written) - at)
        for length in range(longest, 0, -1):
            terms = self._terms[language].get(stems[at : at + length])
            if terms:
                exact = tuple(term for term in terms if term.written == written[at : at + length])
                return _Found(language, length, exact or terms, bool(exact))
        return None


def _is_chance(word: str, found: _Found, text_language: str) -> bool:
    """True for a word that only happens to look like a term of another language than the text's.

    English "main" has the stem of Swahili aina, and Swahili "lake" is no lake.
    """
    if found.length > 1:
        return False
    if text_language != "mixed" and word in STOP_WORDS[text_language]:
        return True
    odds = swahili_odds(word)
    return not found.is_exact and (odds <= 0 if found.language == "sw" else odds >= 0)


def _distinct(entries: Iterable[GlossaryEntry]) -> list[GlossaryEntry]:
    return list(dict.fromkeys(entries))
