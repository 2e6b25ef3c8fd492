"""The words inside a piece of HTML, and the page marks between them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

MAX_PAGE = 99_999
PAGE_COMMENT = re.compile(r"\s*page:\s*(\d{1,9})\s*", re.IGNORECASE)
TAG = re.compile(r"<[^<>]*>")
UNSHOWN = {"script", "style"}
INSIDE_A_LINE = set(
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong "
    "sub sup time tt u var wbr".split()
)
INSIDE_A_ROW = {"td", "th", "br", "img"}


def page_number(comment: str) -> int | None:
    """The page that the words of a comment begin, or None: ` page: 12 ` begins page 12."""
    found = PAGE_COMMENT.fullmatch(comment)
    return int(found[1]) if found and int(found[1]) <= MAX_PAGE else None


def html_pieces(html: str) -> list[str | int]:
    """The texts and the pages that begin between them, in order. Text is as written, entities resolved."""
    reader = _Pieces()
    # What follows the last `>` holds no tag; the standard parser would look for one again and again.
    whole = html.rfind(">") + 1
    try:
        reader.feed(html[:whole] + html[whole:].replace("<", "&lt;"))
        reader.close()
    except AssertionError:
        # The standard parser gives up so on `<![` followed by a word of no standard.
        return [TAG.sub(" ", html)]
    reader.end_text()
    return reader.pieces


class _Pieces(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str | int] = []
        self._text: list[str] = []
        self._unshown = ""

    def end_text(self) -> None:
        text = "".join(self._text)
        self._text.clear()
        if text.strip():
            self.pieces.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._part(tag)
        if tag in UNSHOWN:
            self._unshown = tag
        elif tag == "img":
            self._text.append(dict(attrs).get("alt") or "")

    def handle_endtag(self, tag: str) -> None:
        self._part(tag)
        if tag == self._unshown:
            self._unshown = ""

    def handle_data(self, data: str) -> None:
        if not self._unshown:
            self._text.append(data)

    def unknown_decl(self, data: str) -> None:
        self._text.append(data.removeprefix("CDATA["))

    def handle_comment(self, data: str) -> None:
        page = page_number(data)
        if page is not None:
            self.end_text()
            self.pieces.append(page)

    def _part(self, tag: str) -> None:
        if tag in INSIDE_A_ROW:
            self._text.append(" ")
        elif tag not in INSIDE_A_LINE:
            self.end_text()
