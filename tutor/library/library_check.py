"""What is wrong with a library, and what about it a teacher should look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.core.files import file_sha256
from tutor.library.changes import UNFINISHED
from tutor.library.prepared import Staging
from tutor.library.remarks import word_for
from tutor.library.segmentation import SEGMENTER_VERSION
from tutor.library.store import Document, LibraryStore

DAMAGE = frozenset({"file-damaged", "index-damaged"})
TEXTS: dict[str, tuple[str, str]] = {
    "file-damaged": (
        "The library file is damaged: {why}. Restore it from a copy, or delete it and add the books again.",
        "Faili la maktaba limeharibika: {why}. Lirudishe kutoka nakala, au lifute kisha ongeza vitabu upya.",
    ),
    "index-damaged": (
        "The search index is damaged: {why}. Run: tutor library rebuild.",
        "Faharasa ya utafutaji imeharibika: {why}. Endesha: tutor library rebuild.",
    ),
    "index-behind": (
        "The search index is not of the library as it is. It is built when tutor starts, or now by: "
        "tutor library rebuild.",
        "Faharasa si ya maktaba ilivyo sasa. Itajengwa tutor ikianza, au sasa kwa: tutor library rebuild.",
    ),
    "import-interrupted": (
        "An import was interrupted; {count} books that it had read wait. Add the same folder again.",
        "Uingizaji ulikatizwa; vitabu {count} vilivyosomwa vinasubiri. Ongeza folda ileile tena.",
    ),
    "sentences-unfinished": (
        "Some books are not fully prepared: they can be searched, and answers from them take longer. "
        "Finish it with: tutor library rebuild.",
        "Baadhi ya vitabu havijaandaliwa kikamilifu: vinaweza kutafutwa, ila majibu yake huchelewa. "
        "Maliza kwa: tutor library rebuild.",
    ),
    "source-missing": (
        "{id}: its file {file} is no longer there. The library keeps its copy.",
        "{id}: faili lake {file} halipo tena. Maktaba inabaki na nakala yake.",
    ),
    "source-changed": (
        "{id}: its file has changed. Add it again to take the new edition.",
        "{id}: faili lake limebadilika. Liongeze tena ili kupata toleo jipya.",
    ),
    "cut-by-older-tutor": (
        "{id}: it was read by an older tutor. Add it again to have it read by this one.",
        "{id}: kilisomwa na tutor ya zamani. Kiongeze tena ili kisomwe na hii.",
    ),
    "pages-unread": (
        "{id}: {count} pages were not read: {why}.",
        "{id}: kurasa {count} hazikusomwa: {why}.",
    ),
    "values-unknown": (
        "{id}: not known: {fields}. Say it with: tutor library edit.",
        "{id}: hazijulikani: {fields}. Taja kwa: tutor library edit.",
    ),
}


@dataclass(frozen=True)
class Finding:
    """A code of TEXTS with its facts."""

    code: str
    facts: dict[str, Any]

    @property
    def is_damage(self) -> bool:
        """True for what has to be mended; the rest is to be known."""
        return self.code in DAMAGE

    def says(self, language: str = "en") -> str:
        """The finding in plain words, English or Swahili."""
        facts = dict(self.facts)
        if "fields" in facts:
            facts["fields"] = ", ".join(word_for(name, language) for name in facts["fields"])
        return TEXTS[self.code][language == "sw"].format(**facts)

    def as_dict(self) -> dict[str, Any]:
        return {"code": self.code, "facts": self.facts, "message": self.says()}


def store_findings(store: LibraryStore) -> Iterator[Finding]:
    """What is found in the library itself, damage first. Every file is hashed."""
    damage = store.damage()
    if damage is not None:
        yield Finding("file-damaged", {"why": damage})
        return
    waiting = Staging(store).count()
    if waiting:
        yield Finding("import-interrupted", {"count": waiting})
    if store.state(UNFINISHED):
        yield Finding("sentences-unfinished", {})
    for document in store.documents():
        yield from _of_document(document)


def _of_document(document: Document) -> Iterator[Finding]:
    file = Path(document.source)
    # A book that came with another library has no file here.
    if file.is_absolute():
        try:
            if file_sha256(file) != document.file_sha256:
                yield Finding("source-changed", {"id": document.id, "file": document.source})
        except OSError:
            yield Finding("source-missing", {"id": document.id, "file": document.source})
    if document.segmenter != SEGMENTER_VERSION:
        yield Finding("cut-by-older-tutor", {"id": document.id})
    unread = document.report.get("pages_unread") or []
    for why in sorted({page["message"] for page in unread}):
        count = sum(page["message"] == why for page in unread)
        yield Finding("pages-unread", {"id": document.id, "count": count, "why": why})
    if document.unknown:
        yield Finding("values-unknown", {"id": document.id, "fields": list(document.unknown)})
