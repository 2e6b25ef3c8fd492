"""A path chosen from lists instead of asked for in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons import wording
from tutor.lessons.durations import LONGEST_WEEKS, NO_TIME, Time
from tutor.lessons.errors import LessonError
from tutor.lessons.request import PathRequest


@dataclass(frozen=True)
class Chosen:
    """Subject, forms and topics by their names in the curriculum, and weeks; without topics all of the forms,
    without weeks as long as a school takes."""

    subject: str
    language: BookLanguage
    forms: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    weeks: int | None = None


def chosen_request(chosen: Chosen, curriculum: Curriculum) -> PathRequest:
    """The request, in words too. Raises InputError for an unknown subject or form, LessonError `topic-unknown`,
    `path-time-none` or `path-time-huge`."""
    subject = curriculum.subject(chosen.subject)
    language = chosen.language
    forms = tuple(sorted({curriculum.form(form) for form in chosen.forms}))
    topics = []
    for slug in dict.fromkeys(chosen.topics):
        topic = curriculum.topic(subject.slug, slug)
        if topic is None:
            known = "; ".join(one.names[language] for one in subject.topics if not one.parts)
            raise LessonError("topic-unknown", subject=subject.names[language], name=slug, known=known)
        topics.append(topic)
    time = NO_TIME if chosen.weeks is None else Time(weeks=float(chosen.weeks), said=_weeks(chosen.weeks, language))
    if chosen.weeks is not None and not 1 <= chosen.weeks <= LONGEST_WEEKS:
        raise LessonError("path-time-none" if chosen.weeks < 1 else "path-time-huge", said=time.said)
    said = [subject.names[language], *(curriculum.form_name(form, language) for form in forms)]
    said += [topic.names[language] for topic in topics]
    text = ", ".join([*said, *([time.said] if time.said else [])])
    if not forms and not topics:
        forms = tuple(sorted({topic.form for topic in subject.topics}))
    return PathRequest(text, language, subject, forms, tuple(topics), time)


def _weeks(count: int, language: BookLanguage) -> str:
    if language == "en" and count == 1:
        return wording.ONE_WEEK
    return wording.WEEKS[language].format(count=count)
