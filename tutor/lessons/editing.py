"""A teacher's edit of a lesson: his sentences stay his, the book's stay quotes, and what the books support is found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tutor.answering.support.verification import EmbedSentences
from tutor.core.types import LANGUAGES, Citation, EvidenceSentence
from tutor.lessons import wording
from tutor.lessons.claims import ClaimCheck
from tutor.lessons.keeping import with_citations_in_use
from tutor.lessons.lesson import Lesson, Line, Part, QuizItem, State

LONGEST_LINE = 600
MOST_LINES = 60


@dataclass(frozen=True)
class Edit:
    """What a teacher made of a lesson: (heading, lines) in order, and the positions of the questions he keeps."""

    parts: tuple[tuple[str, tuple[str, ...]], ...]
    questions: frozenset[int] | None = None


def editable_text(lesson: Lesson) -> str:
    """The explanation as a text to edit: a heading after "# ", then its sentences, a line each."""
    return (
        "\n\n".join("\n".join([f"# {part.heading}", *(line.text for line in part.lines)]) for part in lesson.parts)
        + "\n"
    )


def edit_of(text: str) -> Edit:
    """The edit that such a text says; all questions are kept."""
    parts: list[tuple[str, list[str]]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("# "):
            parts.append((line[2:].strip(), []))
            continue
        if not parts:
            parts.append(("", []))
        parts[-1][1].append(line[:LONGEST_LINE])
    return Edit(tuple((heading, tuple(lines[:MOST_LINES])) for heading, lines in parts if lines))


def unsupported_lines(lesson: Lesson) -> tuple[Line, ...]:
    """The lines for which only a teacher stands."""
    return tuple(line for line in lesson.lines if line.origin == "teacher" and not line.citations)


def edited_lesson(
    lesson: Lesson, edit: Edit, evidence: Sequence[EvidenceSentence], embed: EmbedSentences
) -> Lesson:  # fmt: skip
    """The lesson as the teacher left it, for review until it is approved.

    A line that is left as it was stays what it was. A new one that the evidence supports gets its citations; any other
    has none and is counted.
    """
    citations = list(lesson.citations)
    own = {line.text: line for line in lesson.lines}
    parts: list[Part] = []
    for heading, texts in edit.parts:
        lines: list[Line] = []
        for text in filter(None, (" ".join(text.split()) for text in texts)):
            known = own.get(text)
            if known is not None and (known.origin != "teacher" or known.citations):
                lines.append(known)
                continue
            support = _support(text, lesson, evidence, embed)
            lines.append(Line(text, _placed(support, evidence, citations), "sentence", "teacher"))
        if lines:
            parts.append(Part(" ".join(heading.split()), tuple(lines)))
    changed = replace(
        lesson, parts=tuple(parts), citations=tuple(citations), state=State.REVIEW, edited=True, approved_by="",
        questions=_kept(lesson, edit.questions),
    )  # fmt: skip
    changed = with_citations_in_use(changed)
    count = len(unsupported_lines(changed))
    reason = wording.REVIEW_REASONS["unsupported"][lesson.language].format(count=count)
    return replace(changed, reasons=(reason,) if count else ())


def _kept(lesson: Lesson, questions: Collection[int] | None) -> tuple[QuizItem, ...]:
    return tuple(item for at, item in enumerate(lesson.questions) if questions is None or at in questions)


def _support(
    text: str, lesson: Lesson, evidence: Sequence[EvidenceSentence], embed: EmbedSentences
) -> tuple[int, ...]:  # fmt: skip
    """Positions of the evidence for a sentence, whichever of the two languages the teacher wrote it in."""
    languages = sorted(LANGUAGES, key=lambda one: one != lesson.language)
    found = (ClaimCheck({}, evidence, language, embed).support(text) for language in languages)
    return next(filter(None, found), ())


def _placed(support: Sequence[int], evidence: Sequence[EvidenceSentence], citations: list[Citation]) -> tuple[int, ...]:
    places = []
    for at in support:
        citation = evidence[at].citation()
        if citation not in citations:
            citations.append(citation)
        places.append(citations.index(citation))
    return tuple(places)
