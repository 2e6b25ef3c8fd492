"""What is drawn on a page of a PDF besides its text: pictures and ruled lines. Runs in the worker."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from tutor.library.cleaning.pages import Box
from tutor.library.readers.layout.tables import MAX_RULINGS, Ruling

MAX_OBJECTS = 5_000
MAX_SEGMENTS = 12_000
DEEPEST_FORM = 3
STRAIGHT = 1.0
SHORTEST_RULING = 8.0
# A few drawn lines are no picture of words; letters drawn as outlines are many.
DRAWN_PATHS = 30

Point = tuple[float, float]


@dataclass(frozen=True)
class Drawings:
    """`picture` is the share of the page that pictures cover; `anything` says that words may be drawn on it.

    The y of rulings runs upwards, from the page's lower edge.
    """

    picture: float
    anything: bool
    rulings: tuple[Ruling, ...]


def drawings(page: pdfium.PdfPage, bounds: Box) -> Drawings:
    """What is drawn inside the bounds: left, bottom, right, top."""
    covered, pictures, paths, segments = 0.0, 0, 0, 0
    rulings: list[Ruling] = []
    area = max((bounds[2] - bounds[0]) * (bounds[3] - bounds[1]), 1.0)
    for depth, item in _objects(page):
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            pictures += 1
            # Inside a form the place is told in the form's own measure: such a picture counts as half a page.
            covered += _covered(item, bounds) if depth == 0 else area / 2
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            paths += 1
            if depth == 0 and segments < MAX_SEGMENTS and len(rulings) < MAX_RULINGS:
                segments += _add_rulings(item, bounds, rulings)
        elif kind == raw.FPDF_PAGEOBJ_SHADING:
            paths += 1
    return Drawings(min(covered / area, 1.0), pictures > 0 or paths >= DRAWN_PATHS, tuple(rulings))


def _objects(page: pdfium.PdfPage) -> Iterator[tuple[int, object]]:
    """Each object with how many forms it lies in; at most MAX_OBJECTS, for forms can hold each other."""
    seen = 0
    waiting: list[tuple[int, object]] = [
        (0, raw.FPDFPage_GetObject(page, number)) for number in range(min(raw.FPDFPage_CountObjects(page), MAX_OBJECTS))
    ]
    waiting.reverse()
    while waiting and seen < MAX_OBJECTS:
        depth, item = waiting.pop()
        seen += 1
        yield depth, item
        if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_FORM and depth < DEEPEST_FORM:
            count = min(raw.FPDFFormObj_CountObjects(item), MAX_OBJECTS)
            waiting.extend((depth + 1, raw.FPDFFormObj_GetObject(item, number)) for number in reversed(range(count)))


def _covered(item: object, bounds: Box) -> float:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return 0.0
    width = min(right.value, bounds[2]) - max(left.value, bounds[0])
    height = min(top.value, bounds[3]) - max(bottom.value, bounds[1])
    return max(width, 0.0) * max(height, 0.0)


def _add_rulings(item: object, bounds: Box, rulings: list[Ruling]) -> int:
    """Add the straight lines of a path; the number of its pieces comes back."""
    fill, stroke, matrix = ctypes.c_int(), ctypes.c_int(), raw.FS_MATRIX()
    count = min(int(raw.FPDFPath_CountSegments(item)), MAX_SEGMENTS)
    raw.FPDFPath_GetDrawMode(item, fill, stroke)
    if not (fill.value or stroke.value) or not raw.FPDFPageObj_GetMatrix(item, matrix):
        return count
    x, y = ctypes.c_float(), ctypes.c_float()
    start: Point | None = None
    last: Point | None = None
    for number in range(count):
        segment = raw.FPDFPath_GetPathSegment(item, number)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = (
            matrix.a * x.value + matrix.c * y.value + matrix.e - bounds[0],
            matrix.b * x.value + matrix.d * y.value + matrix.f - bounds[1],
        )
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == raw.FPDF_SEGMENT_LINETO and last:
            _add_ruling(last, point, rulings)
        if raw.FPDFPathSegment_GetClose(segment) and start:
            _add_ruling(point, start, rulings)
        last = point
    return count


def _add_ruling(one: Point, other: Point, rulings: list[Ruling]) -> None:
    across, up = abs(one[0] - other[0]), abs(one[1] - other[1])
    if up <= STRAIGHT and across >= SHORTEST_RULING:
        rulings.append(Ruling(True, (one[1] + other[1]) / 2, min(one[0], other[0]), max(one[0], other[0])))
    elif across <= STRAIGHT and up >= SHORTEST_RULING:
        rulings.append(Ruling(False, (one[0] + other[0]) / 2, min(one[1], other[1]), max(one[1], other[1])))
