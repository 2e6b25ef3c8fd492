"""What stands behind the teacher's pages: counts, gaps, candidates, pinned answers, names of uploads, addresses."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from werkzeug.datastructures import FileStorage

from tutor.core.errors import LibraryError
from tutor.curriculum.curriculum import Curriculum
from tutor.library.errors import ImportingError
from tutor.library.importer import Importer
from tutor.library.reports import ImportReport
from tutor.library.store import LibraryStore
from tutor.web.desk.addresses import is_inner, square_code_image
from tutor.web.desk.candidates import candidate_lines
from tutor.web.desk.import_report import report_lines, step_words
from tutor.web.desk.overview import Counts, counts_by_place, counts_by_week, gaps_in, monday_of
from tutor.web.desk.sheets import sheet_questions
from tutor.web.desk.uploads import is_kept_below, keep_uploads, safe_path
from tutor.web.errors import WebError
from tutor.web.stores.classroom import ClassroomStore
from tutor.web.stores.pins import LONGEST_ANSWER, PinStore
from tutor.web.stores.questions import QuestionRecord

RECORD = QuestionRecord(
    1, "2026-11-30", "class", "What is a heart?", "en", {"subjects": ["biology"]}, "answered", None, "extracted",
    "biology", 2, "transport", "It pumps blood.", ("book#heart",), False, None,
)  # fmt: skip
DECLINED = replace(
    RECORD, number=2, text="What is Mars?", outcome="declined", reason="outside-scope", answer=None, passages=(),
    topic=None, method=None,
)  # fmt: skip


def test_counts_by_place_and_by_week() -> None:
    records = [RECORD, replace(RECORD, day="2026-11-29"), DECLINED, replace(DECLINED, outcome="busy")]
    assert dict(counts_by_place(records)) == {
        ("biology", 2, "transport"): Counts(2, 2, 0),
        ("biology", 2, None): Counts(1, 0, 0),
        ("biology", None, None): Counts(1, 0, 1),
    }
    assert counts_by_place(records)[0][0] == ("biology", 2, "transport")
    assert counts_by_week(records) == [(date(2026, 11, 30), Counts(3, 1, 1)), (date(2026, 11, 23), Counts(1, 1, 0))]
    assert monday_of("2026-12-06") == date(2026, 11, 30)


def test_a_marking_guide_is_that_of_the_same_paper_and_question(tmp_path: Path) -> None:
    paper = "---\nsubject: biology\nform: 2\nlanguage: en\ntype: {kind}\npaper: '1'\nyear: 2023\n---\n# {kind}\n\n"
    questions = (
        "## Question {n} ({n}0 marks)\n\n{what} number {n} of this paper speaks of the green leaf of plants.\n\n"
    )
    for kind, what in (("past-paper", "Question"), ("mark-scheme", "The answer to")):
        text = paper.format(kind=kind) + "".join(questions.format(n=n, what=what) for n in (1, 2))
        (tmp_path / f"{kind}.md").write_text(text, encoding="utf-8")
    with LibraryStore(tmp_path / "home" / "library.db") as store:
        Importer(store, Curriculum.load()).add([tmp_path / "past-paper.md", tmp_path / "mark-scheme.md"])
        names = [item.passage.id for item in store.passages_of("past-paper") if item.passage.metadata.question]
        plain = sheet_questions(store, [*reversed(names), "nothing"], with_guide=False)
        (first, second) = sheet_questions(store, names, with_guide=True)
    assert [question.passages[0].metadata.question for question in plain] == ["2", "1"]
    assert plain[0].guide == () and (first.marks, second.marks) == (10, 20)
    assert "The answer to number 1" in first.guide[0].text and "The answer to number 2" in second.guide[0].text
    assert len(first.guide) == len(second.guide) == 1


def test_gaps_put_alike_questions_together_and_leave_out_what_no_book_could_answer() -> None:
    records = [
        replace(DECLINED, number=9, text="what is mars"),
        replace(DECLINED, number=8, text="Hello", reason="not-a-question"),
        replace(DECLINED, number=7, text=None, outcome="unsafe", reason="unsafe"),
        replace(DECLINED, number=6, text="What is Venus?", reason="weak-evidence", scope={}),
        RECORD,
        DECLINED,
    ]
    gaps = gaps_in(records)
    assert [(gap.question, gap.times, gap.number) for gap in gaps] == [("what is mars", 2, 9), ("What is Venus?", 1, 6)]
    assert gaps[0].subjects == ("biology",) and gaps[1].subjects == ()


def test_candidates_hold_marked_questions_with_what_a_good_answer_stood_on() -> None:
    good, wrong = replace(RECORD, mark="good"), replace(RECORD, number=3, mark="wrong")
    declined = replace(DECLINED, mark="good")
    rows = [json.loads(line) for line in candidate_lines([good, RECORD, wrong, declined, replace(good, text=None)])]
    assert [row["id"] for row in rows] == ["candidate-1", "candidate-3", "candidate-2"]
    assert rows[0]["passages"] == {"book#heart": 2} and rows[0]["reference"] == "It pumps blood."
    assert rows[1]["passages"] == {} and rows[1]["reference"] == "" and rows[1]["given"]["answer"] == "It pumps blood."
    assert rows[2]["expected"] == {"reason": "outside-scope"}
    assert not any("class" in row for row in rows)


def test_a_pinned_answer_is_found_by_the_same_words(tmp_path: Path) -> None:
    store = ClassroomStore(tmp_path / "classroom.db")
    pins = PinStore(store.database)
    pins.pin("What is Mars?", " A planet. ")
    pins.pin("what is  MARS", "The fourth planet.")
    found = pins.answer_to("What is mars ??")
    assert found is not None and found.answer == "The fourth planet." and len(pins.pins()) == 1
    assert pins.answer_to("What is Venus?") is None
    assert pins.unpin(found.key) and not pins.unpin(found.key) and pins.pins() == []
    for answer in ("", "  ", "x" * (LONGEST_ANSWER + 1)):
        with pytest.raises(WebError):
            pins.pin("What is Mars?", answer)


def test_a_file_of_classes_from_before_pinned_answers_is_taken_over(tmp_path: Path) -> None:
    store = ClassroomStore(tmp_path / "classroom.db")
    store.add_class("2B")
    for table in ("pins", "held_back"):
        store.database.change(f"DROP TABLE {table}")
    store.database.change("DELETE FROM migrations WHERE number >= 2")
    store.close()
    again = ClassroomStore(tmp_path / "classroom.db")
    assert PinStore(again.database).pins() == [] and again.classes()[0].name == "2B"


@pytest.mark.parametrize(
    "name, path",
    [
        ("biology/form 2.pdf", "biology/form 2.pdf"),
        ("../../etc/passwd", "etc/passwd"),
        ("C:\\Users\\José\\kitabu.md", "C_/Users/José/kitabu.md"),
        ("a/b/c/d/e/f/g.md", "c/d/e/f/g.md"),
        ("/abs\x00o<lute>.md", "abs_o_lute_.md"),
        ("con.md", "_con.md"),
        ("....", None),
        ("", None),
    ],
)
def test_a_browsers_file_name_stays_below_its_folder(name: str, path: str | None) -> None:
    assert safe_path(name) == (Path(path) if path else None)


def test_uploads_are_kept_whole_under_safe_names(tmp_path: Path) -> None:
    folder = tmp_path / "books"
    uploads = [
        FileStorage(io.BytesIO(b"one"), filename="../x/one.md"),
        FileStorage(io.BytesIO(b"two"), filename="x/one.md"),
        FileStorage(io.BytesIO(b"no"), filename=".hidden"),
    ]
    (file,) = keep_uploads(folder, uploads)
    assert file == folder / "x" / "one.md" and file.read_bytes() == b"two"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [file]
    assert is_kept_below(folder, str(file.resolve())) and not is_kept_below(folder, "/etc/passwd")
    assert not is_kept_below(folder, "sample/book.md")
    with pytest.raises(LibraryError):
        keep_uploads(folder, [FileStorage(io.BytesIO(b""), filename="..")])


def test_an_import_is_told_in_both_languages() -> None:
    report = ImportReport(
        added=["a", "b"],
        faults=[ImportingError("correction-missing")],
        books=[{"id": "a", "pages_ocr": [1, 2], "pages_unread": [{"page": 3, "why": "no-ocr"}], "warnings": []}],
        unknown=["b"],
    )
    english, swahili = report_lines(report, "en"), report_lines(report, "sw")
    assert english.counts == ["2 books added"] and swahili.counts == ["Vitabu 2 vimeongezwa"]
    assert english.faults != swahili.faults and english.unknown == ["b"]
    assert english.remarks[0] == ("a", "pages read from pictures: 1, 2") and len(english.remarks) == 2
    assert step_words("embedding passages", "sw") == "Inaandaa kwa utafutaji"


@pytest.mark.parametrize(
    "address, inner",
    [("127.0.0.1:8000", True), ("localhost:8000", True), ("http://[::1]:8000", True), ("http://192.168.1.4:80", False),
     ("lab.local", False), ("10.0.0.2", False)],
)  # fmt: skip
def test_addresses_that_nobody_else_can_open(address: str, inner: bool) -> None:
    assert is_inner(address) is inner


def test_a_square_code_is_a_picture_in_the_page() -> None:
    assert square_code_image("http://10.0.0.2:8000/c/abc").startswith("data:image/svg+xml")
