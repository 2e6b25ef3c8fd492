"""The practice papers: each has its mark scheme, the same questions in both, and marks that add up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tutor.core.places import SAMPLE_LIBRARY
from tutor.language.detection import book_language
from tutor.library.papers import question_of
from tutor.library.readers.markdown import read_markdown
from tutor.library.segmentation import segment_blocks

FOLDER = SAMPLE_LIBRARY / "papers"
KEYS = ["title", "subject", "form", "language", "type", "authority", "paper", "year", "licence", "note"]
PAPERS = sorted(path for path in FOLDER.glob("*.md") if "-marking." not in path.name)
SCHEMES = sorted(FOLDER.glob("*-marking.*.md"))
PART = re.compile(r"^(?:- )?\(([a-h])\) ", re.MULTILINE)
BRACKETED = re.compile(r"\((?:(\d+) marks?|alama (\d+))\)")
AWARDED = re.compile(r"\b(?:(\d+) marks? for|[Aa]lama (\d+) kwa) (?!each|every|kila)")
ITEM = re.compile(r"^(?:- )?\(([ivx]+)\) ", re.MULTILINE)
LETTER = re.compile(r"^- ([A-F]) ", re.MULTILINE)
ANSWER = re.compile(r"^(?:The answer is |Jibu ni )?([A-F])\.")


def name(path: Path) -> str:
    return path.name.removesuffix(".md")


def scheme_of(paper: Path) -> Path:
    stem, language, _ = paper.name.rsplit(".", 2)
    return paper.with_name(f"{stem}-marking.{language}.md")


def questions(path: Path) -> dict[str, tuple[int, str]]:
    """Number of a question -> (its marks, its text), in the order of the paper."""
    found: dict[str, tuple[int, str]] = {}
    number, marks, lines = "", 0, list[str]()
    for block in [*read_markdown(path).blocks, None]:
        if block is not None and block.kind != "heading":
            lines.append(block.text)
            continue
        if number:
            assert number not in found, f"question {number} stands twice"
            found[number] = (marks, "\n\n".join(lines))
        lines = []
        question = question_of([block.text]) if block is not None else None
        number, marks = (question.number, question.marks or 0) if question else ("", 0)
    return found


def cut_at(label: re.Pattern[str], text: str) -> dict[str, str]:
    """Label of a part -> its text; what stands before the first part is of the part ''."""
    before, *rest = label.split(text)
    parts = {"": before}
    for part, body in zip(rest[::2], rest[1::2], strict=True):
        assert part not in parts, f"part {part} stands twice"
        parts[part] = body
    return parts


def marks_of(text: str) -> int:
    """The marks in brackets where there are any, else those that the points award; 0 where none are given."""
    for pattern in (BRACKETED, AWARDED):
        found = [int(first or second) for first, second in pattern.findall(text)]
        if found:
            return sum(found)
    return 0


def part_marks(text: str) -> dict[str, int]:
    return {part: marks for part, body in cut_at(PART, text).items() if (marks := marks_of(body))}


def test_there_are_papers_of_several_subjects_and_two_forms() -> None:
    fronts = [read_markdown(path).front_matter for path in PAPERS]
    assert len(PAPERS) >= 12
    assert {front["form"] for front in fronts} == {2, 4}
    assert {"physics", "chemistry", "mathematics", "biology"} <= {front["subject"] for front in fronts}
    assert sorted(map(scheme_of, PAPERS)) == SCHEMES, "a mark scheme for each paper, and none without"


@pytest.mark.parametrize("path", [*PAPERS, *SCHEMES], ids=name)
def test_a_paper_is_named_after_what_it_holds(path: Path) -> None:
    book = read_markdown(path)
    front = book.front_matter
    assert list(front) == KEYS
    kind = "-marking" if path in SCHEMES else ""
    stem = f"{front['subject']}-form-{front['form']}-paper-{front['paper']}-{front['year']}{kind}"
    assert path.name == f"{stem}.{front['language']}.md"
    assert front["type"] == ("mark-scheme" if kind else "past-paper")
    assert front["paper"] == "1" and 2000 < front["year"] < 2100
    assert book.blocks[0].text == front["title"]
    assert book_language(" ".join(block.text for block in book.blocks)) == front["language"]
    pages = [block.page or 0 for block in book.blocks]
    assert pages == sorted(pages) and set(pages) in ({1, 2}, {1, 2, 3})
    assert all(segment.pages for segment in segment_blocks(book.blocks))


@pytest.mark.parametrize("path", PAPERS, ids=name)
def test_a_scheme_answers_the_questions_of_its_paper(path: Path) -> None:
    paper, scheme = read_markdown(path).front_matter, read_markdown(scheme_of(path)).front_matter
    for key in ("subject", "form", "language", "authority", "paper", "year"):
        assert paper[key] == scheme[key]
    asked, answered = questions(path), questions(scheme_of(path))
    assert list(asked) == list(answered) == [str(number) for number in range(1, len(asked) + 1)]
    for number, (marks, text) in asked.items():
        assert answered[number][0] == marks, f"question {number}"
        in_paper, in_scheme = part_marks(text), part_marks(answered[number][1])
        if in_paper and in_scheme:
            assert in_paper == in_scheme, f"question {number}"


@pytest.mark.parametrize("path", PAPERS, ids=name)
def test_marks_add_up(path: Path) -> None:
    asked = questions(path)
    assert 8 <= len(asked) <= 10
    total = sum(marks for marks, _ in asked.values())
    assert 50 <= total <= 100
    for file in (path, scheme_of(path)):
        before = " ".join(block.text for block in read_markdown(file).blocks[:3])
        stated = re.search(r"carries (\d+) marks in all|ina jumla ya alama (\d+)", before)
        assert stated and int(stated[1] or stated[2]) == total, file.name
    for number, (marks, text) in asked.items():
        parts = part_marks(text)
        assert sum(parts.values()) in ({marks} if len(parts) > 1 else {0, marks}), f"question {number}"
        assert not parts or number != "1"


@pytest.mark.parametrize("path", PAPERS, ids=name)
def test_multiple_choice_answers_name_an_option(path: Path) -> None:
    marks, text = questions(path)["1"]
    items = cut_at(ITEM, text)
    answers = cut_at(ITEM, questions(scheme_of(path))["1"][1])
    assert list(items) == list(answers) == ["", "i", "ii", "iii", "iv", "v"]
    assert marks % 5 == 0
    right = []
    for item in list(items)[1:]:
        options = LETTER.findall(items[item])
        assert options == ["A", "B", "C", "D"], item
        texts = re.findall(r"^- [A-D] (.+)$", items[item], re.MULTILINE)
        assert len(set(texts)) == 4, item
        answer = ANSWER.match(answers[item])
        assert answer and answer[1] in options, item
        right.append(answer[1])
    assert len(set(right)) >= 3, "the right letters vary"


def test_the_points_of_a_science_scheme_are_as_many_as_its_marks() -> None:
    for path in SCHEMES:
        front = read_markdown(path).front_matter
        if front["subject"] in {"physics", "chemistry", "mathematics", "biology"} and front["language"] == "en":
            for number, (marks, text) in questions(path).items():
                awarded = sum(int(first or second) for first, second in AWARDED.findall(text))
                assert awarded == marks, f"{path.name}, question {number}"


def test_marks_are_counted_in_both_languages_and_forms() -> None:
    assert part_marks("(a) Why? (2 marks)\n\n(b) How? (1 mark)") == {"a": 2, "b": 1}
    assert part_marks("(a) Alama 1 kwa kila sababu. (alama 3)") == {"a": 3}
    assert part_marks("- (a) 1 mark for it. 2 marks for that.\n- (b) 1 mark for each point.") == {"a": 3}
