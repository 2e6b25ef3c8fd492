"""A lesson as blocks in reading order, the same for every kind of file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from tutor.answering.places_in_books import citation_place
from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons import wording
from tutor.lessons.durations import time_in_words
from tutor.lessons.lesson import Lesson, Line, QuizItem, State
from tutor.lessons.outline import PlanNode

Kind = Literal["paragraph", "bullets", "formula", "heading", "small", "numbered", "table", "links"]


@dataclass(frozen=True)
class Block:
    """A piece of a page. `quoted`: the language of a quote where that is not the page's, else "".

    `items` are the entries of lists, the rows of a table as cells joined by a tab, or the texts of links to `targets`.
    """

    kind: Kind
    text: str = ""
    items: tuple[str, ...] = ()
    level: int = 2
    quoted: str = ""
    targets: tuple[str, ...] = field(default=())


def lesson_blocks(
    lesson: Lesson, node: PlanNode | None, names: Mapping[str, str], curriculum: Curriculum, answers: bool = True
) -> Iterator[Block]:
    """The blocks of a lesson below its title. `names`: topic -> name, for those that it links to within one file."""
    language = lesson.language
    if node is not None and node.periods:
        yield Block("small", wording.TIME[language].format(time=time_in_words(node.periods, language)))
    if lesson.state in {State.UNCOVERED, State.FAILED} or not lesson.parts:
        yield Block("paragraph", lesson.message or wording.STATES[str(lesson.state)][language])
        return
    yield Block("heading", wording.AIM_TITLE[language])
    yield Block("paragraph", lesson.aim)
    yield from _know_first(lesson, node, names, curriculum)
    yield from _explanation(lesson, curriculum)
    if lesson.example is not None:
        yield Block("heading", wording.EXAMPLE[language])
        yield Block("heading", lesson.example.heading, level=3)
        yield from _lines(lesson.example.lines, _quoted(lesson))
        yield Block("small", _sources(lesson, lesson.example.lines, curriculum))
    if lesson.terms:
        yield Block("heading", wording.TERMS[language])
        yield Block("table", items=("English\tKiswahili\t", *(f"{t.en}\t{t.sw}\t{t.meaning}" for t in lesson.terms)))
        yield Block("small", wording.TERMS_FROM[language])
    if lesson.questions:
        yield Block("heading", wording.QUIZ[language])
        for number, item in enumerate(lesson.questions, start=1):
            yield from _question(number, item)
        if answers:
            yield from answer_blocks(lesson)
    if lesson.more:
        yield Block("heading", wording.MORE[language])
        yield Block("bullets", items=tuple(_place(place.heading, place.page, language) for place in lesson.more))


def answer_blocks(lesson: Lesson) -> Iterator[Block]:
    """The answers with the sentences of the book that they stand in."""
    yield Block("heading", wording.ANSWERS[lesson.language])
    for number, item in enumerate(lesson.questions, start=1):
        yield Block("numbered", f"{number}. {answer_text(item, lesson.language)}")
        cited = [pair.citation for pair in item.pairs] or [item.citation]
        quotes = dict.fromkeys(f"“{lesson.citations[at].quote}”" for at in cited)
        yield Block("bullets", items=tuple(quotes), quoted=_quoted(lesson))


def answer_text(item: QuizItem, language: BookLanguage) -> str:
    """The right answer in words."""
    if item.kind == "true-false":
        said = (wording.TRUE if item.answer == "true" else wording.FALSE)[language]
        return f"{said}. {wording.RIGHT_IS[language].format(answer=item.correction)}" if item.correction else said
    if item.kind == "matching":
        return "; ".join(f"{pair.left} \u2013 {pair.right}" for pair in item.pairs)
    return item.answer


def shuffled_rights(item: QuizItem) -> list[str]:
    """The right-hand sides of a matching in an order that gives nothing away: by the alphabet."""
    return sorted((pair.right for pair in item.pairs), key=str.casefold)


def _know_first(
    lesson: Lesson, node: PlanNode | None, names: Mapping[str, str], curriculum: Curriculum
) -> Iterator[Block]:
    language = lesson.language
    yield Block("heading", wording.KNOW_FIRST[language])
    needed = node.know_first if node else _needed(lesson, curriculum)
    if not needed:
        yield Block("paragraph", wording.NOTHING_FIRST[language])
        return
    shown, targets = [], []
    for slug in needed:
        topic = curriculum.topic(lesson.subject, slug)
        name = names.get(slug) or (topic.names[language] if topic else slug)
        form = f" ({curriculum.form_name(topic.form, language)})" if topic and topic.form != lesson.form else ""
        shown.append(name + form)
        targets.append(slug if slug in names else "")
    yield Block("links", items=tuple(shown), targets=tuple(targets))


def _needed(lesson: Lesson, curriculum: Curriculum) -> tuple[str, ...]:
    topic = curriculum.topic(lesson.subject, lesson.topic)
    return topic.prerequisites if topic else ()


def _explanation(lesson: Lesson, curriculum: Curriculum) -> Iterator[Block]:
    language = lesson.language
    yield Block("heading", wording.EXPLANATION[language])
    yield Block("paragraph", lesson.frame)
    if lesson.edited:
        yield Block("small", wording.TEACHER[language])
    for part in lesson.parts:
        yield Block("heading", part.heading, level=3)
        known = [line for line in part.lines if line.origin != "teacher" or line.citations]
        own = [line for line in part.lines if line.origin == "teacher" and not line.citations]
        yield from _lines(known, _quoted(lesson))
        if known:
            yield Block("small", _sources(lesson, known, curriculum))
        if own:
            yield Block("small", wording.TEACHER_WORDS[language])
            yield from _lines(own, "")


def _quoted(lesson: Lesson) -> str:
    return lesson.book_language if lesson.book_language != lesson.language else ""


def _lines(lines: Sequence[Line], quoted: str) -> Iterator[Block]:
    for kind, group in groupby(lines, key=lambda line: "item" if line.kind in {"item", "row"} else line.kind):
        own = list(group)
        if kind == "item":
            yield Block("bullets", items=tuple(line.text for line in own), quoted=quoted)
        elif kind == "formula":
            for line in own:
                yield Block("formula", line.text)
        else:
            yield Block("paragraph", " ".join(line.text for line in own), quoted=quoted)


def _sources(lesson: Lesson, lines: Sequence[Line], curriculum: Curriculum) -> str:
    cited = [lesson.citations[at] for line in lines for at in line.citations]
    places = dict.fromkeys(citation_place(citation, lesson.language, curriculum) for citation in cited)
    return f"{wording.SOURCES[lesson.language]}: {'; '.join(places)}"


def _question(number: int, item: QuizItem) -> Iterator[Block]:
    yield Block("numbered", f"{number}. {item.prompt}")
    if item.kind == "choice":
        yield Block("bullets", items=tuple(f"{'ABCD'[at]}. {option}" for at, option in enumerate(item.options)))
    elif item.kind == "matching":
        rights = shuffled_rights(item)
        rows = [f"{at}. {pair.left}\t{'ABCD'[at - 1]}. {rights[at - 1]}" for at, pair in enumerate(item.pairs, start=1)]
        yield Block("table", items=("\t", *rows))


def _place(heading: str, page: int | None, language: BookLanguage) -> str:
    if page is None:
        return heading
    return f"{heading} ({'ukurasa wa' if language == 'sw' else 'page'} {page})"
