"""What becomes of a kept lesson when the books change: it stands, is written anew, or a teacher looks again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tutor.core.types import Passage
from tutor.lessons import wording
from tutor.lessons.claims import is_verbatim
from tutor.lessons.lesson import Example, KeyTerm, Lesson, Line, Part, QuizItem, State
from tutor.lessons.store import KeptLesson

PassagesById = Callable[[Sequence[str]], Mapping[str, Passage]]


def still_stands(kept: KeptLesson, evidence: str, passages: PassagesById) -> bool:
    """True when the lesson needs no other word: its evidence is found again, and all that it cites is there.

    A lesson that waits for a teacher might be better with a new passing mention; one that pupils read is left alone.
    """
    lesson = kept.lesson
    if lesson is None or lesson.state not in {State.READY, State.REVIEW}:
        return False
    treats, everything = (0, 1)
    part = treats if lesson.state is State.READY or lesson.edited else everything
    if kept.evidence.split(".")[part:][:1] != evidence.split(".")[part:][:1]:
        return False
    found = passages([place.passage_id for place in lesson.more])
    return not gone_citations(lesson, passages) and all(place.passage_id in found for place in lesson.more)


def gone_citations(lesson: Lesson, passages: PassagesById) -> frozenset[int]:
    """Positions of the citations whose quote no longer stands in its passage."""
    found = passages([citation.passage_id for citation in lesson.citations])
    return frozenset(
        at
        for at, citation in enumerate(lesson.citations)
        if citation.passage_id not in found or not is_verbatim(citation.quote, found[citation.passage_id])
    )


def edited_for_review(lesson: Lesson, passages: PassagesById) -> Lesson | None:
    """A teacher's lesson after its books changed, for him to look at again: without the quotes that are gone.

    A teacher's own sentence stays and loses its support. None where nothing is left of it.
    """
    gone = gone_citations(lesson, passages)
    found = passages([place.passage_id for place in lesson.more])
    parts = [replace(part, lines=_left(part.lines, gone)) for part in lesson.parts]
    parts = [part for part in parts if part.lines]
    if not parts:
        return None
    example = lesson.example
    if example is not None:
        lines = _left(example.lines, gone)
        # Half a worked example is none.
        example = Example(example.heading, lines) if len(lines) == len(example.lines) else None
    lost = len(lesson.lines) - sum(len(part.lines) for part in parts)
    reasons = [wording.REVIEW_REASONS["books-changed"][lesson.language]]
    if lost:
        reasons.append(wording.REVIEW_REASONS["quotes-gone"][lesson.language].format(count=lost))
    changed = replace(
        lesson, state=State.REVIEW, approved_by="", reasons=tuple(reasons), parts=tuple(parts), example=example,
        questions=tuple(item for item in lesson.questions if not _cited(item) & gone),
        terms=tuple(replace(term, citation=None) if term.citation in gone else term for term in lesson.terms),
        more=tuple(place for place in lesson.more if place.passage_id in found),
    )  # fmt: skip
    return with_citations_in_use(changed)


def with_citations_in_use(lesson: Lesson) -> Lesson:
    """The lesson with only the citations that something of it points to."""
    used = {at for line in (*lesson.lines, *(lesson.example.lines if lesson.example else ())) for at in line.citations}
    used |= {at for item in lesson.questions for at in _cited(item)}
    used |= {term.citation for term in lesson.terms if term.citation is not None}
    place = {old: new for new, old in enumerate(sorted(used))}

    def lines(own: Sequence[Line]) -> tuple[Line, ...]:
        return tuple(replace(line, citations=tuple(place[at] for at in line.citations)) for line in own)

    def question(item: QuizItem) -> QuizItem:
        pairs = tuple(replace(pair, citation=place[pair.citation]) for pair in item.pairs)
        return replace(item, citation=place[item.citation], pairs=pairs)

    def term(one: KeyTerm) -> KeyTerm:
        return one if one.citation is None else replace(one, citation=place[one.citation])

    return replace(
        lesson,
        parts=tuple(Part(part.heading, lines(part.lines)) for part in lesson.parts),
        example=Example(lesson.example.heading, lines(lesson.example.lines)) if lesson.example else None,
        questions=tuple(map(question, lesson.questions)),
        terms=tuple(map(term, lesson.terms)),
        citations=tuple(lesson.citations[at] for at in sorted(used)),
    )


def _left(lines: Sequence[Line], gone: frozenset[int]) -> tuple[Line, ...]:
    kept = []
    for line in lines:
        left = tuple(at for at in line.citations if at not in gone)
        if left or line.origin == "teacher":
            kept.append(replace(line, citations=left))
    return tuple(kept)


def _cited(item: QuizItem) -> set[int]:
    return {item.citation, *(pair.citation for pair in item.pairs)}
