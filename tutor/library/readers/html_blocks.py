"""HTML as blocks: a streaming reader, so that no page is too deep or too broken. It runs and fetches nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from tutor.library.cleaning.characters import clean_text
from tutor.library.readers.blocks import Block
from tutor.library.readers.html_math import MathGatherer
from tutor.library.readers.html_text import INSIDE_A_LINE, page_number
from tutor.library.readers.marks import is_formula, list_block, table_blocks
from tutor.library.readers.raised import lowered, raised

UNSHOWN = frozenset("script style noscript template iframe object applet svg nav select button textarea audio video "
                    "canvas map datalist dialog".split())  # fmt: skip
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
HEADINGS = {f"h{level}": level for level in range(1, 7)}
HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
NUMBER = re.compile(r"\d{1,5}")
BLANK_LINE = re.compile(r"\n\s*\n")
# A cell of more words is text that a table only puts in its place.
WORDS_IN_CELL = 80
ALT_WORDS = 5

Attributes = list[tuple[str, str | None]]


@dataclass
class HtmlPage:
    """What a page holds. `title` and `language` are what its head says; `pictures` counts its images."""

    blocks: list[Block]
    title: str = ""
    language: str = ""
    pictures: int = 0


@dataclass
class _Table:
    """A table being read. `is_layout` says that its cells are the page's text itself."""

    rows: list[list[str]] = field(default_factory=list)
    in_cell: bool = False
    is_layout: bool = False


def html_page(html: str, page: int | None = None) -> HtmlPage:
    """The page's blocks in order; `page` is the number of the page on which it begins. Never raises."""
    reader = _Reader(page)
    # What follows the last `>` holds no tag; the standard parser would look for one again and again.
    whole = html.rfind(">") + 1
    try:
        reader.feed(html[:whole] + html[whole:].replace("<", "&lt;"))
        reader.close()
    except AssertionError:
        # The standard parser gives up so on `<![` followed by a word of no standard; what came before is kept.
        pass
    reader.end()
    return HtmlPage(reader.blocks, clean_text(reader.title), reader.language, reader.pictures)


class _Reader(HTMLParser):
    def __init__(self, page: int | None) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self.title = ""
        self.language = ""
        self.pictures = 0
        self._page = page
        self._text: list[str] = []
        self._kind = "paragraph"
        self._level = 0
        self._skipped = ""
        self._skip_depth = 0
        self._in_title = False
        self._in_pre = False
        self._items: list[str] = []
        self._lists: list[int | None] = []
        self._tables: list[_Table] = []
        self._scripts: list[tuple[str, int]] = []
        self._math = MathGatherer()
        self._term = ""

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        named = dict(attrs)
        tag = tag.rpartition(":")[2]
        if self._skipped:
            self._skip_depth += tag == self._skipped and tag not in VOID
        elif self._math.is_open or tag == "math":
            self._math.begin(tag, named)
        elif tag in UNSHOWN or _is_hidden(named):
            if tag not in VOID:
                self._skipped, self._skip_depth = tag, 1
        elif tag == "title" and not self.title:
            self._in_title = True
        elif tag in {"sub", "sup"}:
            self._scripts.append((tag, len(self._text)))
        elif tag == "br":
            self._text.append("\n")
        elif tag == "img":
            self._picture(named)
        elif tag == "html":
            self.language = (named.get("lang") or named.get("xml:lang") or "").lower()[:2]
        else:
            self._open_part(tag, named)
        if "pagebreak" in f"{named.get('epub:type')} {named.get('role')}":
            self._begin_page(" ".join(str(named.get(name) or "") for name in ("aria-label", "title", "id")))

    def handle_endtag(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if self._skipped:
            self._skip_depth -= tag == self._skipped
            if self._skip_depth <= 0:
                self._skipped = ""
        elif self._math.is_open:
            self._text.append(f" {self._math.end(tag) or ''} ")
        elif tag == "title":
            self._in_title = False
        elif tag in {"sub", "sup"}:
            self._close_script(tag)
        else:
            self._close_part(tag)

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        if self._math.is_open:
            self._math.add(data)
        elif self._in_title:
            self.title += data
        else:
            self._text.append(data if self._in_pre else " ".join(data.split(" ")).replace("\n", " "))

    def handle_comment(self, data: str) -> None:
        number = page_number(data)
        if number is not None:
            self._flush()
            self._page = number

    def unknown_decl(self, data: str) -> None:
        self.handle_data(data.removeprefix("CDATA["))

    def end(self) -> None:
        """Give out what is still open: many pages end in the middle of a table or a list."""
        while self._tables:
            self._close_table()
        self._end_list()
        self._flush()

    def _open_part(self, tag: str, named: dict[str, str | None]) -> None:
        if tag in HEADINGS:
            self._leave_cell()
            self._end_list()
            self._flush()
            self._kind, self._level = "heading", HEADINGS[tag]
        elif tag in {"ul", "ol"}:
            self._open_list(tag, named)
        elif tag in {"li", "dt", "dd"}:
            self._flush()
            self._kind = "item" if tag == "li" else tag
        elif tag == "table":
            self._open_table()
        elif tag == "tr" and self._tables:
            self._end_cell()
            self._tables[-1].rows.append([])
        elif tag in {"td", "th"} and self._tables:
            self._end_cell()
            self._tables[-1].in_cell = True
        elif tag in {"figcaption", "caption"}:
            self._flush()
            self._kind = "caption"
        elif tag == "pre":
            self._flush()
            self._in_pre = True
        elif tag not in INSIDE_A_LINE and tag not in VOID:
            self._new_paragraph()
        elif tag in {"hr", "input"}:
            self._text.append(" ")

    def _close_part(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self._end_cell()
        elif tag == "table" and self._tables:
            self._close_table()
        elif tag in {"ul", "ol", "dl"}:
            self._flush()
            if self._lists:
                self._lists.pop()
            if not self._lists:
                self._end_list()
        elif tag == "pre":
            self._flush()
            self._in_pre = False
        elif tag in HEADINGS or tag in {"figcaption", "caption", "li", "dt", "dd"}:
            self._flush()
        elif tag not in INSIDE_A_LINE and tag not in VOID:
            self._new_paragraph()

    def _new_paragraph(self) -> None:
        if self._kind in {"paragraph", "heading"} and not self._in_cell:
            self._flush()
        else:
            # Paragraphs of an item or a cell stay in it.
            self._text.append(" ")

    @property
    def _in_cell(self) -> bool:
        return bool(self._tables) and self._tables[-1].in_cell and not self._tables[-1].is_layout

    def _flush(self) -> None:
        """Give out the text gathered so far as what it is."""
        if self._in_cell:
            self._text.append(" ")
            return
        text, kind, level = "".join(self._text), self._kind, self._level
        self._text.clear()
        self._scripts.clear()
        self._kind, self._level = "paragraph", 0
        if kind == "item":
            self._add_item(_one_line(text))
        elif kind == "dt":
            self._term = _one_line(text)
        elif kind == "dd":
            self._items.append(f"- {self._term}: {_one_line(text)}" if self._term else f"- {_one_line(text)}")
            self._term = ""
        elif kind in {"heading", "caption"}:
            text = _one_line(text)
            if text:
                made = "heading" if kind == "heading" else "caption"
                self.blocks.append(Block("heading" if made == "heading" else "caption", text, self._page, level))
        elif text.strip():
            if self._lists:
                # A paragraph of its own inside an item goes on in it.
                self._add_to_item(_one_line(text))
                return
            self._end_list()
            pieces = [text] if self._in_pre else BLANK_LINE.split(text)
            self._add_paragraphs(filter(None, map(clean_text, pieces)))

    def _add_paragraphs(self, texts: object) -> None:
        for text in texts:  # type: ignore[attr-defined]
            self.blocks.append(Block("formula" if is_formula(text) else "paragraph", text, self._page))

    def _open_list(self, tag: str, named: dict[str, str | None]) -> None:
        self._flush()
        start = named.get("start") or "1"
        self._lists.append(None if tag == "ul" else int(start) if start.isascii() and start.isdigit() else 1)

    def _add_item(self, text: str) -> None:
        number = self._lists[-1] if self._lists else None
        if number is not None:
            self._lists[-1] = number + 1
        if text:
            self._items.append(f"- {text}" if number is None else f"{number}. {text}")

    def _add_to_item(self, text: str) -> None:
        if self._items:
            self._items[-1] += f" {text}"
        else:
            self._items.append(f"- {text}")

    def _end_list(self) -> None:
        if self._items:
            self.blocks.append(list_block(self._items, self._page))
            self._items = []

    def _open_table(self) -> None:
        self._leave_cell()
        self._flush()
        self._end_list()
        self._tables.append(_Table())

    def _end_cell(self) -> None:
        table = self._tables[-1] if self._tables else None
        if table is None or not table.in_cell:
            return
        if table.is_layout:
            self._flush()
            table.in_cell = False
            return
        text = _one_line("".join(self._text))
        self._text.clear()
        self._kind = "paragraph"
        table.in_cell = False
        if not table.rows:
            table.rows.append([])
        table.rows[-1].append(text)

    def _leave_cell(self) -> None:
        """A heading or a table inside a cell says that the table only puts text in its place."""
        if self._in_cell:
            table = self._tables[-1]
            self._give_out(table)
            table.is_layout = True
            self._flush()

    def _close_table(self) -> None:
        self._end_cell()
        table = self._tables.pop()
        self._flush()
        self._give_out(table)

    def _give_out(self, table: _Table) -> None:
        rows = [row for row in table.rows if any(row)]
        table.rows = [[]]
        if not rows:
            return
        if max(map(len, rows)) < 2 or any(len(cell.split()) > WORDS_IN_CELL for row in rows for cell in row):
            self._add_paragraphs(cell for row in rows for cell in row if cell)
            return
        lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
        self.blocks.extend(table_blocks(lines, self._page))

    def _close_script(self, tag: str) -> None:
        if not self._scripts or self._scripts[-1][0] != tag or self._scripts[-1][1] > len(self._text):
            return
        _, start = self._scripts.pop()
        inside = "".join(self._text[start:])
        del self._text[start:]
        self._text.append((raised if tag == "sup" else lowered)(inside) if len(inside) <= 12 else f" {inside} ")

    def _picture(self, named: dict[str, str | None]) -> None:
        self.pictures += 1
        words = (named.get("alt") or "").split()
        if len(words) >= ALT_WORDS and not self._in_cell and not self._lists:
            self._new_paragraph()
            self.blocks.append(Block("caption", clean_text(" ".join(words)), self._page))
        elif len(words) >= 1:
            self._text.append(f" {' '.join(words)} " if len(words) > 1 or len(words[0]) > 2 else "")

    def _begin_page(self, name: str) -> None:
        found = NUMBER.search(name)
        if found:
            self._flush()
            self._page = int(found.group())


def _is_hidden(named: dict[str, str | None]) -> bool:
    return (
        "hidden" in named or named.get("aria-hidden") == "true" or bool(HIDDEN_STYLE.search(named.get("style") or ""))
    )


def _one_line(text: str) -> str:
    return " ".join(clean_text(text).split())
