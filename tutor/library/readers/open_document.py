"""Reads ODT, the text format of LibreOffice."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element

from tutor.library.cleaning.characters import clean_text
from tutor.library.readers.archives import local_name, opened_archive, part_xml
from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.errors import ReadingError
from tutor.library.readers.limits import Limits
from tutor.library.readers.marks import CAPTION, LIST_MARK, is_formula, list_block, table_blocks
from tutor.library.readers.mathml import MathNode, math_text
from tutor.library.readers.raised import lowered, raised

MOST_REPEATED = 50
LEFT_OUT = {"tracked-changes", "annotation", "annotation-end", "forms", "sequence-decls", "table-of-content",
            "alphabetical-index", "note-citation", "desc", "title"}  # fmt: skip


def read_open_document(path: Path, limits: Limits) -> ReadBook:
    """The document's blocks; pages as the program last laid them out, where it noted that. Raises ReadingError."""
    with opened_archive(path, limits) as archive:
        content = part_xml(archive, "content.xml", limits)
        if content is None:
            raise ReadingError(_why(archive, limits), file=path.name)
        reader = _Reader(archive, limits, _placed_styles(content))
        body = next((element for element in content.iter() if local_name(element) == "text"), None)
        if body is None:
            raise ReadingError("book-damaged", file=path.name)
        reader.read(body)
        reader.end()
        meta = part_xml(archive, "meta.xml", limits)
        title = (
            next((e.text for e in meta.iter() if local_name(e) == "title" and e.text), "") if meta is not None else ""
        )
        macros = any(name.startswith(("Basic/", "Scripts/")) for name in archive.namelist())
    blocks = [*reader.blocks, *(Block("paragraph", note, reader.page) for note in reader.notes)]
    if not reader.has_pages:
        blocks = [Block(block.kind, block.text, None, block.level, block.items) for block in blocks]
    warnings = [*(["has-macros"] if macros else []), *(["pictures-left-out"] if reader.pictures else [])]
    return ReadBook(
        tuple(blocks),
        {"title": clean_text(title)} if title and clean_text(title) else {},
        warnings=tuple(warnings),
        pages=reader.page if reader.has_pages else None,
    )


def _why(archive: zipfile.ZipFile, limits: Limits) -> str:
    manifest = part_xml(archive, "META-INF/manifest.xml", limits)
    is_encrypted = manifest is not None and any(local_name(element) == "encryption-data" for element in manifest.iter())
    return "book-password" if is_encrypted else "book-damaged"


def _attribute(element: Element, name: str) -> str:
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _placed_styles(content: Element) -> dict[str, str]:
    """The styles that raise or lower text: name -> `super` or `sub`."""
    styles = {}
    for style in content.iter():
        if local_name(style) == "style":
            for part in style:
                place = _attribute(part, "text-position").partition(" ")[0]
                if place in {"super", "sub"}:
                    styles[_attribute(style, "name")] = place
    return styles


@dataclass
class _Reader:
    archive: zipfile.ZipFile
    limits: Limits
    placed: dict[str, str]
    blocks: list[Block] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    page: int = 1
    has_pages: bool = False
    pictures: int = 0

    def read(self, container: Element) -> None:
        for element in container:
            name = local_name(element)
            if name == "h":
                self._heading(element)
            elif name == "p":
                self._paragraph(element)
            elif name == "list":
                self._list(element)
            elif name == "table":
                self._table(element)
            elif name == "soft-page-break":
                self._next_page()
            elif name not in LEFT_OUT:
                self.read(element)

    def end(self) -> None:
        if self.items:
            self.blocks.append(list_block(self.items, self.page))
            self.items = []

    def _next_page(self) -> None:
        self.has_pages = True
        self.page += 1

    def _heading(self, element: Element) -> None:
        self.end()
        page, text = self.page, self._text(element)
        level = _attribute(element, "outline-level")
        if text:
            number = int(level) if level.isascii() and level.isdigit() else 1
            self.blocks.append(Block("heading", " ".join(text.split()), page, min(max(number, 1), 6)))

    def _paragraph(self, element: Element) -> None:
        page, text = self.page, self._text(element)
        boxes = [box for box in element.iter() if local_name(box) == "text-box"]
        if text and _attribute(element, "style-name") == "Title":
            self.end()
            self.blocks.append(Block("heading", " ".join(text.split()), page, 1))
        elif text and LIST_MARK.match(text):
            self.items.append(" ".join(text.split()))
        elif text:
            self.end()
            kind = "formula" if is_formula(text) else "caption" if CAPTION.match(text) else "paragraph"
            self.blocks.append(Block(kind, text, page))  # type: ignore[arg-type]
        for box in boxes:
            self.read(box)

    def _list(self, element: Element) -> None:
        for item in element:
            if local_name(item) not in {"list-item", "list-header"}:
                continue
            own = [part for part in item if local_name(part) in {"p", "h"}]
            text = " ".join(filter(None, map(self._text, own)))
            if text:
                self.items.append(f"- {' '.join(text.split())}")
            for part in item:
                if local_name(part) == "list":
                    self._list(part)

    def _table(self, element: Element) -> None:
        self.end()
        page, rows = self.page, []
        for row in _rows(element):
            cells: list[str] = []
            for cell in row:
                if local_name(cell) in {"table-cell", "covered-table-cell"}:
                    text = " ".join(self._text(part) for part in cell.iter() if local_name(part) in {"p", "h"})
                    repeated = _attribute(cell, "number-columns-repeated")
                    count = int(repeated) if repeated.isascii() and repeated.isdigit() else 1
                    cells.extend([" ".join(text.split())] * min(count, MOST_REPEATED))
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                rows.append(cells)
        if rows:
            width = max(map(len, rows))
            filled = [[*row, *[""] * (width - len(row))] for row in rows]
            lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in filled]
            self.blocks.extend(table_blocks(lines, page))

    def _text(self, element: Element) -> str:
        return clean_text("".join(self._pieces(element)))

    def _pieces(self, element: Element) -> Iterator[str]:
        yield element.text or ""
        for part in element:
            name = local_name(part)
            if name == "s":
                yield " "
            elif name in {"tab", "line-break"}:
                yield " " if name == "tab" else "\n"
            elif name == "soft-page-break":
                self._next_page()
            elif name == "note":
                bodies = (body for body in part if local_name(body) == "note-body")
                self.notes.extend(filter(None, (self._text(body) for body in bodies)))
            elif name == "object":
                yield f" {self._formula(part)} "
            elif name == "image":
                self.pictures += 1
            elif name == "span" and _attribute(part, "style-name") in self.placed:
                inside = "".join(self._pieces(part))
                place = self.placed[_attribute(part, "style-name")]
                yield (raised if place == "super" else lowered)(inside) if inside.strip() else inside
            elif name not in LEFT_OUT and name != "text-box":
                yield from self._pieces(part)
            yield part.tail or ""

    def _formula(self, element: Element) -> str:
        name = posixpath.normpath(_attribute(element, "href").removeprefix("./"))
        root = part_xml(self.archive, f"{name}/content.xml", self.limits)
        if root is None or local_name(root) != "math":
            return ""
        return " ".join(math_text(_math_node(root)).split())


def _rows(element: Element) -> Iterator[Element]:
    for part in element:
        if local_name(part) == "table-row":
            yield part
        elif local_name(part) in {"table-header-rows", "table-rows", "table-row-group"}:
            yield from _rows(part)


def _math_node(element: Element) -> MathNode:
    parts: list[str | MathNode] = [element.text or ""]
    for child in element:
        parts.append(_math_node(child))
        parts.append(child.tail or "")
    return MathNode(local_name(element), [part for part in parts if part != ""])
