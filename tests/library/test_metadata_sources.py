"""What is known of a book says where it comes from and how sure it is; the surest counts; nothing is made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.core.types import Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.library.first_pages import SUBJECT_CODES, first_page_facts
from tutor.library.importer import Importer
from tutor.library.provenance import Fact, metadata_of, surest
from tutor.library.readers.blocks import Block
from tutor.library.remarks import TEXTS, Remark
from tutor.library.store import Document, LibraryStore

CSEE = """THE UNITED REPUBLIC OF TANZANIA

NATIONAL EXAMINATIONS COUNCIL OF TANZANIA

CERTIFICATE OF SECONDARY EDUCATION EXAMINATION

012 HISTORY

(For Both School and Private Candidates)

Time: 3 Hours Year: 2019

Instructions

1. This paper consists of sections A, B and C.
2. Answer all questions.

SECTION A (20 Marks)

1. For each of the items (i) - (x), choose the correct answer.

2. Match the items of list A and list B.

3. Explain why the Maji Maji war broke out in 1905.
"""
FORM_TWO = """PRESIDENT'S OFFICE

FORM TWO SECONDARY EDUCATION EXAMINATION

PHYSICS

PAPER 1

2021

1. State the law of flotation.

2. Name three simple machines.
"""
SWAHILI = """BARAZA LA MITIHANI LA TANZANIA

MTIHANI WA TAIFA WA KIDATO CHA PILI

011 CIVICS (URAIA)

MWAKA: 2020

1. Taja haki tatu za binadamu na ueleze kwa nini zinahitajika.

2. Eleza maana ya demokrasia na utaje faida zake mbili.
"""


@pytest.fixture
def store(tmp_path: Path) -> LibraryStore:
    return LibraryStore(tmp_path / "library" / "library.db")


def imported(store: LibraryStore, file: Path, text: str) -> Document:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    (name,) = Importer(store, Curriculum.load()).add(file).added
    return store.document(name)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (CSEE, ("history", 4, "en", "past-paper", "NECTA", 2019)),
        (FORM_TWO, ("physics", 2, "en", "past-paper", None, 2021)),
        (SWAHILI, ("civics", 2, "sw", "past-paper", "NECTA", 2020)),
    ],
)
def test_the_first_page_of_an_examination_says_what_it_is(
    store: LibraryStore, tmp_path: Path, text: str, known: tuple[object, ...]
) -> None:
    document = imported(store, tmp_path / "scan0042.txt", text)
    got = document.metadata
    assert (got.subject, got.form, got.language, got.document_type, got.authority, got.year) == known
    assert {document.facts[name].source for name in ("subject", "form", "year")} == {"first pages"}
    assert all(0 < fact.certainty < 1 for fact in document.facts.values())
    questions = [item.passage.metadata.question for item in store.passages()]
    assert "1" in questions and "2" in questions
    assert document.unknown == ()


def test_the_paper_number_is_read_from_words_and_from_codes() -> None:
    for line, paper in (("PAPER 1", "1"), ("PHYSICS PAPER TWO", "2"), ("031/2 PHYSICS 2", "2")):
        blocks = [Block("heading", f"NATIONAL EXAMINATIONS COUNCIL\n{line}\n2018", level=1)]
        assert first_page_facts(blocks, Curriculum.load())["paper"].value == paper


def test_every_subject_code_names_a_subject_of_the_curriculum() -> None:
    assert {Curriculum.load().subject(slug).slug for slug in SUBJECT_CODES.values()} == set(SUBJECT_CODES.values())


def test_a_history_book_has_no_year_and_is_no_examination(store: LibraryStore, tmp_path: Path) -> None:
    text = "# The war of 1905\n\nThe war began in 1905. It ended in 1907, and many examinations of it were written."
    document = imported(store, tmp_path / "war 1905.md", text)
    assert document.metadata.year is None and document.metadata.document_type is None
    assert set(document.unknown) == {"subject", "form", "document_type"}


@pytest.mark.parametrize(
    ("name", "subject", "form", "kind", "year"),
    [
        ("History Form 3 notes.txt", "history", 3, "notes", None),
        ("phy_form_2_past_paper_2018.txt", "physics", 2, "past-paper", 2018),
        ("geography-f4.txt", "geography", None, None, None),
        ("history in english kidato cha 4.txt", "history", 4, None, None),
        ("history and geography.txt", None, None, None, None),
        ("chemistry marking 2020.txt", "chemistry", None, "mark-scheme", 2020),
    ],
)
def test_a_file_name_tells_subject_form_kind_and_year(
    store: LibraryStore, tmp_path: Path, name: str, subject: str, form: int, kind: str, year: int
) -> None:
    document = imported(store, tmp_path / name, "Something is written here that tells nothing at all.")
    known = document.metadata
    assert (known.subject, known.form, known.document_type, known.year) == (subject, form, kind, year)


def test_front_matter_is_believed_before_folders_and_pages(store: LibraryStore, tmp_path: Path) -> None:
    text = "---\nsubject: biology\nform: 1\ntype: class notes\n---\n# FORM TWO HISTORY\n\nCells are small."
    document = imported(store, tmp_path / "history" / "form 3" / "x.md", text)
    known = document.metadata
    assert (known.subject, known.form, known.document_type) == ("biology", 1, "notes")
    assert document.facts["subject"] == Fact("biology", "front matter", 1.0)


def test_what_the_curriculum_does_not_know_is_unknown_and_said(store: LibraryStore, tmp_path: Path) -> None:
    text = "---\nsubject: alchemy\nform: 9\ntype: scroll\n---\n# Gold\n\nLead becomes gold."
    document = imported(store, tmp_path / "history" / "x.md", text)
    assert document.metadata.subject is None and set(document.unknown) == {"subject", "form", "document_type"}
    codes = [warning["code"] for warning in document.report["warnings"]]
    assert codes == ["name-unknown"] * 3
    # Unknown is searchable without a scope, and never lost silently.
    assert len(store.admissible_numbers(Scope())) == 1
    assert store.admissible_numbers(Scope(subjects=("history",))) == []


def test_sources_that_disagree_are_reported_and_less_sure(store: LibraryStore, tmp_path: Path) -> None:
    document = imported(store, tmp_path / "form 3" / "scan.txt", CSEE)
    assert document.metadata.form == 4
    (warning,) = document.report["warnings"]
    assert warning["code"] == "sources-disagree" and warning["facts"]["other"] == 3
    assert document.facts["form"].certainty < 0.9
    agreed = imported(store, tmp_path / "kidato cha 4" / "history scan.txt", FORM_TWO.replace("FORM TWO", "FORM FOUR"))
    assert agreed.metadata.form == 4


def test_the_surest_witness_counts_and_agreement_makes_surer() -> None:
    folder, page = Fact(2, "folder", 0.8), Fact(2, "first pages", 0.7)
    both = surest([folder, page])
    assert both is not None and both.value == 2 and both.certainty == pytest.approx(0.94)
    against = surest([folder, Fact(3, "first pages", 0.7)])
    assert against is not None and against.value == 2 and against.certainty < 0.8
    assert surest([]) is None
    assert surest([Fact(None, "front matter", 1.0), folder]) == Fact(None, "front matter", 1.0)


CELLS = "The cell is the unit of life. The cell wall, the cell membrane and the nucleus are parts of a plant cell. " * 3
HEART = "Moyo husukuma damu kwenda sehemu zote za mwili, na mishipa ya damu huirudisha tena kwenye moyo. " * 3


def test_a_mixed_book_has_the_language_of_each_passage(store: LibraryStore, tmp_path: Path) -> None:
    document = imported(store, tmp_path / "mixed.md", f"# Cells\n\n{CELLS}\n\n# Moyo\n\n{HEART}\n\n# 2 + 2\n\n$4$\n")
    assert [item.passage.metadata.language for item in store.passages()][:2] == ["en", "sw"]
    assert document.facts["language"].source == "text"
    assert document.report["languages"]["sw"] >= 1


def test_a_language_that_was_given_holds_for_the_whole_book(store: LibraryStore, tmp_path: Path) -> None:
    imported(store, tmp_path / "given.md", f"---\nlanguage: en\n---\n# Cells\n\n{CELLS}\n\n# Moyo\n\n{HEART}\n")
    imported(store, tmp_path / "named.sw.md", f"# Seli\n\n{CELLS} One more.\n\n# Moyo\n\n{HEART} Moja zaidi.\n")
    languages = {item.passage.document_id: item.passage.metadata.language for item in store.passages()}
    assert languages == {"given": "en", "named.sw": "sw"}


def test_a_topic_is_found_by_the_keywords_of_the_curriculum(store: LibraryStore, tmp_path: Path) -> None:
    text = (
        "---\nsubject: history\n---\n# Early people\n\nStone tools of the Old Stone Age were found at Olduvai Gorge, "
        "with Zinjanthropus.\n\n# Rain\n\nIt rained a lot on that day, and nobody wrote down why."
    )
    document = imported(store, tmp_path / "x.md", text)
    assert document.metadata.topic == "origins-of-humankind"
    assert document.facts["topic"].source == "text" and document.facts["topic"].certainty < 0.9
    front, _, body = text.partition("\n---\n")
    more = f"{front}\ntopic: my-topic\n---\n{body}\n\n# Snow\n\n{'It snowed on the mountain and melted again. ' * 4}"
    given = imported(store, tmp_path / "y.md", more)
    assert {i.passage.metadata.topic for i in store.passages() if i.passage.document_id == given.id} == {"my-topic"}


def test_a_subject_is_not_guessed_from_few_words(store: LibraryStore, tmp_path: Path) -> None:
    document = imported(store, tmp_path / "x.txt", "The Old Stone Age and Olduvai Gorge are named here once.")
    assert document.metadata.subject is None
    words = "Stone tools, the Iron Age, the Middle Stone Age, Homo habilis, Homo erectus and early man. "
    long = imported(store, tmp_path / "y.txt", words * 4)
    assert long.metadata.subject == "history" and long.facts["subject"].source == "text"


def test_no_fact_makes_english_of_nothing(tmp_path: Path) -> None:
    assert metadata_of({}).language == "en"


@pytest.mark.parametrize("code", TEXTS)
def test_every_remark_speaks_both_languages(code: str) -> None:
    facts = dict.fromkeys(("field", "taken", "source", "other", "other_source", "name", "share"), "x")
    remark = Remark.of(code, **facts)
    assert remark.says("en") != remark.says("sw") and "{" not in remark.says("sw")
    assert Remark.from_dict(remark.as_dict()) == remark
