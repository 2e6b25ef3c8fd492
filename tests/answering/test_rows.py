"""Table rows as a person would read them out."""

from __future__ import annotations

import pytest

from tutor.answering.composing.extract import shown_text
from tutor.core.types import EvidenceSentence, Metadata, Passage, Sentence
from tutor.library.readers.markdown import markdown_blocks
from tutor.library.segmentation import segment_blocks


def shown(header: str, row: str) -> str:
    line = "|" + "---|" * header.count("|")
    text = f"# T\n\nTable 1: T\n\n| {header} |\n{line}---|\n| {row} |\n| last | x |\n"
    (segment,) = segment_blocks(markdown_blocks(text))
    passage = Passage("p#1", "p", "P", "p.md", 0, ("T",), segment.text, Metadata())
    row_sentence = next(s for s in segment.sentences if s.kind == "table_row" and row in s.text)
    sentence = Sentence(row_sentence.text, row_sentence.start, row_sentence.end, 1, "table_row")
    return shown_text(EvidenceSentence(sentence, passage, 1, 1, 1))


@pytest.mark.parametrize(
    "header, row, expected",
    [
        ("Date | Event", "January 1962 | Nyerere resigned.", "January 1962: Nyerere resigned."),
        ("Mwaka | Hatua", "1873 | Soko la watumwa lilifungwa", "1873: Soko la watumwa lilifungwa."),
        ("Feature | Mitosis | Meiosis", "Cells | Two | Four", "Cells \u2013 Mitosis: Two; Meiosis: Four."),
        ("Element | Atomic number", "Carbon | 6", "Element: Carbon; Atomic number: 6."),
        ("Mass (g) | Volume (cm) | Note", "5 | 10 | a stone", "Mass (g): 5; Volume (cm): 10; Note: a stone."),
        ("Element | Arrangement", "Sodium | $2:8:1$", "Element: Sodium; Arrangement: $2:8:1$."),
    ],
)  # fmt: skip
def test_how_a_row_is_read(header: str, row: str, expected: str) -> None:
    assert shown(header, row) == expected
