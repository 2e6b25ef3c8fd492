"""What the curriculum answers: subjects, forms, topics and kinds of document by any of their names."""

from pathlib import Path

import pytest

from tutor.core.errors import InputError, TutorError
from tutor.curriculum.curriculum import Curriculum, read_curriculum

CURRICULUM = Curriculum.load()

SMALL = """
strict_keys = ["year"]
[authority]
slug = "BOARD"
en = "The Board"
sw = "Bodi"
[form_words]
en = ["form"]
sw = ["kidato"]
[[forms]]
number = 1
en = "Form 1"
sw = "Kidato cha 1"
numerals = ["1"]
ari_max = 9
max_sentence_words = 20
[[document_types]]
slug = "textbook"
en = "textbook"
sw = "kitabu"
[[subjects]]
slug = "music"
en = "Music"
sw = "Muziki"
[[subjects.topics]]
slug = "songs"
form = 1
en = "Songs"
sw = "Nyimbo"
keywords_en = ["song"]
keywords_sw = ["wimbo"]
"""


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("history", "history"),
        ("Historia", "history"),
        ("URAIA", "civics"),
        ("jiografia", "geography"),
        ("Biolojia", "biology"),
        (" fizikia ", "physics"),
        ("Kemia", "chemistry"),
        ("hisabati", "mathematics"),
        ("Basic Mathematics", "mathematics"),
        ("maths", "mathematics"),
        ("somo la kemia", "chemistry"),
        ("Kiingereza", "english"),
        ("swahili", "kiswahili"),
    ],
)
def test_subject_is_found_by_any_name(name: str, slug: str) -> None:
    assert CURRICULUM.subject(name).slug == slug


@pytest.mark.parametrize("name", ["alchemy", "", "history of art", "12"])
def test_unknown_subject_names_the_known_ones(name: str) -> None:
    with pytest.raises(InputError) as caught:
        CURRICULUM.subject(name)
    assert caught.value.code == "subject-unknown"
    for language in ("en", "sw"):
        hint = caught.value.hint(language)
        assert "Biology / Biolojia" in hint
        assert hint.endswith("English / Kiingereza, Kiswahili."), "a name that is the same in both is told once"


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (2, 2),
        ("2", 2),
        ("II", 2),
        ("two", 2),
        ("Form 2", 2),
        ("form II", 2),
        ("FORM TWO", 2),
        ("form-2", 2),
        ("Form2", 2),
        ("kidato cha pili", 2),
        ("Kidato cha 2", 2),
        ("kidato cha II", 2),
        ("kidato cha kwanza", 1),
        ("Form I", 1),
        ("Kidato cha tatu", 3),
        ("Form III", 3),
        ("kidato cha nne", 4),
        ("Form Four", 4),
        (4, 4),
    ],
)
def test_form_is_read_in_every_writing(value: int | str, number: int) -> None:
    assert CURRICULUM.form(value) == number


@pytest.mark.parametrize("value", [0, 5, -1, "", "form", "Form 5", "VI", "kidato", "form 22", "second"])
def test_unknown_form_names_the_known_ones(value: int | str) -> None:
    with pytest.raises(InputError) as caught:
        CURRICULUM.form(value)
    assert caught.value.code == "form-unknown"
    for language in ("en", "sw"):
        assert "Form 1 / Kidato cha 1, Form 2 / Kidato cha 2" in caught.value.hint(language)
        assert "Form 4 / Kidato cha 4" in caught.value.hint(language)


def test_names_are_given_in_the_language_of_the_pupil() -> None:
    assert CURRICULUM.subject_name("chemistry", "en") == "Chemistry"
    assert CURRICULUM.subject_name("chemistry", "sw") == "Kemia"
    assert CURRICULUM.subject_name("chemistry", "mixed") == "Kemia"
    assert CURRICULUM.form_name(2, "en") == "Form 2"
    assert CURRICULUM.form_name("II", "sw") == "Kidato cha 2"
    with pytest.raises(InputError) as caught:
        CURRICULUM.form_name(2, "fr")
    assert caught.value.code == "language-unknown"


def test_reading_targets_rise_with_the_form() -> None:
    targets = [CURRICULUM.form_details(number) for number in (1, 2, 3, 4)]
    assert [form.ari_max for form in targets] == [9, 10, 11, 11]
    assert [form.max_sentence_words for form in targets] == sorted(form.max_sentence_words for form in targets)


def test_topics_are_found_by_subject_form_and_slug() -> None:
    topic = CURRICULUM.topic("biolojia", "nutrition-and-transport")
    assert topic is not None
    assert topic.form == 2
    assert topic in CURRICULUM.topics("biology", "kidato cha pili")
    assert topic not in CURRICULUM.topics("biology", 3)
    assert len(CURRICULUM.topics("biology")) == sum(len(CURRICULUM.topics("biology", n)) for n in (1, 2, 3, 4))
    assert CURRICULUM.topic("history", "nutrition-and-transport") is None
    assert CURRICULUM.topics("english") == ()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("textbook", "textbook"),
        ("Kitabu cha kiada", "textbook"),
        ("past-paper", "past-paper"),
        ("Past Papers", "past-paper"),
        ("mitihani iliyopita", "past-paper"),
        ("marking scheme", "mark-scheme"),
        ("mwongozo wa kusahihisha", "mark-scheme"),
        ("silabasi", "syllabus"),
        ("Notes", "notes"),
    ],
)
def test_document_type_is_found_by_any_name(name: str, slug: str) -> None:
    kind = CURRICULUM.document_type(name)
    assert kind is not None
    assert kind.slug == slug


def test_unknown_document_type_is_none() -> None:
    assert CURRICULUM.document_type("poster") is None


def test_the_shipped_curriculum_is_read_once() -> None:
    assert Curriculum.load() is Curriculum.load("tanzania")


def test_a_small_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    curriculum = read_curriculum(path)
    assert curriculum.name == "small"
    assert curriculum.subject("muziki").topics[0].keywords == {"en": ("song",), "sw": ("wimbo",)}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[authority]", "[authority"),
        ('sw = "Nyimbo"', ""),
        ("form = 1", "form = 7"),
        ("ari_max = 9", 'ari_max = "low"'),
        ("[[subjects.topics]]", SMALL[SMALL.index("[[subjects]]") :] + "[[subjects.topics]]"),
        ("keywords_sw = [", "keywords = ["),
    ],
)
def test_a_damaged_file_is_named_with_the_reason(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "small.toml"
    assert old in SMALL
    path.write_text(SMALL.replace(old, new), encoding="utf-8")
    with pytest.raises(TutorError) as caught:
        read_curriculum(path)
    assert caught.value.code == "data-damaged"
    assert str(path) in caught.value.what()


def test_a_missing_curriculum_is_reported() -> None:
    with pytest.raises(TutorError) as caught:
        Curriculum.load("atlantis")
    assert caught.value.code == "data-damaged"
