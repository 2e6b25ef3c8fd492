"""The check of a lesson's claims: each sentence is held against the lesson's evidence, whoever wrote it.

A quote is supported when it stands in its passage word for word; anything else has to pass the verifier.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tutor.answering.support.verification import EmbedSentences, Verifier
from tutor.core.types import BookLanguage, Citation, EvidenceSentence, Passage, Sentence
from tutor.language.normalise import normalise_text
from tutor.lessons.lesson import ClaimCounts, Line, Part
from tutor.library.tables import readable_text


class RememberedVectors:
    """An embedder's vectors of the sentences of one lesson, each computed once."""

    def __init__(self, embed: EmbedSentences) -> None:
        self._embed = embed
        self._known: dict[str, NDArray[np.float32]] = {}

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors [n, d] of the texts."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            self._known.update(zip(missing, self._embed(missing), strict=True))
        return np.stack([self._known[text] for text in texts])


class ClaimCheck:
    """Checks the lines of one lesson. `passages`: those of its citations, by id."""

    def __init__(
        self, passages: Mapping[str, Passage], evidence: Sequence[EvidenceSentence], language: BookLanguage,
        embed: EmbedSentences,
    ) -> None:  # fmt: skip
        self._passages = passages
        self._evidence = evidence
        self._language = language
        self._embed = embed

    def failure(self, line: Line, citations: Sequence[Citation]) -> str:
        """Why the line is not supported, "" when it is."""
        if line.origin == "book":
            return self._quote_failure(line, citations)
        if not self._evidence:
            return "evidence"
        # Each line by itself: that it was shown already is no fault of a sentence that is said again.
        verdict = Verifier("", self._evidence, self._language, self._embed).verify(line.text)
        return "" if verdict.passed else verdict.reason

    def support(self, sentence: str) -> tuple[int, ...]:
        """Positions of the evidence that supports a sentence; empty: none does."""
        if not self._evidence:
            return ()
        verdict = Verifier("", self._evidence, self._language, self._embed).verify(sentence)
        return verdict.support if verdict.passed else ()

    def _quote_failure(self, line: Line, citations: Sequence[Citation]) -> str:
        if len(line.citations) != 1 or line.citations[0] >= len(citations):
            return "citation"
        citation = citations[line.citations[0]]
        passage = self._passages.get(citation.passage_id)
        if passage is None:
            return "passage"
        if not is_verbatim(citation.quote, passage):
            return "quote"
        return "" if self._shows(line, citation.quote, passage) else "wording"

    def _shows(self, line: Line, quote: str, passage: Passage) -> bool:
        if normalise_text(line.text) == normalise_text(quote):
            return True
        if line.kind != "row":
            return False
        start = passage.text.find(quote)
        row = _row_at(quote, start, passage)
        return row is not None and line.text == row

    def checked(
        self, parts: Sequence[Part], citations: Sequence[Citation], keep: Callable[[Line], bool] = lambda line: False
    ) -> tuple[tuple[Part, ...], ClaimCounts, tuple[str, ...]]:
        """The parts without the lines that have no support, the counts, and the unsupported lines that `keep` kept."""
        checked = supported = verbatim = 0
        dropped: dict[str, int] = {}
        kept_anyway: list[str] = []
        left: list[Part] = []
        for part in parts:
            lines: list[Line] = []
            for line in part.lines:
                checked += 1
                why = self.failure(line, citations)
                if not why:
                    supported += 1
                    verbatim += line.origin == "book"
                    lines.append(line)
                    continue
                dropped[why] = dropped.get(why, 0) + 1
                if keep(line):
                    kept_anyway.append(line.text)
                    lines.append(line)
            if lines:
                left.append(replace(part, lines=tuple(lines)))
        return tuple(left), ClaimCounts(checked, supported, verbatim, dropped), tuple(kept_anyway)


def is_verbatim(quote: str, passage: Passage) -> bool:
    """True when the quote stands in the passage, but for the spelling of spaces and apostrophes."""
    return quote in passage.text or normalise_text(quote) in normalise_text(passage.text)


def _row_at(quote: str, start: int, passage: Passage) -> str | None:
    if start < 0:
        return None
    return readable_text(passage, Sentence(quote, start, start + len(quote), None, "table_row"))
