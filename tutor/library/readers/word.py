"""Reads DOCX, with or without macros, which are never run."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import docx
from docx.document import Document
from docx.opc.exceptions import PackageNotFoundError

from tutor.library.cleaning.characters import clean_text
from tutor.library.readers.archives import opened_archive
from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.errors import ReadingError
from tutor.library.readers.limits import Limits
from tutor.library.readers.marks import CAPTION, LIST_MARK, is_formula, list_block, table_blocks
from tutor.library.readers.omml import omml_text
from tutor.library.readers.raised import lowered, raised

CONTENT_TYPES = "[Content_Types].xml"
MAIN_TYPE = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
OTHER_MAIN_TYPES = (
    b"application/vnd.ms-word.document.macroEnabled.main+xml",
    b"application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
    b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
)
HEADING_STYLE = re.compile(r"^(?:heading|kichwa|titre|überschrift)\s*(\d)", re.IGNORECASE)
BULLET = "- "
# Deleted text, codes of fields, and a second writing of the same drawing for older programs.
LEFT_OUT = {"del", "moveFrom", "instrText", "Fallback", "rPr", "pPr", "sectPr", "commentReference"}


def read_word(path: Path, limits: Limits) -> ReadBook:
    """The document's blocks; pages as Word last laid them out, where it noted that. Raises ReadingError."""
    document, has_macros = _opened(path, limits)
    reader = _Reader(document)
    reader.read(document.element.body)
    reader.end()
    reader.read_notes()
    title = clean_text(document.core_properties.title or "")
    warnings = ["has-macros"] if has_macros else []
    if reader.pictures:
        warnings.append("pictures-left-out")
    pages = reader.page if reader.has_pages else None
    blocks = tuple(reader.blocks if pages else [_without_page(block) for block in reader.blocks])
    front = {"title": title} if len(title) > 3 and " " in title else {}
    return ReadBook(blocks, front, warnings=tuple(warnings), pages=pages)


def _opened(path: Path, limits: Limits) -> tuple[Document, bool]:
    with opened_archive(path, limits) as archive:
        names = archive.namelist()
        if CONTENT_TYPES not in names:
            raise ReadingError("book-damaged", file=path.name)
        has_macros = any(name.lower().endswith("vbaproject.bin") for name in names)
        types = archive.read(CONTENT_TYPES)
        is_other = any(kind in types for kind in OTHER_MAIN_TYPES)
        source: Any = _as_document(archive, types) if is_other else str(path)
    try:
        return docx.Document(source), has_macros
    except (PackageNotFoundError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ReadingError("book-damaged", file=path.name) from error


def _as_document(archive: zipfile.ZipFile, types: bytes) -> io.BytesIO:
    """A copy in which a template or a document with macros calls itself a plain document: its text is the same."""
    for kind in OTHER_MAIN_TYPES:
        types = types.replace(kind, MAIN_TYPE)
    copy = io.BytesIO()
    with zipfile.ZipFile(copy, "w", zipfile.ZIP_STORED) as plain:
        for part in archive.infolist():
            if not part.is_dir():
                plain.writestr(part.filename, types if part.filename == CONTENT_TYPES else archive.read(part))
    copy.seek(0)
    return copy


def _without_page(block: Block) -> Block:
    return Block(block.kind, block.text, None, block.level, block.items)


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _value(element: Any, path: str) -> str | None:
    """The `val` of the first element at the path of names below."""
    for name in path.split("/"):
        element = next((child for child in element if _name(child) == name), None)
        if element is None:
            return None
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == "val"), "")


@dataclass
class _Reader:
    document: Document
    blocks: list[Block] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    page: int = 1
    has_pages: bool = False
    pictures: int = 0

    def __post_init__(self) -> None:
        self._counters: dict[tuple[str, str], int] = {}
        self._levels = _heading_levels(self.document)
        self._formats = _numbering_formats(self.document)

    def read(self, container: Any) -> None:
        for element in container:
            name = _name(element)
            if name == "p":
                self._paragraph(element)
            elif name == "tbl":
                self._table(element)
            elif name in {"sdt", "sdtContent", "ins", "customXml", "smartTag", "txbxContent"}:
                self.read(element)

    def end(self) -> None:
        if self.items:
            self.blocks.append(list_block(self.items, self.page))
            self.items = []

    def read_notes(self) -> None:
        """Footnotes and endnotes stand after the text, each a paragraph."""
        from lxml import etree

        for relation in self.document.part.rels.values():
            if relation.is_external or not relation.reltype.endswith(("/footnotes", "/endnotes")):
                continue
            parser = etree.XMLParser(resolve_entities=False, no_network=True)
            for note in etree.fromstring(relation.target_part.blob, parser):
                text = clean_text(" ".join(filter(None, (self._text(part) for part in note if _name(part) == "p"))))
                if text:
                    self.blocks.append(Block("paragraph", text, self.page))

    def _paragraph(self, element: Any) -> None:
        boxes = [box for box in element.iter() if _name(box) == "txbxContent" and not _inside(box, "Fallback")]
        page = self.page
        text = clean_text(self._text(element))
        properties = next((child for child in element if _name(child) == "pPr"), None)
        level = self._level(properties)
        numbering = self._numbering(properties)
        if text and level:
            self.end()
            self.blocks.append(Block("heading", " ".join(text.split()), page, level))
        elif text and (numbering or LIST_MARK.match(text)):
            self.items.append(f"{numbering or ''}{' '.join(text.split())}")
        elif text:
            self.end()
            only_math = all(_name(part) in {"oMath", "oMathPara", "pPr"} for part in element)
            kind = "formula" if only_math or is_formula(text) else "caption" if CAPTION.match(text) else "paragraph"
            self.blocks.append(Block(kind, text, page))  # type: ignore[arg-type]
        for box in boxes:
            self.read(box)

    def _text(self, element: Any) -> str:
        return "".join(self._pieces(element))

    def _pieces(self, element: Any) -> Iterator[str]:
        for part in element:
            name = _name(part)
            if name in LEFT_OUT or name == "txbxContent":
                continue
            if name == "t":
                yield part.text or ""
            elif name in {"oMath", "oMathPara"}:
                yield f" {omml_text(part)} "
            elif name in {"tab", "cr"}:
                yield " "
            elif name == "br":
                self._break(part)
                yield "\n"
            elif name == "lastRenderedPageBreak":
                self.has_pages = True
                self.page += 1
            elif name == "noBreakHyphen":
                yield "-"
            elif name == "r":
                yield self._run(part)
            else:
                self.pictures += name in {"blip", "imagedata"}
                yield from self._pieces(part)

    def _break(self, part: Any) -> None:
        kind = next((value for key, value in part.attrib.items() if key.endswith("}type")), "")
        if kind == "page" and not self.has_pages:
            self.page += 1

    def _run(self, run: Any) -> str:
        if _value(run, "rPr/vanish") in {"", "1", "true"}:
            return ""
        text = "".join(self._pieces(run))
        place = _value(run, "rPr/vertAlign")
        if place == "superscript" and text.strip():
            return raised(text)
        return lowered(text) if place == "subscript" and text.strip() else text

    def _level(self, properties: Any) -> int:
        """The heading's level, by its own outline, else by its style; 0 for text."""
        if properties is None:
            return 0
        outline = _value(properties, "outlineLvl")
        if outline and outline.isdigit() and int(outline) < 9:
            return min(int(outline) + 1, 6)
        return self._levels.get(_value(properties, "pStyle") or "", 0)

    def _numbering(self, properties: Any) -> str:
        """The mark of a list item, `- ` or `3. `, or '' for other text."""
        if properties is None:
            return ""
        number = _value(properties, "numPr/numId")
        level = _value(properties, "numPr/ilvl") or "0"
        if number is None:
            style = (_value(properties, "pStyle") or "").lower()
            return BULLET if style.startswith(("listbullet", "listnumber", "listparagraph")) else ""
        if number == "0":
            return ""
        if self._formats.get((number, level), "bullet") in {"bullet", "none"}:
            return BULLET
        count = self._counters.get((number, level), 0) + 1
        self._counters[number, level] = count
        return f"{count}. "

    def _table(self, element: Any) -> None:
        self.end()
        page, rows = self.page, []
        for row in (part for part in element.iter() if _name(part) == "tr" and _nearest(part, "tbl") is element):
            cells = [cell for cell in row.iter() if _name(cell) == "tc" and _nearest(cell, "tr") is row]
            rows.append([self._cell(cell) for cell in cells])
        rows = [row for row in rows if any(row)]
        if not rows:
            return
        if max(map(len, rows)) == 1:
            self.blocks.extend(Block("paragraph", text, page) for (text,) in rows if text)
            return
        lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
        self.blocks.extend(table_blocks(lines, page))

    def _cell(self, cell: Any) -> str:
        """The cell on one line. Of a table in it a row ends with a semicolon, a cell with a comma."""
        pieces: list[str] = []
        row = cell_of = None
        for part in (part for part in cell.iter() if _name(part) == "p"):
            text = " ".join(clean_text(self._text(part)).split())
            if not text:
                continue
            inner = _nearest(part, "tc")
            if pieces and inner is not cell_of:
                pieces[-1] += "," if _nearest(part, "tr") is row and inner is not cell else ";"
            row, cell_of = _nearest(part, "tr"), inner
            pieces.append(text)
        return " ".join(pieces)


def _inside(element: Any, name: str) -> bool:
    return any(_name(parent) == name for parent in element.iterancestors())


def _nearest(element: Any, name: str) -> Any:
    return next((parent for parent in element.iterancestors() if _name(parent) == name), None)


def _heading_levels(document: Document) -> dict[str, int]:
    """The level of each heading style by its id, whatever language its name is in."""
    levels: dict[str, int] = {}
    for style in document.styles.element:
        if _name(style) != "style":
            continue
        key = next((value for name, value in style.attrib.items() if name.endswith("}styleId")), "")
        outline = _value(style, "pPr/outlineLvl")
        named = HEADING_STYLE.match(_value(style, "name") or "")
        if outline and outline.isdigit() and int(outline) < 9:
            levels[key] = min(int(outline) + 1, 6)
        elif named and named[1] != "0":
            levels[key] = min(int(named[1]), 6)
        elif (_value(style, "name") or "").lower() == "title":
            levels[key] = 1
    return levels


def _numbering_formats(document: Document) -> dict[tuple[str, str], str]:
    """How each level of each list is counted: (list, level) -> `bullet`, `decimal` and so on."""
    try:
        root = document.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return {}
    abstract: dict[str, dict[str, str]] = {}
    formats: dict[tuple[str, str], str] = {}
    for element in root:
        values = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
        if _name(element) == "abstractNum":
            abstract[values.get("abstractNumId", "")] = {
                next(iter(v for k, v in level.attrib.items() if k.endswith("}ilvl")), "0"): _value(level, "numFmt")
                or ""
                for level in element
                if _name(level) == "lvl"
            }
        elif _name(element) == "num":
            of = abstract.get(_value(element, "abstractNumId") or "", {})
            formats.update({(values.get("numId", ""), level): kind for level, kind in of.items()})
    return formats
