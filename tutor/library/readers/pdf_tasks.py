"""What the worker does with a PDF: its pages as lines, or pages as pictures for recognition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from tutor.library.readers.errors import ReadingError
from tutor.library.readers.limits import Limits
from tutor.library.readers.packing import packed_page
from tutor.library.readers.pdf_page import read_page

DPI = 300
LOWEST_DPI = 100
ALL_PERMISSIONS = 0xFFFFFFFC
PASSWORD_ERROR = 4


def pdf_replies(request: dict[str, Any], path: Path, limits: Limits) -> Iterator[dict[str, Any]]:
    """First what the document is, then each page: as lines, or, where `folder` is given, as a picture file in it.

    Raises ReadingError for a document that cannot be opened.
    """
    document = _opened(path)
    pages = len(document)
    if pages > limits.pages:
        raise ReadingError("book-too-many-pages", file=path.name, size=pages, most=limits.pages)
    if pages == 0:
        raise ReadingError("book-damaged", file=path.name)
    yield {"pages": pages, "title": document.get_metadata_value("Title"), "restricted": _is_restricted(document)}
    folder = request.get("folder")
    for number in request.get("numbers") or range(request.get("first", 1), pages + 1):
        try:
            if folder:
                yield {"number": number, **_drawn(document, number, Path(folder), limits)}
            else:
                label = document.get_page_label(number - 1)
                yield {"number": number, "label": label, "page": packed_page(read_page(document, number - 1))}
        except pdfium.PdfiumError:
            yield {"number": number, "unread": "damaged"}


def _opened(path: Path) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == PASSWORD_ERROR:
            raise ReadingError("book-password", file=path.name) from error
        raise ReadingError("book-damaged", file=path.name) from error


def _is_restricted(document: pdfium.PdfDocument) -> bool:
    is_encrypted = raw.FPDF_GetSecurityHandlerRevision(document) >= 0
    return bool(is_encrypted and raw.FPDF_GetDocPermissions(document) & ALL_PERMISSIONS != ALL_PERMISSIONS)


def _drawn(document: pdfium.PdfDocument, number: int, folder: Path, limits: Limits) -> dict[str, Any]:
    page = document[number - 1]
    try:
        width, height = (side / 72 for side in page.get_size())
        dpi = min(DPI, int((limits.pixels / max(width * height, 0.01)) ** 0.5))
        if dpi < LOWEST_DPI:
            return {"unread": "too-many-pixels"}
        picture = page.render(scale=dpi / 72, grayscale=True).to_pil()
        file = folder / f"{number}.png"
        picture.save(file, dpi=(dpi, dpi), compress_level=1)
        return {"file": str(file), "dpi": dpi}
    finally:
        page.close()
