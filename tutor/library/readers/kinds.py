"""What kind of book a file is: what is in it counts, its name only where the content says nothing."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

SUFFIXES = {
    ".md": "markdown", ".markdown": "markdown",
    ".txt": "text", ".text": "text",
    ".pdf": "pdf",
    ".epub": "epub",
    ".docx": "word", ".docm": "word", ".dotx": "word",
    ".odt": "odt", ".ott": "odt",
    ".pptx": "slides", ".pptm": "slides", ".ppsx": "slides",
    ".html": "html", ".htm": "html", ".xhtml": "html",
    ".tex": "latex", ".latex": "latex",
    ".csv": "questions", ".tsv": "questions",
    ".zim": "zim",
    ".png": "pictures", ".jpg": "pictures", ".jpeg": "pictures", ".tif": "pictures", ".tiff": "pictures",
    ".webp": "pictures", ".bmp": "pictures",
}  # fmt: skip
OLD_SUFFIXES = {".doc": "word", ".dot": "word", ".rtf": "word", ".ppt": "slides", ".pps": "slides"}
"""Books of programs of before 2007, which have no reader, and what they are to be saved as."""
PACKED_SUFFIXES = {".zip", ".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz"}
# Kinds that show themselves by their first bytes, so that a file without them is something else.
SELF_EVIDENT = {"pdf", "epub", "word", "odt", "slides", "zim", "pictures"}
HEAD = 4096
PDF_WITHIN = 1024
OLD_OFFICE = "old-office"
ARCHIVE = "archive"
MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "pictures"),
    (b"\xff\xd8\xff", "pictures"),
    (b"II*\x00", "pictures"),
    (b"MM\x00*", "pictures"),
    (b"BM", "pictures"),
    (b"ZIM\x04", "zim"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLD_OFFICE),
    (b"{\\rtf", OLD_OFFICE),
)
MIME_KINDS = {
    b"application/epub+zip": "epub",
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.text-template": "odt",
}
HTML_STARTS = (b"<!doctype html", b"<html")


def kind_by_name(path: Path) -> str | None:
    """The kind that the ending of the name tells, or None."""
    return SUFFIXES.get(path.suffix.lower())


def kind_by_content(path: Path) -> str | None:
    """The kind that the content shows, also OLD_OFFICE and ARCHIVE, which have no reader; None for text and others.

    Raises OSError when the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(HEAD)
    if b"%PDF-" in head[:PDF_WITHIN]:
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return _archive_kind(path)
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "pictures"
    for start, kind in MAGIC:
        # Two letters may begin a text.
        if head.startswith(start) and (start != b"BM" or b"\x00" in head[:16]):
            return kind
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if text.startswith(b"<?xml"):
        text = text.partition(b"?>")[2].lstrip()
    return "html" if text.startswith(HTML_STARTS) else None


def _archive_kind(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                kind = MIME_KINDS.get(archive.read("mimetype").strip())
                if kind:
                    return kind
            if "META-INF/container.xml" in names:
                return "epub"
            if "[Content_Types].xml" in names:
                return (
                    "word"
                    if any(name.startswith("word/") for name in names)
                    else ("slides" if any(name.startswith("ppt/") for name in names) else ARCHIVE)
                )
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, KeyError, RuntimeError):
        pass
    return ARCHIVE
