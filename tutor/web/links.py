"""Addresses of passages, with the pieces to highlight in them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import url_for

Span = tuple[int, int]
MARKS = re.compile(r"\d{1,7}-\d{1,7}(?:_\d{1,7}-\d{1,7}){0,9}")


def passage_link(passage_id: str, marked: Iterable[Span] = (), ticket: str | None = None) -> str:
    """The address of a passage's page. With a ticket the page leads back to its answer."""
    marks = "_".join(f"{start}-{end}" for start, end in marked)
    anchor = "quote" if marks else None
    return url_for("reading.passage", id=passage_id, mark=marks or None, answer=ticket, _anchor=anchor)


def marked_spans(text: str) -> list[Span]:
    """The spans of a `mark` in an address; none where it is not understood."""
    if not MARKS.fullmatch(text):
        return []
    pairs = [piece.split("-") for piece in text.split("_")]
    return [(int(start), int(end)) for start, end in pairs]
