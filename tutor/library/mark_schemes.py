"""Which mark scheme belongs to which past paper, and which entry of it to which question. Kept in the library."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tutor.library.errors import ImportingError
from tutor.library.provenance import Value
from tutor.library.schema import LINKED
from tutor.library.store import Document, LibraryStore, StoredPassage

SCHEME = "mark_scheme"
"""The field under which a teacher says which mark scheme a paper has: its id, or None for "it has none"."""
PAPER_KIND, SCHEME_KIND = "past-paper", "mark-scheme"
KEYS = ("subject", "form", "year", "paper", "authority")
_MARKING_WORDS = re.compile(
    r"\b(?:marking|mark|marks|scheme|schemes|guide|memo|memorandum|answers?|key|mwongozo|wa|kusahihisha|usahihishaji|"
    r"majibu|question|questions|paper|maswali|mtihani)\b"
)
Source = Literal["teacher", "keys", "file name"]
CERTAINTY: dict[Source, float] = {"teacher": 1.0, "keys": 0.9, "file name": 0.75}


@dataclass(frozen=True)
class SchemeLink:
    """A paper with its mark scheme: both ids, who says so, and how sure that is."""

    paper: str
    scheme: str
    source: Source

    @property
    def certainty(self) -> float:
        return CERTAINTY[self.source]

    def as_dict(self) -> dict[str, str | float]:
        return {**vars(self), "certainty": self.certainty}


@dataclass(frozen=True)
class _Book:
    document: Document
    questions: Mapping[str, tuple[str, ...]]
    """Number of a question -> ids of its passages, in order."""


@dataclass(frozen=True, order=True)
class _Fit:
    """How well a scheme fits a paper: keys that agree, then whether the names do, then how many questions."""

    keys: int
    same_name: bool
    questions: int


def link_mark_schemes(store: LibraryStore) -> None:
    """Make the links anew from what is known of the papers now. Call inside `together` or `changing`."""
    books = _books(store)
    papers = [book for book in books.values() if book.document.metadata.document_type == PAPER_KIND]
    schemes = [book for book in books.values() if book.document.metadata.document_type == SCHEME_KIND]
    store.run("DELETE FROM paper_schemes")
    store.run("DELETE FROM scheme_entries")
    for link in _links(papers, schemes):
        store.run("INSERT INTO paper_schemes VALUES (?, ?, ?)", (link.paper, link.scheme, link.source))
        asked, answered = books[link.paper].questions, books[link.scheme].questions
        store.run_many(
            "INSERT INTO scheme_entries VALUES (?, ?)",
            [(q, s) for number in asked for q in asked[number] for s in answered.get(number, ())],
        )
    store.keep_state(LINKED, "yes")


def require_scheme(store: LibraryStore, name: Value) -> None:
    """Raise ImportingError `correction-invalid` for what is no id of a mark scheme, nor None: "it has none"."""
    held = [document.id for document in store.documents_of_types([SCHEME_KIND])]
    if name is not None and name not in held:
        raise ImportingError("correction-invalid", name=name, field="mark scheme", known=", ".join(held) or "auto")


def paper_links(store: LibraryStore) -> list[SchemeLink]:
    """All papers that have a mark scheme in the library, with it."""
    rows = store.rows("SELECT paper_id, scheme_id, source FROM paper_schemes ORDER BY paper_id")
    return [SchemeLink(*row) for row in rows]


def link_of(store: LibraryStore, document: str) -> SchemeLink | None:
    """The link in which a paper or a mark scheme stands, or None."""
    rows = store.rows(
        "SELECT paper_id, scheme_id, source FROM paper_schemes WHERE paper_id = ? OR scheme_id = ? ORDER BY paper_id",
        (document, document),
    )
    return SchemeLink(*rows[0]) if rows else None


def scheme_passages(store: LibraryStore, question: str) -> list[StoredPassage]:
    """What the mark scheme says of the question passage of that id, in order; nothing where there is no scheme."""
    return _passages(store, "SELECT scheme_passage FROM scheme_entries WHERE question_passage = ?", question)


def question_passages(store: LibraryStore, entry: str) -> list[StoredPassage]:
    """The question that the entry of a mark scheme of that id marks, in order."""
    return _passages(store, "SELECT question_passage FROM scheme_entries WHERE scheme_passage = ?", entry)


def _passages(store: LibraryStore, question: str, name: str) -> list[StoredPassage]:
    found = store.passages_by_id([str(other) for (other,) in store.rows(question, (name,))])
    return sorted(found, key=lambda item: (item.passage.document_id, item.passage.ordinal))


def _books(store: LibraryStore) -> dict[str, _Book]:
    kinds = (PAPER_KIND, SCHEME_KIND)
    numbered: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for document, number, name in store.rows(
        "SELECT document_id, question, id FROM passages WHERE document_type IN (?, ?) AND question IS NOT NULL "
        "ORDER BY document_id, ordinal",
        kinds,
    ):
        numbered[document][number].append(name)
    return {
        document.id: _Book(document, {number: tuple(own) for number, own in numbered[document.id].items()})
        for document in store.documents_of_types(kinds)
    }


def _links(papers: Sequence[_Book], schemes: Sequence[_Book]) -> list[SchemeLink]:
    """One scheme for a paper at most. Where two fit equally well nobody can tell, so that is left to the teacher."""
    said: dict[str, Value] = {
        book.document.id: book.document.corrections[SCHEME] for book in papers if SCHEME in book.document.corrections
    }
    held = {book.document.id for book in schemes}
    links = [SchemeLink(paper, str(scheme), "teacher") for paper, scheme in said.items() if scheme in held]
    open_papers = [book for book in papers if book.document.id not in said]
    free = [book for book in schemes if book.document.id not in said.values()]
    fits = {
        (paper.document.id, scheme.document.id): fit
        for paper in open_papers
        for scheme in free
        if (fit := _fit(paper, scheme)) is not None
    }
    best_for_scheme: dict[str, _Fit] = {}
    for (_, scheme), fit in fits.items():
        best_for_scheme[scheme] = max(fit, best_for_scheme.get(scheme, fit))
    for paper in open_papers:
        name = paper.document.id
        own = sorted(((fit, scheme) for (each, scheme), fit in fits.items() if each == name), reverse=True)
        if not own or (len(own) > 1 and own[0][0] == own[1][0]):
            continue
        fit, scheme_name = own[0]
        if fit == best_for_scheme[scheme_name]:
            source: Source = "keys" if fit.keys == _known_keys(paper.document) else "file name"
            links.append(SchemeLink(name, scheme_name, source))
    return sorted(links, key=lambda link: link.paper)


def _fit(paper: _Book, scheme: _Book) -> _Fit | None:
    """None where something that both say differs, where too little agrees, or where no question is shared."""
    asked, answered = paper.document.metadata, scheme.document.metadata
    agree = 0
    for key in KEYS:
        one, other = getattr(asked, key), getattr(answered, key)
        if one is not None and other is not None and one != other:
            return None
        agree += one is not None and one == other
    shared = len(paper.questions.keys() & scheme.questions.keys())
    same_name = _bare_name(paper.document.id) == _bare_name(scheme.document.id)
    is_known = asked.subject is not None and asked.subject == answered.subject
    is_year = asked.year is not None and asked.year == answered.year
    if asked.language != answered.language or not shared or not (same_name or (is_known and is_year)):
        return None
    return _Fit(agree, same_name, shared)


def _known_keys(document: Document) -> int:
    return sum(getattr(document.metadata, key) is not None for key in KEYS)


def _bare_name(name: str) -> str:
    """The id without the words that only tell a scheme from its paper, and without signs."""
    words = re.sub(r"[\W_]+", " ", name.lower())
    return " ".join(_MARKING_WORDS.sub(" ", words).split())
