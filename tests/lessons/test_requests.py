"""Requests for paths, in both languages: what they name, how much time they give, and what is refused in words."""

from __future__ import annotations

import pytest

from tutor.curriculum.curriculum import Curriculum
from tutor.lessons.durations import time_of, tokens
from tutor.lessons.errors import LessonError
from tutor.lessons.request import understand_request

CURRICULUM = Curriculum.load()


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("two weeks", 4), ("2 weeks", 4), ("wiki mbili", 4), ("wiki 2", 4), ("a couple of weeks", 4), ("in a week", 2),
        ("one and a half weeks", 3), ("wiki moja na nusu", 3), ("half a year", 36), ("nusu mwaka", 36),
        ("muhula mmoja", 36), ("mwezi mmoja", 8), ("siku kumi na nne", 4), ("1 day", 1), ("siku moja", 1),
        ("3 periods", 3), ("vipindi vitatu", 3), ("saa mbili", 3), ("dakika 80", 2), ("two hours", 3),
        ("3 periods a week for 2 weeks", 6), ("vipindi vitatu kwa wiki, miezi miwili", 24),
        ("one lesson a day for two weeks", 10), ("kidato cha 2 wiki 3", 6), ("two weeks and 3 days", 4),
    ],
)  # fmt: skip
def test_times_of_both_languages_are_counted(text: str, periods: int) -> None:
    assert time_of(tokens(text)).total_periods(2) == periods


@pytest.mark.parametrize("text", ["form 2 lessons", "the year 1905", "mwaka 1905", "saa 14", "lessons on weather", ""])
def test_what_is_no_time_is_none(text: str) -> None:
    assert not time_of(tokens(text)).is_given


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 weeks", "path-time-none"), ("-2 weeks", "path-time-none"), ("5 minutes", "path-time-none"),
        ("500 years", "path-time-huge"), ("dakika 5", "path-time-none"), ("wiki 9999", "path-time-huge"),
    ],
)  # fmt: skip
def test_impossible_times_are_refused(text: str, code: str) -> None:
    with pytest.raises(LessonError) as raised:
        time_of(tokens(text)).total_periods(2)
    assert raised.value.code == code
    assert raised.value.what("sw") and raised.value.hint("en")


@pytest.mark.parametrize(
    ("text", "language", "subject", "forms", "topics"),
    [
        ("Form 2 history, colonial economy, two weeks", "en", "history", (2,), ["colonial-economy"]),
        ("Prepare me for the Form 4 biology examination", "en", "biology", (1, 2, 3, 4), []),
        ("Niandae kwa mtihani wa biolojia kidato cha nne", "sw", "biology", (1, 2, 3, 4), []),
        ("Historia kidato cha tatu, uchumi wa kikoloni, wiki mbili", "sw", "history", (3,), ["colonial-economy"]),
        ("biology form 2 photosynthesis and osmosis in 3 days", "en", "biology", (2,),
         ["nutrition", "transport-in-living-things"]),
        ("photosynthesis", "en", "biology", (1, 2, 3, 4), ["nutrition"]),
        ("I want to learn about the Maji Maji War", "en", "history", (1, 2, 3, 4), ["colonial-rule-and-maji-maji"]),
        ("chemistry form 1 kwa Kiswahili", "sw", "chemistry", (1,), []),
        ("maths form 3 circles and sequences", "en", "mathematics", (3,), ["circles", "sequences-and-series"]),
        ("CSEE geography revision one month", "en", "geography", (1, 2, 3, 4), []),
        ("FTNA physics", "en", "physics", (1, 2), []),
        ("uraia: demokrasia na utawala bora, kidato cha 3, vipindi 4", "sw", "civics", (3,),
         ["democracy-and-constitution"]),
        ("Form 4 civics culture, poverty and globalisation in a week", "en", "civics", (4,),
         ["culture-poverty-and-globalisation"]),
        ("hisabati kidato cha kwanza sehemu na asilimia", "sw", "mathematics", (1,),
         ["fractions-decimals-and-percentages"]),
    ],
)  # fmt: skip
def test_requests_are_understood(
    text: str, language: str, subject: str, forms: tuple[int, ...], topics: list[str]
) -> None:
    found = understand_request(text, CURRICULUM)
    assert (found.language, found.subject.slug, found.forms) == (language, subject, forms)
    assert [topic.slug for topic in found.topics] == topics


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "path-empty"), ("?!", "path-empty"), ("x " * 300, "path-too-long"), ("hello there", "path-no-subject"),
        ("history and geography form 2", "path-two-subjects"), ("english form 2", "path-no-topics"),
        ("Form 2 history, black holes, two weeks", "topic-unknown"),
        ("Form 2 history, colonial economy and black holes", "topic-unknown"),
        ("Historia kidato cha pili, mashimo meusi", "topic-unknown"),
    ],
)  # fmt: skip
def test_what_cannot_be_planned_is_said(text: str, code: str) -> None:
    with pytest.raises(LessonError) as raised:
        understand_request(text, CURRICULUM)
    assert raised.value.code == code
    for language in ("en", "sw"):
        assert raised.value.what(language) and raised.value.hint(language)


@pytest.mark.parametrize(
    "subject", [subject for subject in CURRICULUM.subjects if subject.topics], ids=lambda s: s.slug
)
@pytest.mark.parametrize("language", ["en", "sw"])
def test_every_topic_is_found_by_its_own_name(subject, language: str) -> None:  # type: ignore[no-untyped-def]
    for topic in subject.topics:
        text = f"{subject.names[language]}: {topic.names[language]}"
        found = understand_request(text, CURRICULUM)
        assert topic in found.topics, text
