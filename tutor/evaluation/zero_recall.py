"""Why a search found nothing that answers: the books, the words of the question, or the method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from tutor.core.types import LANGUAGES, Passage, Scope
from tutor.evaluation.outcomes import Query
from tutor.evaluation.systems import Apparatus
from tutor.index.analysis import passage_terms, question_terms
from tutor.index.questions import question_vectors
from tutor.language.detection import detect_language
from tutor.language.glossary import Glossary

Cause = Literal["data", "query", "method"]
CAUSES: Mapping[Cause, str] = {
    "data": "no passage that answers is admissible",
    "query": "no word in common with any that answers, translated ones included, and none is near in meaning",
    "method": "one was in reach of a search, by words or by meaning, and was ranked out",
}


@dataclass(frozen=True)
class Reach:
    """How a question reaches one passage that answers it. `place`: by cosine among the admissible passages of its
    language, 1 for the nearest; None where it is not admissible. `shared`: stems in common."""

    passage_id: str
    place: int | None
    shared: tuple[str, ...]


def cause_of(reached: Sequence[Reach], depth: int) -> Cause:
    """`data`, `query` or `method`; `depth` is how many passages each search gives to the fusion."""
    inside = [reach for reach in reached if reach.place is not None]
    if not inside:
        return "data"
    in_reach = any(reach.shared or (reach.place or depth + 1) <= depth for reach in inside)
    return "method" if in_reach else "query"


class ReachOf:
    """Measures reach over one library with the run's own embedder and the product's analysis of words."""

    def __init__(self, apparatus: Apparatus) -> None:
        self._apparatus = apparatus
        self._glossary = Glossary.load()
        stored = list(apparatus.store.passages())
        self._passages = {item.passage.id: item.passage for item in stored}
        self._rows = {item.passage.id: row for row, item in enumerate(stored)}
        self._numbers = np.array([item.number for item in stored], dtype=np.int64)
        self._languages = np.array([item.passage.metadata.language for item in stored])
        self._vectors = apparatus.vectors.passage_vectors([item.passage for item in stored])

    def explained(self, query: Query, relevant: Iterable[str]) -> dict[str, Any]:
        """The cause, with what it rests on, in a form that JSON keeps. `relevant`: ids of passages that answer."""
        reached = self._reached(query, sorted(relevant))
        cause = cause_of(reached, self._apparatus.settings.whole("pool_depth"))
        nearest = min(reached, key=_by_place, default=None)
        if nearest is None:
            return {"cause": cause, "passage": None, "place": None, "shared": []}
        shared = sorted({word for reach in reached for word in reach.shared})
        return {"cause": cause, "passage": nearest.passage_id, "place": nearest.place, "shared": shared}

    def _reached(self, query: Query, relevant: Sequence[str]) -> list[Reach]:
        scope = replace(query.scope, languages=query.books or query.scope.languages)
        numbers = self._apparatus.store.admissible_numbers(scope)
        admissible = np.isin(self._numbers, np.array(numbers, dtype=np.int64)) if scope != Scope() else None
        cosines = self._vectors @ question_vectors(self._apparatus.embedder, [query.text])[0]
        reached = []
        for name in relevant:
            row = self._rows.get(name)
            if row is None:
                reached.append(Reach(name, None, ()))
                continue
            pool = self._languages == self._languages[row]
            pool = pool if admissible is None else pool & admissible
            place = int((cosines[pool] > cosines[row]).sum()) + 1 if pool[row] else None
            reached.append(Reach(name, place, self._shared(query, self._passages[name])))
        return reached

    def _shared(self, query: Query, passage: Passage) -> tuple[str, ...]:
        language = detect_language(query.text).language
        pool = next(known for known in LANGUAGES if known == passage.metadata.language)
        asked = question_terms(query.text, language, pool, self._glossary)
        there = set(passage_terms(passage.heading_path, passage.text, pool).stems)
        return tuple(sorted(there & {*asked.stems, *asked.glossary}))


def _by_place(reach: Reach) -> tuple[bool, int, str]:
    return reach.place is None, reach.place or 0, reach.passage_id
