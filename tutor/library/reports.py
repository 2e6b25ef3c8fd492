"""What an import did, for each book and for all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tutor.core.errors import TutorError
from tutor.core.types import Metadata, Passage
from tutor.library.readers.blocks import ReadBook
from tutor.library.remarks import Remark, unread_as_dict


def book_report(book: ReadBook, passages: Sequence[Passage], remarks: Sequence[Remark]) -> dict[str, Any]:
    """Pages taken, recognised from pictures and unread with why; passages, words and languages; warnings."""
    taken = sorted({block.page for block in book.blocks if block.page is not None})
    words = sum(len(block.text.split()) for block in book.blocks)
    return {
        "pages": book.pages,
        "pages_taken": len(taken),
        "pages_ocr": list(book.ocr_pages),
        "pages_unread": [unread_as_dict(page) for page in book.unread],
        "passages": len(passages),
        "words": words,
        "languages": dict(sorted(Counter(passage.metadata.language for passage in passages).items())),
        "questions": len(_questions(passage.metadata for passage in passages)),
        "warnings": [*({"code": code, "message": Remark(code).says()} for code in book.warnings),
                     *(remark.as_dict() for remark in remarks)],
    }  # fmt: skip


def _questions(known: Any) -> set[str]:
    return {metadata.question for metadata in known if isinstance(metadata, Metadata) and metadata.question}


@dataclass
class ImportReport:
    """What an import did.

    `left_out` holds (file, error code, what happened), `duplicates` (file, document that holds it, share 0..1),
    `books` the report of every book read, with its file and id, `faults` the errors of what was left out,
    `withdrawn` the books that a new edition of the library no longer has, `kept` those of them that are not as it had
    them.
    """

    added: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_out: list[tuple[str, str, str]] = field(default_factory=list)
    passages: int = 0
    unknown: list[str] = field(default_factory=list)
    duplicates: list[tuple[str, str, float]] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)
    resumed: int = 0
    withdrawn: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    books: list[dict[str, Any]] = field(default_factory=list)
    faults: list[TutorError] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        return bool(self.added or self.replaced or self.corrected or self.withdrawn)

    def as_dict(self) -> dict[str, Any]:
        left_out = [{"file": file, "error": code, "message": why} for file, code, why in self.left_out]
        duplicates = [{"file": file, "of": of, "share": round(share, 3)} for file, of, share in self.duplicates]
        facts = {name: value for name, value in vars(self).items() if name != "faults"}
        return {**facts, "left_out": left_out, "duplicates": duplicates}
