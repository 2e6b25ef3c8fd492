"""The shipped file `tanzania.toml` is complete, and covers every chapter of the sample library."""

from pathlib import Path

import pytest

from tutor.core.places import SAMPLE_LIBRARY
from tutor.curriculum.curriculum import Curriculum, Subject

CURRICULUM = Curriculum.load()
WITH_BOOKS = ("history", "civics", "geography", "biology", "physics", "chemistry", "mathematics")
CHAPTERS = sorted(path for slug in WITH_BOOKS for path in (SAMPLE_LIBRARY / slug).glob("*.md"))


def front_matter(chapter: Path) -> dict[str, str]:
    lines = chapter.read_text(encoding="utf-8").split("---")[1].strip().splitlines()
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def test_all_subjects_and_forms_are_there() -> None:
    assert {subject.slug for subject in CURRICULUM.subjects} == {*WITH_BOOKS, "english", "kiswahili"}
    assert [form.number for form in CURRICULUM.forms] == [1, 2, 3, 4]
    assert {kind.slug for kind in CURRICULUM.document_types} == {
        "textbook",
        "past-paper",
        "mark-scheme",
        "syllabus",
        "notes",
    }
    assert CURRICULUM.strict_keys == ("paper", "year", "question", "document_type")


def test_the_sample_library_is_there() -> None:
    assert len(CHAPTERS) >= 40


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.name)
def test_every_chapter_is_a_topic_of_its_subject_and_form(chapter: Path) -> None:
    fields = front_matter(chapter)
    topic = CURRICULUM.topic(fields["subject"], fields["topic"])
    assert topic is not None
    assert topic.form == int(fields["form"])
    assert CURRICULUM.document_type(fields["type"]) is not None


@pytest.mark.parametrize("subject", [CURRICULUM.subject(slug) for slug in WITH_BOOKS], ids=lambda s: s.slug)
def test_topics_are_named_and_hinted_in_both_languages(subject: Subject) -> None:
    for number in (1, 2, 3, 4):
        assert len(CURRICULUM.topics(subject.slug, number)) >= 3
    for topic in subject.topics:
        for language in ("en", "sw"):
            keywords = topic.keywords[language]
            assert topic.names[language]
            assert 5 <= len(keywords) <= 15, topic.slug
            assert len(set(keywords)) == len(keywords), topic.slug
            assert all(keywords)
