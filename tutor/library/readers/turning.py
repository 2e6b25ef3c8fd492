"""Places on a page as they are when its text is held upright: y runs down from the upper left corner."""

from __future__ import annotations

from tutor.library.cleaning.pages import Box
from tutor.library.readers.layout.tables import Ruling

Quarter = int
"""Quarter turns, clockwise, by which text is turned on its page: 0 upright, 1 reads downwards, 3 reads upwards."""


def turned_box(box: Box, quarter: Quarter, size: tuple[float, float]) -> Box:
    """The box (left, bottom, right, top with y upwards) as left, top, right, bottom of the upright text."""
    (left, bottom, right, top), (width, height) = box, size
    if quarter == 1:
        return height - top, width - right, height - bottom, width - left
    if quarter == 2:
        return width - right, bottom, width - left, top
    if quarter == 3:
        return bottom, left, top, right
    return left, height - top, right, height - bottom


def turned_size(quarter: Quarter, size: tuple[float, float]) -> tuple[float, float]:
    """The width and height of the page that the upright text stands on."""
    return size if quarter % 2 == 0 else (size[1], size[0])


def turned_ruling(ruling: Ruling, quarter: Quarter, size: tuple[float, float]) -> Ruling:
    """The ruled line, its y upwards, as it lies when the text is upright."""
    if ruling.horizontal:
        box = (ruling.start, ruling.at, ruling.end, ruling.at)
    else:
        box = (ruling.at, ruling.start, ruling.at, ruling.end)
    x0, y0, x1, y1 = turned_box(box, quarter, size)
    return Ruling(True, y0, x0, x1) if ruling.horizontal == (quarter % 2 == 0) else Ruling(False, x0, y0, y1)
