"""Reads EPUB: the parts of the book in their order, each as the web page that it is."""

from __future__ import annotations

import posixpath
import zipfile
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from tutor.library.cleaning.characters import clean_text
from tutor.library.readers.archives import local_name, opened_archive, part_bytes, part_xml
from tutor.library.readers.blocks import Block, ReadBook, UnreadPage
from tutor.library.readers.errors import ReadingError
from tutor.library.readers.html_blocks import html_page
from tutor.library.readers.limits import Limits

CONTAINER = "META-INF/container.xml"
ENCRYPTION = "META-INF/encryption.xml"
TEXT_TYPES = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"}
TEXT_SUFFIXES = (".xhtml", ".html", ".htm", ".xml")
FONT_SUFFIXES = (".ttf", ".otf", ".woff", ".woff2", ".ttc")
LANGUAGES = ("en", "sw")


def read_epub(path: Path, limits: Limits) -> ReadBook:
    """The book's blocks; pages where the publisher marked those of the printed book. Raises ReadingError."""
    with opened_archive(path, limits) as archive:
        package_name = _package_name(archive, limits)
        package = part_xml(archive, package_name, limits) if package_name else None
        if package is None:
            raise ReadingError("book-damaged", file=path.name)
        if _is_locked(archive, limits):
            raise ReadingError("book-protected", file=path.name)
        blocks: list[Block] = []
        warnings: set[str] = set()
        only_pictures, page = 0, None
        for name in _text_parts(package, posixpath.dirname(package_name or "")):
            data = part_bytes(archive, name, limits)
            if data is None:
                warnings.add("parts-missing")
                continue
            found = html_page(_decoded(data), page)
            page = next((block.page for block in reversed(found.blocks) if block.page is not None), page)
            blocks.extend(found.blocks)
            only_pictures += bool(found.pictures and not found.blocks)
            if found.pictures:
                warnings.add("pictures-left-out")
        if len(blocks) == 0 and only_pictures:
            warnings.clear()
        unread = tuple(UnreadPage(None, "only-pictures") for _ in range(only_pictures)) if not blocks else ()
        return ReadBook(tuple(blocks), _front_matter(package), unread, tuple(sorted(warnings)))


def _package_name(archive: zipfile.ZipFile, limits: Limits) -> str | None:
    container = part_xml(archive, CONTAINER, limits)
    if container is not None:
        for element in container.iter():
            if local_name(element) == "rootfile" and element.get("full-path"):
                return str(element.get("full-path"))
    return next((name for name in archive.namelist() if name.endswith(".opf")), None)


def _is_locked(archive: zipfile.ZipFile, limits: Limits) -> bool:
    """True when text is encrypted; publishers also list fonts, which only hides their shapes."""
    if ENCRYPTION not in archive.namelist():
        return False
    root = part_xml(archive, ENCRYPTION, limits)
    names = [element.get("URI", "") for element in root.iter()] if root is not None else [ENCRYPTION]
    return any(name and not name.lower().endswith(FONT_SUFFIXES) for name in names)


def _text_parts(package: Element, folder: str) -> list[str]:
    """The names of the parts with text, in reading order; the list of contents is none of them."""
    items = {element.get("id", ""): element for element in package.iter() if local_name(element) == "item"}
    order = [element.get("idref", "") for element in package.iter() if local_name(element) == "itemref"]
    names = []
    for item in (items[name] for name in (order or list(items)) if name in items):
        name = unquote(item.get("href", "").partition("#")[0])
        is_text = item.get("media-type") in TEXT_TYPES or name.lower().endswith(TEXT_SUFFIXES)
        if name and is_text and "nav" not in (item.get("properties") or "").split():
            names.append(posixpath.normpath(posixpath.join(folder, name)))
    return list(dict.fromkeys(names))


def _decoded(data: bytes) -> str:
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def _front_matter(package: Element) -> dict[str, str]:
    front: dict[str, str] = {}
    for element in package.iter():
        name, text = local_name(element), clean_text(element.text or "")
        if name == "title" and text and "title" not in front:
            front["title"] = " ".join(text.split())
        elif name == "language" and text[:2].lower() in LANGUAGES and "language" not in front:
            front["language"] = text[:2].lower()
    return front
