"""ZIP files that books are kept in, with bounds on what they may swell to."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tutor.library.readers.errors import ReadingError
from tutor.library.readers.limits import Limits

# Small parts may be packed as tightly as they like.
HARMLESS_BYTES = 16 << 20
ENCRYPTED = 0x1
FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, LookupError)


@contextmanager
def opened_archive(path: Path, limits: Limits) -> Iterator[zipfile.ZipFile]:
    """The archive, its listed sizes within the limits. Archives inside it are never opened.

    Raises ReadingError: `book-damaged`, `book-bomb`, `book-password`.
    """
    try:
        archive = zipfile.ZipFile(path)
    except FAULTS as error:
        raise ReadingError("book-damaged", file=path.name) from error
    with archive:
        parts = archive.infolist()
        size = sum(part.file_size for part in parts)
        swelling = any(
            part.file_size > HARMLESS_BYTES and part.file_size > limits.expansion * max(part.compress_size, 1)
            for part in parts
        )
        if size > limits.archive_bytes or len(parts) > limits.archive_members or swelling:
            raise ReadingError("book-bomb", file=path.name, size=size >> 20)
        if any(part.flag_bits & ENCRYPTED for part in parts):
            raise ReadingError("book-password", file=path.name)
        yield archive


def part_bytes(archive: zipfile.ZipFile, name: str, limits: Limits) -> bytes | None:
    """The part of that name, or None when it is missing or damaged. Raises ReadingError `book-bomb`."""
    try:
        with archive.open(name) as part:
            # What the list says of sizes may be a lie.
            data = part.read(limits.member_bytes + 1)
    except (KeyError, *FAULTS):
        return None
    if len(data) > limits.member_bytes:
        raise ReadingError("book-bomb", file=Path(archive.filename or name).name, size=limits.member_bytes >> 20)
    return data


def part_xml(archive: zipfile.ZipFile, name: str, limits: Limits) -> Element | None:
    """The root of an XML part, or None when it is missing or damaged. Entities from outside are never read."""
    data = part_bytes(archive, name, limits)
    if data is None:
        return None
    try:
        root: Element = fromstring(data)
    except (ParseError, DefusedXmlException, ValueError):
        return None
    return root


def local_name(element: Element) -> str:
    """The element's name without its namespace; '' for comments."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
