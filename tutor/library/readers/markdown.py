"""Reads Markdown with front matter. A comment `<!-- page: 12 -->` begins page 12."""

from __future__ import annotations

import re
from pathlib import Path

import frontmatter
import yaml
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from tutor.language.normalise import normalise_text
from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.encoding import decode_text
from tutor.library.readers.files import unreadable
from tutor.library.readers.html_text import html_pieces

# Beyond its limit the block parser drops what is nested deeper. Python's own limit comes first, and is an error.
MAX_NESTING = 100_000
# The inline parser keeps as plain text what is nested deeper.
MAX_INLINE_NESTING = 20
COMMENT_BEFORE_TEXT = re.compile(r"(<!--.*?-->)[ \t]*(?=\S)")
# What PyYAML raises for values that do not fit their tag, besides its own errors.
YAML_FAULTS = (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


def read_markdown(path: Path) -> ReadBook:
    """The book's blocks and front matter. Raises LibraryError `book-unreadable`."""
    text = decode_text(path)
    try:
        front_matter, body = frontmatter.parse(text)
    except YAML_FAULTS as error:
        raise unreadable(path, "front-matter", str(error).partition("\n")[0]) from error
    if not front_matter:
        # Text between two rules looks like front matter and is none.
        body = text
    try:
        blocks = tuple(markdown_blocks(body))
    except RecursionError as error:
        raise unreadable(path, "nested-too-deeply") from error
    return ReadBook(blocks=blocks, front_matter=dict(front_matter))


def markdown_blocks(body: str) -> list[Block]:
    """The blocks of a Markdown text, pages taken from its page marks. Raises RecursionError."""
    tokens = _parsed(body)
    blocks: list[Block] = []
    page: int | None = None
    index = 0
    while index < len(tokens):
        token = tokens[index]
        end = _closing(tokens, index)
        inside = tokens[index : end + 1]
        if token.type == "html_block":
            for piece in html_pieces(token.content):
                if isinstance(piece, int):
                    page = piece
                else:
                    blocks.append(Block("paragraph", _one_line(piece), page))
        elif token.type == "heading_open":
            blocks.append(Block("heading", _plain(inside), page, level=int(token.tag[1])))
        elif token.type in {"bullet_list_open", "ordered_list_open"}:
            blocks.append(_list_block(inside, page))
        elif token.type == "table_open":
            blocks.append(_table_block(inside, page))
        elif token.type.startswith("math_block"):
            blocks.append(Block("formula", _token_text(token), page))
        elif token.type in {"fence", "code_block"}:
            blocks.append(Block("paragraph", normalise_text(token.content), page))
        else:
            blocks.append(Block("paragraph", _plain(inside), page))
        page = _page_after(inside, page)
        index = end + 1
    return [block for block in blocks if block.text]


def _parsed(body: str) -> list[Token]:
    tokens = _tokens(body)
    lines = body.split("\n")
    for token in tokens:
        if token.type != "html_block" or token.level or not token.map or not token.content.lstrip().startswith("<!--"):
            continue
        first, last = token.map[0], token.map[1] - 1
        comment, mark, rest = lines[last].partition("-->")
        if "-->" not in token.content:
            # A comment that never ends would hide the rest of the book.
            lines[first] = lines[first].replace("<!--", "", 1)
        elif mark and rest.strip():
            # A comment takes its last line whole, so that what follows on it would be no Markdown any more.
            lines[last] = f"{comment}{mark}\n" + COMMENT_BEFORE_TEXT.sub(r"\1\n", rest.lstrip())
    parted = "\n".join(lines)
    return tokens if parted == body else _tokens(parted)


def _tokens(text: str) -> list[Token]:
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table").use(dollarmath_plugin)
    parser.core.ruler.before("inline", "inline_nesting", _limit_inline_nesting)
    return parser.parse(text)


def _limit_inline_nesting(state: StateCore) -> None:
    state.md.options["maxNesting"] = MAX_INLINE_NESTING


def _page_after(tokens: list[Token], page: int | None) -> int | None:
    """The page that the last mark among the tokens begins, else `page`."""
    for token in tokens:
        within = [child.content for child in token.children or [] if child.type == "html_inline"]
        for html in [token.content] if token.type == "html_block" else within:
            page = next((piece for piece in reversed(html_pieces(html)) if isinstance(piece, int)), page)
    return page


def _closing(tokens: list[Token], index: int) -> int:
    """The index of the token that closes the one at `index`."""
    depth = 0
    for position in range(index, len(tokens)):
        depth += tokens[position].nesting
        if depth == 0:
            return position
    return len(tokens) - 1


def _plain(tokens: list[Token]) -> str:
    """The words of the tokens without markup; formulas keep their dollar signs."""
    return normalise_text(" ".join(filter(None, map(_token_text, tokens))))


def _token_text(token: Token) -> str:
    """The words of one token, on one line; an opening or closing token has none."""
    if token.type == "inline":
        return _inline_text(token)
    if token.type == "html_block":
        return _one_line(" ".join(piece for piece in html_pieces(token.content) if isinstance(piece, str)))
    if token.type.startswith("math_block"):
        return _one_line(f"$${' '.join(token.content.split())}$$")
    return _one_line(token.content) if token.type in {"fence", "code_block"} else ""


def _one_line(text: str) -> str:
    return " ".join(normalise_text(text).split())


def _inline_text(token: Token) -> str:
    parts = []
    for child in token.children or []:
        if child.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
        elif child.type == "math_inline":
            parts.append(f"${child.content}$")
        elif child.type == "math_inline_double":
            parts.append(f"$${child.content}$$")
        elif child.type != "html_inline":
            parts.append(child.content)
    return "".join(parts)


def _list_block(tokens: list[Token], page: int | None) -> Block:
    """One line per item, nested items flattened, with the marker the list shows."""
    lines: list[str] = []
    numbers: list[int | None] = []
    items: list[list[Token]] = []
    for token in tokens:
        if token.type == "ordered_list_open":
            numbers.append(int(token.attrGet("start") or 1))
        elif token.type == "bullet_list_open":
            numbers.append(None)
        elif token.type in {"ordered_list_close", "bullet_list_close"}:
            numbers.pop()
        elif token.type == "list_item_open":
            number = numbers[-1]
            lines.append("- " if number is None else f"{number}. ")
            numbers[-1] = None if number is None else number + 1
            items.append([])
        elif items:
            items[-1].append(token)
    return _lines_block("list", [(mark, _plain(item), "") for mark, item in zip(lines, items, strict=True)], page)


def _table_block(tokens: list[Token], page: int | None) -> Block:
    """One line per row: `| cell | cell |`; the first row is the header."""
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows:
            rows[-1].append(_plain([token]))
    return _lines_block("table", [("| ", " | ".join(row), " |") for row in rows], page)


def _lines_block(kind: str, lines: list[tuple[str, str, str]], page: int | None) -> Block:
    """Join (before, words, after) lines; the spans of the words are kept (whole lines for tables)."""
    text, items = "", []
    for before, words, after in lines:
        if not words:
            continue
        text += "\n" if text else ""
        whole = kind == "table"
        start = len(text) + (0 if whole else len(before))
        text += before + words + after
        items.append((start, len(text) if whole else start + len(words)))
    return Block("table" if kind == "table" else "list", text, page, items=tuple(items))
