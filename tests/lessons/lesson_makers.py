"""Curricula, plans, passages and lessons for tests that need no book and no model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tutor.core.types import BookLanguage, Citation, EvidenceSentence, Metadata, Passage, Sentence
from tutor.curriculum.curriculum import Curriculum, Subject, Topic
from tutor.language.sentences import sentence_spans
from tutor.lessons.about import Fit
from tutor.lessons.grounding import Section
from tutor.lessons.lesson import ClaimCounts, Lesson, Line, Part, State
from tutor.lessons.outline import Branch, Plan, PlanNode


def topic(
    slug: str, form: int = 1, needs: Sequence[str] = (), periods: int | None = None, parts: Sequence[str] = ()
) -> Topic:
    """A topic whose names are its slug."""
    names = {"en": slug, "sw": f"{slug} sw"}
    return Topic(slug, form, names, {"en": (slug,), "sw": (slug,)}, tuple(needs), periods, tuple(parts))


def curriculum_of(topics: Sequence[Topic], slug: str = "history") -> Curriculum:
    """The Tanzanian curriculum with one subject of these topics."""
    real = Curriculum.load()
    subject = Subject(slug, {"en": "History", "sw": "Historia"}, ("history", "historia"), tuple(topics))
    return replace(real, subjects=(subject,), _subject_by_alias={"history": subject, "historia": subject})


def plan_with(topics: Sequence[Topic], request: str = "everything", language: BookLanguage = "en") -> Plan:
    """A plan of one branch with a node for each topic."""
    nodes = tuple(
        PlanNode(one.slug, one.form, one.names[language], 1, one.periods, one.prerequisites, one.prerequisites)
        for one in topics
    )
    return Plan(request, "History", language, "tanzania", "history", (Branch("Form 1", 1, nodes),), len(nodes))


def passage(
    text: str, language: str = "en", name: str = "book#one", heading: Sequence[str] = ("Chapter", "Section")
) -> Passage:
    """A passage of a Form 2 book."""
    return Passage(
        name, name.split("#")[0], "Book", "book.md", 0, tuple(heading), text,
        Metadata(subject="biology", form=2, language=language), ((0, 7),),
    )  # fmt: skip


def evidence(text: str, language: str = "en", name: str = "book#one") -> list[EvidenceSentence]:
    """Every sentence of a passage as evidence."""
    own = passage(text, language, name)
    return [
        EvidenceSentence(Sentence(text[start:end], start, end, 7), own, 0.0, 0.0, 0.0)
        for start, end in sentence_spans(text)
    ]


def alike(texts: Sequence[str]) -> NDArray[np.float32]:
    """An embedder to which every two texts are near: only what the words say decides."""
    return np.full((len(texts), 4), 0.5, dtype=np.float32)


def lesson(slug: str = "one", state: State = State.READY, text: str = "The heart pumps blood.") -> Lesson:
    """A lesson of one quoted line."""
    citation = Citation("book#one", "Book", "book.md", ("Chapter", "Section"), 7, "en", text, "history", 1)
    return Lesson(
        slug, "history", 1, "en", slug, state, aim="Aim.", frame="From the book:",
        parts=(Part("Section", (Line(text, (0,)),)),), citations=(citation,), counts=ClaimCounts(1, 1, 1), words=4,
    )  # fmt: skip


def section(*texts: str, kinds: dict[int, str] | None = None, language: str = "en", name: str = "book#one") -> Section:
    """A section of these sentences; `kinds` by position where they are no sentences."""
    own = passage("\n".join(texts), language, name, ("Chapter", name))
    spans, at = [], 0
    for number, text in enumerate(texts):
        spans.append((own, Sentence(text, at, at + len(text), 7, (kinds or {}).get(number, "sentence"))))  # type: ignore[arg-type]
        at += len(text) + 1
    return Section(own.heading_path, tuple(spans), Fit(1, 0, 2, 0.0))
