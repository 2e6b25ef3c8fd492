"""A question sheet made of practice questions, with what the marking guides of their papers say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.core.types import Passage, Scope
from tutor.library.papers import marks_in
from tutor.library.store import LibraryStore

GUIDES = ("mark-scheme",)


@dataclass(frozen=True)
class SheetQuestion:
    """A question of a sheet. `guide` holds what its marking guide says, in order; nothing where there is none."""

    passages: tuple[Passage, ...]
    marks: int | None
    guide: tuple[Passage, ...]

    @property
    def language(self) -> str:
        return self.passages[0].metadata.language


def sheet_questions(store: LibraryStore, names: Sequence[str], with_guide: bool) -> list[SheetQuestion]:
    """The questions of those passage ids, in their order; the parts of one question stay together."""
    found = {item.passage.id: item.passage for item in store.passages_by_id(names)}
    grouped: dict[tuple[str, str | None], list[Passage]] = {}
    for name in names:
        if name in found:
            passage = found[name]
            grouped.setdefault((passage.document_id, passage.metadata.question), []).append(passage)
    return [
        SheetQuestion(tuple(own), _marks(own), tuple(_guide(store, own[0])) if with_guide else ())
        for own in grouped.values()
    ]


def _marks(passages: Sequence[Passage]) -> int | None:
    for passage in passages:
        if passage.metadata.marks:
            return passage.metadata.marks
    headings = passages[0].heading_path
    return marks_in(headings[-1]) if headings else None


def _guide(store: LibraryStore, passage: Passage) -> list[Passage]:
    """The sections of the marking guide of the same paper that speak of the question."""
    known = passage.metadata
    if not (known.subject and known.question):
        return []
    scope = Scope(
        subjects=(known.subject,),
        forms=(known.form,) if known.form else (),
        languages=(known.language,),
        document_types=GUIDES,
        papers=(known.paper,) if known.paper else (),
        years=(known.year,) if known.year else (),
        questions=(known.question,),
    )
    passages = [item.passage for item in store.passages(store.admissible_numbers(scope))]
    return sorted(passages, key=lambda one: (one.document_id, one.ordinal))
