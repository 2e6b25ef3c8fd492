"""The glossary file: one concept a row, its terms and its definition in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tutor.core.errors import TutorError
from tutor.core.types import BookLanguage

SHIPPED_GLOSSARY = Path(__file__).with_name("glossary.tsv")
HEADER = ("subject", "en", "sw", "definition_en", "definition_sw")
BETWEEN_TERMS = " | "


@dataclass(frozen=True)
class GlossaryEntry:
    """One concept. The first term of each language is the preferred one."""

    subject: str
    en: tuple[str, ...]
    sw: tuple[str, ...]
    definition_en: str
    definition_sw: str

    def terms(self, language: BookLanguage) -> tuple[str, ...]:
        """The terms of one language, the preferred one first; never empty."""
        return self.en if language == "en" else self.sw

    def definition(self, language: BookLanguage) -> str:
        """One plain sentence that says what the concept is."""
        return self.definition_en if language == "en" else self.definition_sw


def read_entries(path: Path = SHIPPED_GLOSSARY) -> tuple[GlossaryEntry, ...]:
    """The entries of a glossary file in its order.

    Raises TutorError `glossary-damaged`, which names the line, where the file is absent, is not UTF-8, lacks the
    header, holds no entry, or has a row without five filled columns.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise _damage(path, 1, fault.strerror or "it cannot be opened") from fault
    except UnicodeDecodeError as fault:
        line = path.read_bytes()[: fault.start].count(b"\n") + 1
        raise _damage(path, line, "it is not UTF-8") from fault
    rows = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not rows or tuple(rows[0][1].split("\t")) != HEADER:
        raise _damage(path, 1, f"its first line is not the header {' '.join(HEADER)}")
    entries = tuple(_entries(path, rows[1:]))
    if not entries:
        raise _damage(path, 2, "it holds no entry")
    return entries


def _entries(path: Path, rows: list[tuple[int, str]]) -> Iterator[GlossaryEntry]:
    for number, line in rows:
        columns = [column.strip() for column in line.split("\t")]
        if len(columns) != len(HEADER) or not all(columns):
            raise _damage(path, number, f"a row needs {len(HEADER)} filled columns, this one has {len(columns)}")
        subject, en, sw, definition_en, definition_sw = columns
        terms = _terms(en), _terms(sw)
        if not all(terms):
            raise _damage(path, number, "a term is missing")
        yield GlossaryEntry(subject, *terms, definition_en, definition_sw)


def _terms(column: str) -> tuple[str, ...]:
    return tuple(term.strip() for term in column.split(BETWEEN_TERMS.strip()) if term.strip())


def _damage(path: Path, line: int, why: str) -> TutorError:
    return TutorError("glossary-damaged", file=path.name, line=line, why=why)
