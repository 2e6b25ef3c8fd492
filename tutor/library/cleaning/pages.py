"""Pages as lines with their place, the form in which they are cleaned before blocks are made of them."""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Line:
    """A line of a page, or a row of a table. `box` is left, top, right, bottom in points, from the upper left corner.

    `size` is the height of its letters in points. Lines of one `column` stand under each other. `table` is 0 for
    text; rows with the same number make one table, and `text` is then `| cell | cell |`.
    """

    text: str
    box: Box
    size: float
    bold: bool = False
    column: int = 0
    table: int = 0


@dataclass(frozen=True)
class Page:
    """A page of `width` x `height` points; its lines stand in reading order.

    `picture` is the share (0..1) of the page that pictures cover. `drawn` says that something besides text is drawn,
    which on a page without text may be its words. `from_picture` says that the lines were recognised, `hidden` that
    they lie unseen under a picture because another program recognised them.
    """

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    picture: float = 0.0
    drawn: bool = False
    from_picture: bool = False
    hidden: bool = False
