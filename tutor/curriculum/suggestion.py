"""What the words of a question say about its scope. It only suggests: what the page sets always wins."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.mentions import Mention, Mentions, find_mentions
from tutor.curriculum.words import plain_words

NAMED = 0.9
LIKELY = 0.7
MENTIONED = 0.5
GUESSED = 0.4

EXAM_YEARS = range(1960, 2100)


def _word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# May stand between two things that belong together: "mtihani wa mwaka 2019", "past papers in physics".
_JOINING = _word_set(
    "a and for from in national no number of on paper papers past question questions the year "
    "cha karatasi katika kwa kwenye la maswali mwaka na namba swali taifa wa ya za"
)
_NUMBERED = re.compile(r"\d{4}|\d{1,2}[a-h]?")
_IN = _word_set("in katika kwenye")
_SUBJECT_WORDS = _word_set("subject class lesson lessons somo masomo kipindi")
# "form two groups", "atoms form 2 bonds": only beside such words is a form surely a school year.
_BEFORE_FORM = _word_set("in for of from at a the my our am im i'm class ya wa la cha za katika kwenye")
_AFTER_FORM = _word_set("student students pupil pupils class level syllabus topic topics")

_NUMBER = r"(?: (?:no|number|namba))?"
_PARTS = {
    "paper": re.compile(rf"\b(?:paper|karatasi(?: ya)?){_NUMBER} ([1-3]|one|two|three|kwanza|pili|tatu)\b"),
    "question": re.compile(rf"\b(?:question|q|swali(?: la)?){_NUMBER} ?(\d{{1,2}}[a-h]?)\b"),
}
_NUMBER_WORDS = {"one": "1", "two": "2", "three": "3", "kwanza": "1", "pili": "2", "tatu": "3"}


@dataclass(frozen=True)
class Suggestion:
    """A value for one field of the scope.

    `field`: subject, form, document_type, authority, year, paper or question. `value`: a slug or text, a
    number for form and year. `certainty`: 0 to 1; 0.9 is named outright, 0.4 and less is a guess.
    `because`: the words of the question that say so.
    """

    field: str
    value: str | int
    certainty: float
    because: str


def suggest_scope(text: str, curriculum: Curriculum) -> tuple[Suggestion, ...]:
    """What the question names or hints at, most certain first, one suggestion for each field and value.

    Never raises. A question that names nothing of the curriculum gives an empty tuple.
    """
    mentions = find_mentions(plain_words(text), curriculum)
    exams = _exam_mentions(mentions)
    exam_facts = [*_years(mentions, exams), *_parts(mentions, exams)]
    found = [
        *_subjects(mentions, curriculum),
        *_forms(mentions),
        *_document_types(mentions, {fact.field for fact in exam_facts if fact.certainty >= NAMED}, bool(exam_facts)),
        *(_suggestion("authority", NAMED, mention, mentions) for mention in mentions.of("authority")),
        *exam_facts,
    ]
    if not any(suggestion.field == "subject" for suggestion in found):
        found += _subject_of_topic_words(mentions)
    best: dict[tuple[str, str | int], Suggestion] = {}
    for suggestion in sorted(found, key=lambda one: -one.certainty):
        best.setdefault((suggestion.field, suggestion.value), suggestion)
    return tuple(best.values())


def _suggestion(field: str, certainty: float, mention: Mention, mentions: Mentions) -> Suggestion:
    return Suggestion(field, mention.values[0], certainty, mentions.text(mention))


def _subjects(mentions: Mentions, curriculum: Curriculum) -> Iterator[Suggestion]:
    for mention in mentions.of("subject"):
        near = mentions.of("form", "document_type", "loose_document_type", "authority", "examination")
        beside = any(_touch(mention, other, mentions) for other in near)
        around = {mentions.before(mention), mentions.after(mention), *mentions.text(mention).split()}
        announced = bool(around & _SUBJECT_WORDS)
        inside = mentions.before(mention) in _IN
        if not curriculum.subject(str(mention.values[0])).is_language:
            certainty = NAMED if beside or announced or inside else MENTIONED
        elif announced or (beside and not inside and mentions.before(mention) not in {"kwa", "cha", "vya"}):
            certainty = LIKELY
        else:
            # "in English", "kwa Kiswahili" ask for the answer's language, not for a subject.
            continue
        yield _suggestion("subject", certainty, mention, mentions)


def _forms(mentions: Mentions) -> Iterator[Suggestion]:
    for mention in mentions.of("form"):
        is_swahili = mentions.text(mention).startswith("kidato")
        near = mentions.of("subject", "document_type", "loose_document_type", "authority", "examination")
        in_context = (
            is_swahili
            or mentions.before(mention) in _BEFORE_FORM
            or mentions.after(mention) in _AFTER_FORM
            or any(_touch(mention, other, mentions) for other in near)
        )
        at_an_edge = not mentions.before(mention) or not mentions.after(mention)
        is_digit = mentions.text(mention)[-1].isdecimal()
        if in_context:
            yield _suggestion("form", NAMED, mention, mentions)
        elif at_an_edge and (is_digit or not mentions.after(mention)):
            yield _suggestion("form", MENTIONED, mention, mentions)


def _document_types(mentions: Mentions, named_facts: set[str], any_facts: bool) -> Iterator[Suggestion]:
    """`named_facts`: which of year, paper and question are named outright; `any_facts`: whether one is at all likely.

    A word such as "mtihani" that may mean any paper means a past one where one of them is named; a numbered paper
    does where a second is: "Form 2 civics 2023 paper 1 question 7" can be nothing else.
    """
    named = mentions.of("document_type")
    for mention in named:
        yield _suggestion("document_type", NAMED, mention, mentions)
    if named:
        return
    for mention in _loose_kinds(mentions):
        is_paper = mentions.text(mention) in {"paper", "papers"}  # its own number tells nothing more of it
        is_past = mention.values[0] == "past-paper" and bool(named_facts - ({"paper"} if is_paper else set()))
        yield _suggestion("document_type", NAMED if is_past else LIKELY, mention, mentions)
    for mention in _numbered_papers(mentions):
        yield _suggestion("document_type", NAMED if len(named_facts) > 1 else LIKELY, mention, mentions)
    for mention in mentions.of("authority", "examination"):
        yield Suggestion("document_type", "past-paper", NAMED if any_facts else GUESSED, mentions.text(mention))


def _loose_kinds(mentions: Mentions) -> list[Mention]:
    """Everyday words for a kind of document ("book", "paper", "notes") that stand beside a subject or form."""
    places = mentions.of("subject", "form", "authority", "examination")
    return [
        mention
        for mention in mentions.of("loose_document_type")
        if any(_touch(mention, place, mentions) for place in places)
    ]


def _exam_mentions(mentions: Mentions) -> list[Mention]:
    papers = [*mentions.of("document_type"), *_loose_kinds(mentions)]
    of_exams = [mention for mention in papers if mention.values[0] in {"past-paper", "mark-scheme"}]
    return [*of_exams, *mentions.of("authority", "examination"), *_numbered_papers(mentions)]


def _numbered_papers(mentions: Mentions) -> list[Mention]:
    """Papers told by their number, such as "karatasi ya 2", beside a question's number, a subject or a form.

    A numbered paper alone may be a sheet, a numbered question alone an exercise of a book; the two together are not.
    """
    near = [*mentions.of("subject", "form"), *_numbered("question", mentions)]
    papers = _numbered("paper", mentions)
    return [paper for paper in papers if any(_touch(paper, other, mentions) for other in near)]


def _numbered(field: str, mentions: Mentions) -> list[Mention]:
    text = " ".join(mentions.words)
    found = []
    for match in _PARTS[field].finditer(text):
        start = text.count(" ", 0, match.start())
        found.append(Mention("examination", ("past-paper",), start, start + match.group().count(" ") + 1))
    return found


def _years(mentions: Mentions, exams: list[Mention]) -> Iterator[Suggestion]:
    """A year beside an examination. A year alone is history: "What happened in 1905?"."""
    for at, word in enumerate(mentions.words):
        if not (word.isdecimal() and len(word) == 4 and int(word) in EXAM_YEARS):
            continue
        between = min((_words_between(at, at + 1, exam, mentions) for exam in exams), default=2)
        if between <= 1:
            yield Suggestion("year", int(word), MENTIONED if between else NAMED, word)


def _parts(mentions: Mentions, exams: list[Mention]) -> Iterator[Suggestion]:
    """The paper and the number of the question, where an examination is spoken of."""
    if not exams:
        return
    text = " ".join(mentions.words)
    for field, pattern in _PARTS.items():
        for match in pattern.finditer(text):
            value = match.group(1)
            yield Suggestion(field, _NUMBER_WORDS.get(value, value), NAMED, match.group())


def _subject_of_topic_words(mentions: Mentions) -> Iterator[Suggestion]:
    """The subject to which more than half of the topic words point. Words of two subjects count half for each."""
    score: dict[str, float] = defaultdict(float)
    reasons: dict[str, list[str]] = defaultdict(list)
    for mention in mentions.of("topic"):
        for subject in map(str, mention.values):
            score[subject] += (mention.end - mention.start) / len(mention.values)
            reasons[subject].append(mentions.text(mention))
    if not score:
        return
    leader = max(score, key=lambda subject: score[subject])
    share = score[leader] / sum(score.values())
    if share > 0.5:
        yield Suggestion("subject", leader, round(GUESSED * share, 2), ", ".join(dict.fromkeys(reasons[leader])))


def _words_between(start: int, end: int, mention: Mention, mentions: Mentions) -> int:
    """How many words that say something else stand between a span and a mention; 0 where they overlap."""
    between = range(end, mention.start) if end <= mention.start else range(mention.end, start)
    return sum(at not in mentions.labels and not _joins(mentions.words[at]) for at in between)


def _joins(word: str) -> bool:
    return word in _JOINING or _NUMBERED.fullmatch(word) is not None


def _touch(one: Mention, other: Mention, mentions: Mentions) -> bool:
    """True when nothing but joining words and other labels of a document stands between the two."""
    return _words_between(one.start, one.end, other, mentions) == 0
