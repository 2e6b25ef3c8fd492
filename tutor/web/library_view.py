"""The books as pupils browse them: subjects, forms, books, chapters, passages; always within what they may see."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tutor.core.errors import LibraryError
from tutor.core.trace import Trace
from tutor.core.types import Candidate, Language, Passage, Scope
from tutor.language.detection import detect_language
from tutor.library.store import Document, LibraryStore, StoredPassage
from tutor.web.errors import WebError
from tutor.web.service.class_gate import admits, admits_document, scope_for_class
from tutor.web.service.source import TutorSource

UNLISTED = frozenset({"mark-scheme"})
"""Kinds that are no reading for pupils. Questions may still find them."""
PRACTICE_TYPES = ("past-paper",)
PRACTICE_FOUND = 12


@dataclass(frozen=True)
class Chapter:
    """A piece of a book that is read on one page. `number` counts from 1."""

    number: int
    title: str
    passages: tuple[Passage, ...]

    @property
    def page_start(self) -> int | None:
        return self.passages[0].page_start


class LibraryView:
    """Reads the library of the tutor that answers now. Thread-safe; remembers the list of books until it changes."""

    def __init__(self, source: TutorSource) -> None:
        self._source = source
        self._lock = threading.Lock()
        self._identity: tuple[str, int] | None = None
        self._documents: tuple[Document, ...] = ()

    def documents(self, allowed: Scope) -> list[Document]:
        """The books a pupil may see, by subject, form and title. Raises TutorError without a library."""
        shown = [
            d for d in self._all_documents() if d.metadata.document_type not in UNLISTED and admits_document(allowed, d)
        ]
        return sorted(shown, key=lambda d: (d.metadata.subject or "~", d.metadata.form or 99, d.title, d.id))

    def document(self, name: str, allowed: Scope) -> Document:
        """The book of that id. Raises WebError `book-missing` for one that the pupil may not see."""
        for document in self._all_documents():
            if document.id == name and admits_document(allowed, document):
                return document
        raise WebError("book-missing")

    def chapters(self, name: str, allowed: Scope) -> list[Chapter]:
        """The chapters of a book in order. Raises WebError `book-missing`."""
        self.document(name, allowed)
        store = self._store()
        numbers = store.admissible_numbers(Scope(documents=(name,)))
        passages = sorted((item.passage for item in store.passages(numbers)), key=lambda passage: passage.ordinal)
        return chapters_of(passages)

    def passage(self, name: str, allowed: Scope) -> Passage:
        """The passage of that id. Raises WebError `passage-missing` for one that the pupil may not see."""
        found = next((item.passage for item in self._store().passages_by_id([name])), None)
        if found is None or not admits(allowed, found):
            raise WebError("passage-missing")
        return found

    def stored(self, names: Iterable[str]) -> list[StoredPassage]:
        """The passages of those ids, whoever may see them. Raises TutorError without a library."""
        return list(self._store().passages_by_id(names))

    def neighbours(self, passage: Passage) -> tuple[Passage | None, Passage | None]:
        """The passages before and after it in its book."""
        names = [name for name in (passage.previous_id, passage.next_id) if name]
        found = {item.passage.id: item.passage for item in self._store().passages_by_id(names)}
        return found.get(passage.previous_id or ""), found.get(passage.next_id or "")

    def search(self, text: str, chosen: Scope, allowed: Scope, most: int) -> list[Candidate]:
        """The passages nearest to the words, best first, through the same gate as questions.

        Raises WebError `not-for-class` for a scope the class does not use.
        """
        live = self._source.current()
        if live.parts is None:
            return []
        scope = scope_for_class(chosen, allowed)
        language: Language = detect_language(text).language
        return list(live.parts.retriever.retrieve(text, language, scope, trace=Trace(), keep=most).candidates)

    def practice(self, chosen: Scope, allowed: Scope, about: str = "") -> list[Passage]:
        """Practice questions within a scope: the ones nearest to `about`, or all in the order of their papers."""
        scope = scope_for_class(Scope(subjects=chosen.subjects, forms=chosen.forms), allowed)
        scope = Scope(**{**vars(scope), "document_types": PRACTICE_TYPES})
        if about:
            live = self._source.current()
            if live.parts is None:
                return []
            found = live.parts.retriever.retrieve(about, detect_language(about).language, scope, keep=PRACTICE_FOUND)
            passages = [candidate.passage for candidate in found.candidates]
        else:
            store = self._store()
            passages = [item.passage for item in store.passages(store.admissible_numbers(scope))]
        return [passage for passage in passages if passage.metadata.question]

    def _all_documents(self) -> tuple[Document, ...]:
        store = self._store()
        with self._lock:
            identity = store.identity()
            if identity != self._identity:
                self._documents, self._identity = tuple(store.documents()), identity
            return self._documents

    def _store(self) -> LibraryStore:
        live = self._source.current()
        if live.parts is None:
            raise LibraryError("library-empty")
        return live.parts.store


def chapters_of(passages: Sequence[Passage]) -> list[Chapter]:
    """The passages cut where the heading changes at the first level that has more than one."""
    if not passages:
        return []
    deepest = max(len(passage.heading_path) for passage in passages)
    depth = next((d for d in range(1, deepest + 1) if len({p.heading_path[:d] for p in passages}) > 1), 1)
    chapters = []
    for number, (path, own) in enumerate(groupby(passages, key=lambda p: p.heading_path[:depth]), start=1):
        grouped = tuple(own)
        chapters.append(Chapter(number, path[-1] if path else grouped[0].document_title, grouped))
    return chapters


def chapter_with(chapters: Sequence[Chapter], passage: Passage) -> Chapter | None:
    """The chapter that holds the passage."""
    return next((chapter for chapter in chapters if any(p.id == passage.id for p in chapter.passages)), None)
