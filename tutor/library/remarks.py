"""What an import says of a book beside its text: codes with facts, and their words in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tutor.library.readers.blocks import UnreadPage
from tutor.library.readers.notes import WARNINGS, note_text

TEXTS: dict[str, tuple[str, str]] = {
    "sources-disagree": (
        "{field}: {taken} ({source}), although the {other_source} says {other}.",
        "{field}: {taken} ({source}), ingawa {other_source} inasema {other}.",
    ),
    "name-unknown": (
        "{field}: the curriculum does not know {name}.",
        "{field}: mtaala haujui {name}.",
    ),
    "holds-another": (
        "It holds {share} % of {other}, which is in the library too.",
        "Kina asilimia {share} ya {other}, ambacho pia kimo kwenye maktaba.",
    ),
    "kept-duplicate": (
        "{share} % of it is in {other} already; it was kept because you asked for it.",
        "Asilimia {share} yake tayari imo katika {other}; kimewekwa kwa sababu uliomba.",
    ),
}
WORDS: dict[str, tuple[str, str]] = {
    "subject": ("Subject", "Somo"),
    "form": ("Form", "Kidato"),
    "language": ("Language", "Lugha"),
    "topic": ("Topic", "Mada"),
    "document_type": ("Type", "Aina"),
    "authority": ("Authority", "Mamlaka"),
    "paper": ("Paper", "Karatasi"),
    "year": ("Year", "Mwaka"),
    "question": ("Question", "Swali"),
    "marks": ("Marks", "Alama"),
    "mark_scheme": ("Mark scheme", "Mwongozo wa kusahihisha"),
    "marks_for": ("Marks", "Husahihisha"),
    "keys": ("same subject, form, year and paper", "somo, kidato, mwaka na karatasi ni vilevile"),
    "front matter": ("front matter", "utangulizi wa faili"),
    "folder": ("folder", "folda"),
    "file name": ("file name", "jina la faili"),
    "first pages": ("first page", "ukurasa wa kwanza"),
    "text": ("text", "maandishi"),
    "teacher": ("teacher", "mwalimu"),
}


@dataclass(frozen=True)
class Remark:
    """A code of TEXTS, or of the readers' warnings, and the facts that fill its words."""

    code: str
    facts: tuple[tuple[str, str | int], ...] = ()

    @staticmethod
    def of(code: str, **facts: object) -> Remark:
        """A remark with facts by name."""
        named = ((name, value if isinstance(value, int) else str(value)) for name, value in facts.items())
        return Remark(code, tuple(named))

    @staticmethod
    def from_dict(raw: Mapping[str, Any]) -> Remark:
        """The remark that `as_dict` gave."""
        return Remark(raw["code"], tuple(raw.get("facts", {}).items()))

    def says(self, language: str = "en") -> str:
        """The remark in plain words, English or Swahili."""
        if self.code in WARNINGS:
            return note_text(self.code, language)
        words = {name: word_for(value, language) for name, value in self.facts}
        return TEXTS[self.code][language == "sw"].format(**words)

    def as_dict(self) -> dict[str, Any]:
        return {"code": self.code, "facts": dict(self.facts), "message": self.says()}


def word_for(value: object, language: str) -> str:
    """The name of a field or source as a person reads it; anything else as it is."""
    pair = WORDS.get(str(value))
    return pair[language == "sw"] if pair else str(value)


def unread_as_dict(page: UnreadPage) -> dict[str, Any]:
    """An unread page for reports: `page` is None where a whole part could not be read."""
    return {"page": page.page, "why": page.why, "message": page.says()}
