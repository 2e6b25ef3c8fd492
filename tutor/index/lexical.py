"""The lexical index of one language's pool: BM25 by Tantivy over our own tokens.

Queries are built from terms, never parsed, so no character of a question can be an error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import tantivy

from tutor.core.errors import IndexStateError
from tutor.index.analysis import FIELDS, GLOSSARY, STEM, SURFACE, Terms
from tutor.index.numbers import Numbers

NUMBER = "number"
WRITER_BYTES = 32 << 20
TWO_SLIPS = 8
"""From this length on a word may have two letters wrong."""
SLIP_WEIGHT = 3.0
"""A word found nearly has this score, about half of what a rare word has that stands there as it was asked."""
MOST_OF = 8
"""From an eighth of the passages on, the filter is applied to the ranked list instead of inside the search.
Measured at 16,390 passages: a quarter 0.5 ms so and 2.4 inside, a twelfth 1.9 and 1.3."""
READ_AHEAD = 1.5
"""So many times as many hits are read as would do if the filter let the best through as often as the others."""
REMEMBERED = 64
"""Filters, kept with the set they were made of: making one of 3,500 numbers costs 0.7 ms of 3."""
FIELD_WEIGHTS: Mapping[str, float] = {SURFACE: 0.6, STEM: 1.0, GLOSSARY: 1.0}


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(NUMBER, stored=True, indexed=True, fast=True)
    for field in FIELDS:
        builder.add_text_field(field, stored=False, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def write_lexical(folder: Path, passages: Iterable[tuple[int, Terms]]) -> int:
    """Build the index of (passage number, terms). Returns how many passages it holds.

    Raises IndexStateError when what was written is not what went in.
    """
    folder.mkdir(parents=True)
    index = tantivy.Index(_schema(), path=str(folder))
    # One thread gives one segment order, so equal scores come back in the same order every time.
    writer = index.writer(WRITER_BYTES, 1)
    count = 0
    for number, terms in passages:
        document = tantivy.Document()
        document.add_unsigned(NUMBER, number)
        for field, tokens in terms.by_field().items():
            document.add_text(field, " ".join(tokens))
        writer.add_document(document)
        count += 1
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    held = index.searcher().num_docs
    if held != count:
        raise IndexStateError("index-damaged", generation=folder.name, why=f"{held} of {count} passages indexed")
    return count


class LexicalIndex:
    """Searches the index in a folder. Raises IndexStateError when it cannot be opened."""

    def __init__(self, folder: Path, weights: Mapping[str, float] = FIELD_WEIGHTS) -> None:
        self._weights = weights
        try:
            self._index = tantivy.Index.open(str(folder))
            self._searcher = self._index.searcher()
        except (ValueError, OSError) as error:
            raise IndexStateError("index-damaged", generation=folder.parent.name, why=error) from error
        self._schema = self._index.schema
        self._number_at: dict[tuple[int, int], int] = {}
        self._filters: dict[int, tuple[Numbers, tantivy.Query]] = {}

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    def rarity(self, stems: Sequence[str]) -> float:
        """The inverse document frequency, log(1 + (n - f + 0.5) / (f + 0.5)), of the rarest of the stems."""
        count = len(self)
        rarest = min((int(self._searcher.doc_freq(STEM, token)) for token in stems), default=count)
        return math.log(1 + (count - rarest + 0.5) / (rarest + 0.5))

    def search(self, terms: Terms, depth: int, admissible: Numbers | None) -> list[tuple[int, float]]:
        """The best (passage number, raw BM25 score), best first, at most `depth`.

        `admissible` holds the numbers let through (None: all); the filter applies before ranking.
        """
        query = self._query(terms)
        if query is None or (admissible is not None and not len(admissible)):
            return []
        if admissible is None:
            return self._hits(query, depth)
        if len(admissible) * MOST_OF >= len(self):
            return self._filtered(query, depth, admissible)
        must = [(tantivy.Occur.Must, query), (tantivy.Occur.Must, self._filter(admissible))]
        return self._hits(tantivy.Query.boolean_query(must), depth)

    def _filter(self, admissible: Numbers) -> tantivy.Query:
        """The filter inside the search, remembered by the array: the gate gives the same one for the same scope."""
        known = self._filters.get(id(admissible))
        if known is None or known[0] is not admissible:
            allowed = tantivy.Query.term_set_query(self._schema, NUMBER, [int(number) for number in admissible])
            known = (admissible, tantivy.Query.const_score_query(allowed, 0.0))
            if isinstance(admissible, np.ndarray):  # a list may have other numbers the next time
                if len(self._filters) >= REMEMBERED:
                    self._filters.clear()
                self._filters[id(admissible)] = known
        return known[1]

    def _query(self, terms: Terms) -> tantivy.Query | None:
        clauses = []
        for field, tokens in terms.by_field().items():
            for token in tokens if self._weights[field] else ():
                term = tantivy.Query.term_query(self._schema, field, token, "freq")
                clauses.append((tantivy.Occur.Should, tantivy.Query.boost_query(term, self._weights[field])))
        clauses += [(tantivy.Occur.Should, query) for query in self._slips(terms)]
        return tantivy.Query.boolean_query(clauses) if clauses else None

    def _slips(self, terms: Terms) -> Iterator[tantivy.Query]:
        """For words that no passage has, as they are or by their stem: what is spelt nearly so."""
        stems = dict(zip(terms.surface, terms.stems, strict=False)) if len(terms.surface) == len(terms.stems) else {}
        for token in terms.slips:
            known = self._searcher.doc_freq(SURFACE, token) or self._searcher.doc_freq(STEM, stems.get(token, token))
            if not known:
                near = tantivy.Query.fuzzy_term_query(self._schema, SURFACE, token, 1 if len(token) < TWO_SLIPS else 2)
                yield tantivy.Query.boost_query(near, SLIP_WEIGHT)

    def _filtered(self, query: tantivy.Query, depth: int, admissible: Numbers) -> list[tuple[int, float]]:
        """As a search with the filter inside, where most passages are let through: the list is read on until `depth`
        admissible hits stand in it or it ends, so that nothing is starved."""
        wanted = math.ceil(depth * READ_AHEAD * len(self) / len(admissible))
        while True:
            hits = self._hits(query, wanted)
            allowed = np.isin([number for number, _ in hits], admissible)
            found = [hit for hit, is_allowed in zip(hits, allowed, strict=True) if is_allowed]
            if len(found) >= depth or len(hits) < wanted:
                return found[:depth]
            wanted *= 4

    def _hits(self, query: tantivy.Query, depth: int) -> list[tuple[int, float]]:
        hits = self._searcher.search(query, depth).hits
        found = [(self._number(address), float(score)) for score, address in hits]
        return sorted(found, key=lambda hit: (-hit[1], hit[0]))

    def _number(self, address: tantivy.DocAddress) -> int:
        """Remembered, because reading a stored document costs more than finding it."""
        place = (address.segment_ord, address.doc)
        number = self._number_at.get(place)
        if number is None:
            number = self._number_at[place] = int(self._searcher.doc(address)[NUMBER][0])
        return number
