"""What the words of a question say about its scope. It only suggests: what the page sets always wins."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.words import plain_words

Span = tuple[int, int]

NAMED = 0.9
LIKELY = 0.7
MENTIONED = 0.5
GUESSED = 0.4

EXAM_YEARS = range(1960, 2100)
NEAR = 5

# Words that may stand between two things that belong together: "mtihani wa mwaka 2019", "form 2 biology".
_JOINING = frozenset(
    "a the of for from in on to and year past national wa ya za la cha kwa katika kwenye na mwaka taifa".split()
)
_IN = frozenset("in katika kwenye".split())
_SUBJECT_WORDS = frozenset("subject class lesson lessons somo masomo darasa kipindi".split())
_PART_WORDS: Mapping[str, frozenset[str]] = {
    "paper": frozenset("paper karatasi".split()),
    "question": frozenset("question number q no swali namba".split()),
}
_NUMBER_WORDS = {"one": "1", "two": "2", "three": "3", "kwanza": "1", "pili": "2", "tatu": "3"}
_PART_VALUE = re.compile(r"\d{1,2}[a-h]?")
# "form two groups", "form i think": only these words before a form's name make a written-out or Roman number safe.
_BEFORE_FORM = frozenset("in for of from at a the my our am im class ya wa la cha za katika kwenye kwa ni".split())
_AFTER_FORM = frozenset("student students pupil pupils class level syllabus topic topics exam necta".split())


@dataclass(frozen=True)
class Suggestion:
    """A value for one field of the scope.

    `field`: subject, form, document_type, authority, year, paper or question. `value`: a slug, or a number
    for form and year. `certainty`: 0 to 1; 0.9 is named outright, 0.4 and less is a guess from topic words.
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
    question = _Question(plain_words(text), curriculum)
    found = [
        *question.subjects(),
        *question.forms(),
        *question.document_types(),
        *question.authority(),
        *question.year(),
        *question.parts(),
    ]
    if not any(suggestion.field == "subject" for suggestion in found):
        found += question.guessed_subject()
    best: dict[tuple[str, str | int], Suggestion] = {}
    for suggestion in sorted(found, key=lambda one: -one.certainty):
        best.setdefault((suggestion.field, suggestion.value), suggestion)
    return tuple(best.values())


class _Question:
    """The words of one question, and where in them the curriculum's names stand."""

    def __init__(self, words: list[str], curriculum: Curriculum) -> None:
        self.words = words
        self.curriculum = curriculum
        index = _names_of(curriculum)
        self.subject_spans = list(self._spans(index.subjects))
        self.kind_spans = list(self._spans(index.kinds))
        self.loose_kind_spans = list(self._spans(index.loose_kinds))
        self.authority_spans = list(self._spans(index.authority))
        self.examination_spans = list(self._spans(index.examinations))
        self.form_spans = list(self._form_spans())

    def subjects(self) -> Iterator[Suggestion]:
        for span, slug in self.subject_spans:
            before = self.words[span[0] - 1] if span[0] else ""
            after = self.words[span[1]] if span[1] < len(self.words) else ""
            neighbours = [s for s, _ in [*self.form_spans, *self.kind_spans, *self.loose_kind_spans]]
            beside = any(self._touches(span, other) for other in neighbours)
            announced = bool({before, after} & _SUBJECT_WORDS)
            if self.curriculum.subject(slug).is_language:
                # "in English", "kwa Kiswahili" ask for an answer's language, not for a subject.
                if announced or (beside and before not in _IN | {"kwa"}):
                    yield self._suggestion("subject", slug, LIKELY, span)
                continue
            yield self._suggestion(
                "subject", slug, NAMED if beside or announced or before in _IN else MENTIONED, span
            )

    def forms(self) -> Iterator[Suggestion]:
        for span, number in self.form_spans:
            yield self._suggestion("form", number, NAMED if self._is_form_in_context(span) else MENTIONED, span)

    def document_types(self) -> Iterator[Suggestion]:
        for span, slug in self.kind_spans:
            yield self._suggestion("document_type", slug, NAMED, span)
        if self.kind_spans:
            return
        places = [s for s, _ in [*self.subject_spans, *self.form_spans]]
        for span, slug in self.loose_kind_spans:
            if any(self._touches(span, place) for place in places):
                yield self._suggestion("document_type", slug, LIKELY, span)
        for span, _ in [*self.authority_spans, *self.examination_spans]:
            certainty = NAMED if any(self.year()) or any(self.parts()) else GUESSED
            yield self._suggestion("document_type", "past-paper", certainty, span)

    def authority(self) -> Iterator[Suggestion]:
        for span, slug in self.authority_spans:
            yield self._suggestion("authority", slug, NAMED, span)

    def year(self) -> Iterator[Suggestion]:
        """A year beside an examination. A year alone is history: "What happened in 1905?"."""
        for at, word in enumerate(self.words):
            if word.isdecimal() and len(word) == 4 and int(word) in EXAM_YEARS:
                distance = min((self._distance((at, at + 1), cue) for cue in self._exam_cues()), default=NEAR)
                if distance < NEAR:
                    yield self._suggestion("year", int(word), NAMED if distance <= 1 else MENTIONED, (at, at + 1))

    def parts(self) -> Iterator[Suggestion]:
        """The paper and the question's number, where an examination is spoken of."""
        if not self._exam_cues():
            return
        for name, cues in _PART_WORDS.items():
            for at, word in enumerate(self.words[:-1]):
                step = at + 1
                while step < len(self.words) - 1 and self.words[step] in {"la", "ya", "namba", "number", "no"}:
                    step += 1
                value = _NUMBER_WORDS.get(self.words[step], self.words[step])
                if word in cues and _PART_VALUE.fullmatch(value):
                    yield self._suggestion(name, value, NAMED, (at, step + 1))

    def guessed_subject(self) -> Iterator[Suggestion]:
        """The subject that most of the topic words point to, if one clearly leads."""
        score: dict[str, float] = defaultdict(float)
        reasons: dict[str, list[str]] = defaultdict(list)
        for (start, end), subjects in self._spans(_names_of(self.curriculum).keywords):
            for subject in subjects:
                score[subject] += (end - start) / len(subjects)
                reasons[subject].append(" ".join(self.words[start:end]))
        if not score:
            return
        leader = max(score, key=lambda subject: score[subject])
        share = score[leader] / sum(score.values())
        if share > 0.5:
            yield Suggestion("subject", leader, round(GUESSED * share, 2), ", ".join(reasons[leader]))

    def _suggestion(self, field: str, value: str | int, certainty: float, span: Span) -> Suggestion:
        return Suggestion(field, value, certainty, " ".join(self.words[span[0] : span[1]]))

    def _exam_cues(self) -> list[Span]:
        exams = [span for span, slug in [*self.kind_spans, *self.loose_kind_spans] if slug != "textbook"]
        papers = [span for span in exams if self.words[span[0]] not in {"notes", "notisi", "syllabus", "curriculum"}]
        return [*papers, *(span for span, _ in [*self.authority_spans, *self.examination_spans])]
