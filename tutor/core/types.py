"""The words of the project as types: scope, passage, evidence, citation, answer, decline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal

Language = Literal["en", "sw", "mixed"]
BookLanguage = Literal["en", "sw"]
Method = Literal["generated", "extracted"]

LANGUAGES: tuple[BookLanguage, ...] = ("en", "sw")


class Reason(StrEnum):
    """Why a question was declined. The page, the command and the tests share these codes."""

    NOTHING_IN_SCOPE = "nothing-in-scope"
    WEAK_EVIDENCE = "weak-evidence"
    OUTSIDE_SCOPE = "outside-scope"
    UNSUPPORTED = "unsupported"
    NOT_A_QUESTION = "not-a-question"
    UNSAFE = "unsafe"


@dataclass(frozen=True)
class Scope:
    """What a pupil may be shown. Each field lists the values let through; an empty field lets all through."""

    subjects: tuple[str, ...] = ()
    forms: tuple[int, ...] = ()
    languages: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    document_types: tuple[str, ...] = ()
    authorities: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    questions: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    without_types: tuple[str, ...] = ()
    """Kinds of documents that are kept out. What has no known kind stays in."""

    @property
    def is_open(self) -> bool:
        """True when nothing is asked for, so every passage is admissible."""
        return self == Scope()

    def without(self, *names: str) -> Scope:
        """The same scope with the named fields opened. Raises TypeError for an unknown field."""
        return replace(self, **dict.fromkeys(names, ()))

    def as_dict(self) -> dict[str, list[Any]]:
        """The fields that restrict something, as plain lists."""
        return {name: list(value) for name, value in vars(self).items() if value}


@dataclass(frozen=True)
class Metadata:
    """What is known of a document or passage. None means unknown, and unknown is never admissible
    to a scope that asks for that field."""

    subject: str | None = None
    form: int | None = None
    language: str = "en"
    topic: str | None = None
    document_type: str | None = None
    authority: str | None = None
    paper: str | None = None
    year: int | None = None
    question: str | None = None
    marks: int | None = None


@dataclass(frozen=True)
class Sentence:
    """A sentence, list item or table row of a passage: `text == passage.text[start:end]`."""

    text: str
    start: int
    end: int
    page: int | None
    kind: Literal["sentence", "list_item", "table_row"] = "sentence"


@dataclass(frozen=True)
class Passage:
    """A piece of a document that can be shown whole. `text` is verbatim from the source."""

    id: str
    document_id: str
    document_title: str
    source: str
    ordinal: int
    heading_path: tuple[str, ...]
    text: str
    metadata: Metadata
    pages: tuple[tuple[int, int], ...] = ()
    previous_id: str | None = None
    next_id: str | None = None

    @property
    def page_start(self) -> int | None:
        """The page on which the passage begins, or None where the book has no pages."""
        return self.pages[0][1] if self.pages else None


@dataclass(frozen=True)
class Citation:
    """Where a statement stands. `quote` is verbatim text of the passage `passage_id`."""

    passage_id: str
    document: str
    source: str
    heading_path: tuple[str, ...]
    page: int | None
    language: str
    quote: str
    subject: str | None = None
    form: int | None = None

    def as_dict(self) -> dict[str, Any]:
        return {**vars(self), "heading_path": list(self.heading_path)}


@dataclass(frozen=True)
class Candidate:
    """A passage with its scores.

    `dense` is a raw cosine and `centred` one after centring per language; `distinction` says by how many
    standard deviations the latter stands out in its pool; `lexical` is a raw BM25 score; `score` ranks.
    """

    passage: Passage
    dense: float = 0.0
    centred: float = 0.0
    distinction: float = 0.0
    lexical: float = 0.0
    score: float = 0.0
    boosts: Mapping[str, float] = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True)
class EvidenceSentence:
    """A chosen sentence with its passage and its raw similarity to the question."""

    sentence: Sentence
    passage: Passage
    score: float
    similarity: float
    coverage: float

    def citation(self) -> Citation:
        """The citation that quotes this sentence."""
        passage = self.passage
        return Citation(
            passage_id=passage.id,
            document=passage.document_title,
            source=passage.source,
            heading_path=passage.heading_path,
            page=self.sentence.page,
            language=passage.metadata.language,
            quote=self.sentence.text,
            subject=passage.metadata.subject,
            form=passage.metadata.form,
        )


@dataclass(frozen=True)
class AnswerSentence:
    """A sentence the pupil reads. `citations` are positions in the answer's citation list."""

    text: str
    citations: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {"text": self.text, "citations": list(self.citations)}


@dataclass(frozen=True)
class Answer:
    """An outcome that holds an answer: every sentence but the frame stands on a citation."""

    language: Language
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]
    method: Method
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True)
class Pointer:
    """Where a pupil could look instead: a subject and form in which the books hold something near."""

    subject: str | None
    form: int | None
    document: str
    heading_path: tuple[str, ...]
    passage_id: str

    def as_dict(self) -> dict[str, Any]:
        return {**vars(self), "heading_path": list(self.heading_path)}


@dataclass(frozen=True)
class Decline:
    """An outcome that says plainly that there is no answer, why, and what to do next."""

    language: Language
    reason: Reason
    text: str
    pointers: tuple[Pointer, ...] = ()
    empty_retrieval: bool = False


@dataclass(frozen=True)
class Question:
    """What a pupil asks. `language` set by the page's button beats detection.

    `limit` is what the pupil may see at all, whatever the question or the page asks for: nothing leaves it, no pointer
    either. `simpler` asks for fewer and easier sentences, one form down; `more` for further ones.
    """

    text: str
    scope: Scope = Scope()
    language: Language | None = None
    previous_language: Language | None = None
    limit: Scope = Scope()
    simpler: bool = False
    more: bool = False
