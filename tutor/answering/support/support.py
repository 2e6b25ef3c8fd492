"""Which sentences of the evidence a sentence stands on, or why it stands on none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tutor.answering.support.alignment import Aligner
from tutor.answering.support.asides import asides_said, split_aside, split_last_aside, without_asides
from tutor.answering.support.clauses import Statement, bracketed, causes_of, statements_of
from tutor.answering.support.marks import Kind, Mark, label_of
from tutor.answering.support.phrases import Marks, finite_at, helpers_before, with_front_behind
from tutor.answering.support.reading import marks_of
from tutor.answering.support.turns import plain_readings, readings
from tutor.answering.support.voice import (
    actives,
    either_verb,
    front_readings,
    object_first,
    other_names,
    place_behind,
    process_said,
    said_of_relatives,
)
from tutor.language.tokens import words

FEWEST = 3
_SLOT = Mark(Kind.PRONOUN, "they", "", frozenset({"pronoun:they"}))
_TOLD = {Kind.WORD, Kind.NUMBER, Kind.LIMIT, Kind.NOT, Kind.BE, Kind.HAVE}
_GRAMMAR = {Kind.PREP, Kind.AND, Kind.OR, Kind.COMMA, Kind.REL}
_BINDING = {"if", "only if", "unless", "when", "until"}


@dataclass(frozen=True)
class Form:
    """One way in which a clause may be said. `turned`: a passive made active or the reverse, so that a Swahili verb
    no longer agrees with its subject. `earlier`: the subject of the clause before, which "its" may mean."""

    main: Marks
    links: tuple[tuple[str, Marks], ...] = ()
    subject: Marks = ()
    turned: bool = False
    earlier: Marks = ()


@dataclass(frozen=True)
class Book:
    """A sentence of the evidence, and the subjects that a pronoun at its start may stand for."""

    text: str
    language: str
    subjects: tuple[Marks, ...] = ()

    @property
    def forms(self) -> tuple[Form, ...]:
        return book_forms(self.text, self.language, self.subjects)


@lru_cache(maxsize=512)
def book_forms(text: str, language: str, subjects: tuple[Marks, ...] = ()) -> tuple[Form, ...]:
    """Everything that a book's sentence says, in every form that says the same."""
    found: dict[Form, None] = {}
    for reading in readings(text):
        previous: Marks = ()
        first = True
        for statement in statements_of(_with_slots(marks_of(reading, language), language)):
            for named in _named(statement, previous, subjects if first else (), language):
                found.update(dict.fromkeys(replace(form, earlier=previous) for form in _forms(named, language)))
                for shared in _front_shared(named) if language == "en" else ():
                    found.update(dict.fromkeys(_forms(shared, language)))
                for cause in causes_of(named):
                    for own in _named(cause, _speaks_of(named), (), language):
                        found.update(dict.fromkeys(_forms(own, language)))
            previous, first = statement.subject or previous, False
    return tuple(found)


def _named(statement: Statement, previous: Marks, subjects: tuple[Marks, ...], language: str) -> Iterator[Statement]:
    """The statement, and with its pronoun in front replaced by what it may stand for."""
    yield statement
    main = statement.main
    pronoun = bool(main) and main[0].kind is Kind.PRONOUN
    bare = language == "sw" and bool(main) and (main[0].finite or (len(main) > 1 and main[0].kind is Kind.NOT))
    for subject in (previous,) if previous else subjects:
        if subject and subject[0].kind is not Kind.PRONOUN and (pronoun or bare):
            yield replace(statement, main=(*subject, *main[1 if pronoun else 0 :]), subject=subject)


def _front_shared(statement: Statement) -> Iterator[Statement]:
    """ "Down group I, metals become reactive because the electron is farther" tells of the electron down group I too;
    "in beta decay X, so Y" tells Y of beta decay."""
    main, front = with_front_behind(statement.main)
    for number, (link, clause) in enumerate(statement.links):
        own, theirs = with_front_behind(clause)
        verb = finite_at(own)
        if link != "because" or not verb or bool(front) == bool(theirs):
            continue
        if front:
            yield Statement((*own, *front), (), own[: helpers_before(own, verb)])
        else:
            others = (*statement.links[:number], (link, own), *statement.links[number + 1 :])
            yield Statement((*main, *theirs), others, statement.subject)


def _speaks_of(statement: Statement) -> Marks:
    """The only thing that "it" in the cause may mean ("X is neutral because it has ..."); nothing where two may be."""
    verb = finite_at(statement.main)
    if verb is None:
        return ()
    behind = statement.main[verb + 1 :]
    things = [mark for mark in behind if mark.kind is Kind.WORD]
    alone = not any(mark.kind is Kind.PREP for mark in behind) and statement.main[verb].kind is Kind.BE
    return statement.subject if alone or not things else ()


def _forms(statement: Statement, language: str) -> Iterator[Form]:
    bare = [
        said for main in (statement.main, *without_asides(statement.main)) for said in (main, *without_asides(main))
    ]
    for main in dict.fromkeys(bare):
        for said in asides_said(main):
            yield Form(said, statement.links, statement.subject)
        yield from _forms_of(replace(statement, main=main), language)


def _forms_of(statement: Statement, language: str) -> Iterator[Form]:
    plain = Form(statement.main, statement.links, statement.subject)
    yield plain
    for said in actives(statement.main, language):
        yield replace(plain, main=said, turned=True)
    for said in (*front_readings(statement.main), *(place_behind(statement.main) if language != "sw" else ())):
        yield replace(plain, main=said)
    said_of_object = object_first(statement.main, language)
    if said_of_object:
        yield replace(plain, main=said_of_object, turned=True)
    for said in (*either_verb(statement.main), *(other_names(statement.main) if language != "sw" else ())):
        yield replace(plain, main=said)
    for said in [*said_of_relatives(statement.main), *process_said(statement.main)]:
        yield Form(said, statement.links)
        for acting in actives(said, language):
            yield Form(acting, statement.links, turned=True)
        turned = object_first(said, language)
        if turned:
            yield Form(turned, statement.links, turned=True)


def _with_slots(marks: Sequence[Mark], language: str) -> Marks:
    """A Swahili verb that holds its object gets a place for it, so that "waliwalazimisha watu" can be said."""
    if language != "sw":
        return tuple(marks)
    found: list[Mark] = []
    for at, mark in enumerate(marks):
        found.append(mark)
        following = marks[at + 1] if at + 1 < len(marks) else None
        open_place = following is None or following.infinitive or following.kind in {*_GRAMMAR, Kind.LINK, Kind.BREAK}
        if mark.takes_object and mark.finite and not mark.participle and open_place:
            found.append(_SLOT)
    return tuple(found)


def supporting(sentence: str, language: str, books: Sequence[Book]) -> tuple[int, ...] | None:
    """Positions of the books' sentences that together say all of the sentence; None when they do not."""
    copied = next((n for n, book in enumerate(books) if words(book.text) == words(sentence)), None)
    if copied is not None:
        return (copied,)
    return next((found for plain in plain_readings(sentence) if (found := _supporting(plain, language, books))), None)


def _supporting(sentence: str, language: str, books: Sequence[Book]) -> tuple[int, ...] | None:
    marks = _with_slots(marks_of(sentence, language), language)
    aside = bracketed(marks)
    statements = statements_of(marks)
    if not statements or marks[-1].kind in {*_GRAMMAR, Kind.LINK, Kind.BREAK}:
        return None
    everything = tuple(mark for statement in statements for mark in _all_marks(statement))
    if not _holds_all(everything, marks):
        return None
    used: list[int] = []
    subject: Marks = ()
    for statement in (part for whole in statements for part in _apart(whole)):
        sayings = list(_sayings(statement, subject, language))
        number = next((n for n, book in enumerate(books) if _is_said(sayings, book, everything)), None)
        if number is None:
            return None
        if number not in used:
            used.append(number)
        subject = statement.subject or subject
    label = label_of(sentence)
    if label and not all(books[n].text.casefold().startswith(label) for n in used):
        return None
    if aside and not any(_same_words(aside, bracketed(marks_of(books[n].text, language))) for n in used):
        return None
    return tuple(sorted(used))


def _holds_all(taken: Sequence[Mark], marks: Sequence[Mark]) -> bool:
    """True when taking the sentence apart lost none of its words: what was lost would go unchecked."""
    counted = Counter((mark.word, mark.value) for mark in taken)
    said = [mark for mark in marks if mark.kind in _TOLD and mark not in bracketed(marks)]
    return all(counted[(mark.word, mark.value)] >= number for mark, number in Counter(said).items())


def _apart(statement: Statement) -> Iterator[Statement]:
    """The statement, and what a relative clause behind a comma at its end says, each by itself."""
    main = statement.main
    aside = (split_aside(main) or split_last_aside(main)) if not statement.links else None
    if aside is not None:
        yield replace(statement, main=aside[0])
        yield Statement(aside[1], (), statement.subject)
        return
    at = next(
        (i for i, mark in enumerate(main) if i and mark.kind is Kind.REL and main[i - 1].kind is Kind.COMMA), None
    )
    told = list(said_of_relatives(main)) if at is not None else []
    rest = main[at + 1 :] if at is not None else ()
    if (
        at is None
        or len(told) != 1
        or told[0][-1] is not main[-1]
        or statement.links
        or any(mark.kind in {Kind.COMMA, Kind.REL} for mark in rest)
    ):
        yield statement
        return
    yield replace(statement, main=main[: at - 1])
    yield Statement(told[0], (), statement.subject)


def _all_marks(statement: Statement) -> Marks:
    return (*statement.main, *(mark for _, clause in statement.links for mark in clause))


def _is_said(sayings: Sequence[Form], book: Book, everything: Marks) -> bool:
    return any(_agree(said, form, everything) for said in sayings for form in book.forms)


def _sayings(statement: Statement, subject: Marks, language: str) -> Iterator[Form]:
    """The statement as it may be held against a book: as it is, its pronoun named, made active."""
    main = statement.main
    if subject and main and main[0].kind is Kind.PRONOUN and subject[0].kind is not Kind.PRONOUN:
        main = (*subject, *main[1:])
    for read in (main, *front_readings(main)):
        yield Form(read, statement.links, statement.subject)
        for acting in actives(read, language, far=True):
            yield Form(acting, statement.links, statement.subject, turned=True)


def _agree(said: Form, book: Form, everything: Marks) -> bool:
    length = _weight(said.main)
    if length < 2 or length + sum(_weight(clause) for _, clause in said.links) < FEWEST:
        return False
    before = (*book.subject, *book.earlier, *_subjects_of_causes(book))
    if not Aligner(said.main, book.main, everything, before, said.turned != book.turned).agrees():
        return False
    for link, clause in said.links:
        whole = link in _BINDING
        if not any(
            link == other and _clause_agrees(clause, theirs, everything, book, whole) for other, theirs in book.links
        ):
            return False
    return _conditions(said) == _conditions(book)


def _subjects_of_causes(form: Form) -> Iterator[Mark]:
    """Whose "their walls" are in "arteries carry blood at high pressure, so their walls are thick"."""
    for link, clause in form.links:
        verb = finite_at(clause)
        if link == "because" and verb and not any(mark.kind in {Kind.AND, Kind.PREP} for mark in clause[:verb]):
            yield from clause[:verb]


def _conditions(form: Form) -> list[str]:
    return sorted(link for link, _ in form.links if link in _BINDING)


def _weight(clause: Marks) -> int:
    return sum(mark.kind not in _GRAMMAR for mark in clause)


def _clause_agrees(said: Marks, book: Marks, everything: Marks, form: Form, whole: bool) -> bool:
    language = "sw" if any(key.startswith("v:") for mark in (*said, *book) for key in mark.keys) else "en"
    sayings = [(said, False), *((form, True) for form in actives(said, language, far=True))]
    turned = object_first(book, language)
    own = [(book, False), *((form, True) for form in actives(book, language)), *([(turned, True)] if turned else [])]
    if language == "en":
        sayings += [(form, False) for form in front_readings(said)]
        own += [(form, False) for form in (*other_names(book), *place_behind(book))]
    before = (*form.subject, *form.main)
    return any(Aligner(s, b, everything, before, t != u, whole).agrees() for s, t in sayings for b, u in own)


def _same_words(said: Marks, book: Marks) -> bool:
    return len(said) == len(book) and all(one.keys & other.keys for one, other in zip(said, book, strict=True))
