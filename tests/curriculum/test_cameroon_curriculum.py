"""The shipped file `cameroon-gce.toml`: levels as forms, and what the words of a question suggest of its scope."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.core.errors import InputError
from tutor.curriculum.curriculum import FOLDER, Curriculum
from tutor.curriculum.suggestion import suggest_scope

CURRICULUM = Curriculum.load("cameroon-gce")
SUBJECTS = ("physics", "chemistry", "biology", "mathematics", "geography", "history")


def test_the_file_says_that_it_is_not_official() -> None:
    head = Path(FOLDER / "cameroon-gce.toml").read_text(encoding="utf-8").split("strict_keys")[0]
    assert "Invented practice material" in head and "NOT an" in head


def test_subjects_levels_and_kinds_of_document() -> None:
    assert tuple(subject.slug for subject in CURRICULUM.subjects) == SUBJECTS
    assert [form.number for form in CURRICULUM.forms] == [5, 7]
    tanzania = Curriculum.load()
    assert [kind.slug for kind in CURRICULUM.document_types] == [kind.slug for kind in tanzania.document_types]
    assert CURRICULUM.strict_keys == tanzania.strict_keys
    assert tanzania.name == "tanzania" and CURRICULUM.name == "cameroon-gce"


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Ordinary Level", 5), ("O-Level", 5), ("o level", 5), ("Form 5", 5), ("5", 5), ("ngazi ya kawaida", 5),
        ("Advanced Level", 7), ("A-Level", 7), ("Upper Sixth", 7), ("7", 7), ("Ngazi ya Juu", 7),
    ],
)  # fmt: skip
def test_a_level_has_many_names(name: str, form: int) -> None:
    assert CURRICULUM.form(name) == form


def test_levels_are_not_forms_of_the_other_curriculum() -> None:
    with pytest.raises(InputError):
        CURRICULUM.form("Form 4")
    with pytest.raises(InputError):
        Curriculum.load().form("Ordinary Level")


def test_names_in_both_languages() -> None:
    assert CURRICULUM.form_name(5, "en") == "Ordinary Level" and CURRICULUM.form_name(7, "sw") == "Ngazi ya Juu"
    assert CURRICULUM.subject_name("physics", "sw") == "Fizikia"


@pytest.mark.parametrize("subject", SUBJECTS)
def test_topics_are_named_and_hinted_in_both_languages(subject: str) -> None:
    for form in (5, 7):
        assert len(CURRICULUM.topics(subject, form)) >= 3
    for topic in CURRICULUM.topics(subject):
        for language in ("en", "sw"):
            assert topic.names[language]
            keywords = topic.keywords[language]
            assert 5 <= len(keywords) <= 15 and len(set(keywords)) == len(keywords), topic.slug


@pytest.mark.parametrize(
    ("question", "suggested"),
    [
        (
            "GCE Ordinary Level physics paper 2 2021 question 1",
            {"subject": "physics", "form": 5, "document_type": "past-paper", "authority": "cameroon-gce-practice",
             "year": 2021, "paper": "2", "question": "1"},
        ),
        ("A-Level chemistry 2021 paper 2 question 5", {"subject": "chemistry", "form": 7, "year": 2021, "paper": "2"}),
        ("biology O level marking guide 2020", {"subject": "biology", "form": 5, "document_type": "mark-scheme"}),
        ("Mtihani wa fizikia wa GCE, ngazi ya kawaida", {"subject": "physics", "form": 5}),
    ],
)  # fmt: skip
def test_a_level_named_in_words_is_suggested(question: str, suggested: dict[str, str | int]) -> None:
    found = {one.field: one.value for one in suggest_scope(question, CURRICULUM)}
    assert suggested.items() <= found.items()


def test_a_level_is_no_cue_for_the_tanzanian_curriculum() -> None:
    found = {one.field for one in suggest_scope("Ordinary Level physics notes", Curriculum.load())}
    assert "form" not in found
