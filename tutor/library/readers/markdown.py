"""Reads Markdown with front matter. A comment `<!-- page: 12 -->` on its own line begins page 12."""

from __future__ import annotations

import re
from pathlib import Path

import frontmatter
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from tutor.core.errors import LibraryError
from tutor.language.normalise import normalise_text
from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.encoding import decode_text

PAGE_MARK = re.compile(r"<!--\s*page:\s*(\d+)\s*-->", re.IGNORECASE)


def read_markdown(path: Path) -> ReadBook:
    """The book's blocks and front matter. Raises LibraryError `book-unreadable`."""
    text = decode_text(path)
    try:
        front_matter, body = frontmatter.parse(text)
    except (yaml.YAMLError, ValueError) as error:
        reason = f"its front matter is not valid ({str(error).splitlines()[0]})"
        raise LibraryError("book-unreadable", file=path.name, why=reason) from error
    return ReadBook(blocks=tuple(markdown_blocks(body)), front_matter=dict(front_matter))


def markdown_blocks(body: str) -> list[Block]:
    """The blocks of a Markdown text, pages taken from its page marks."""
    parser = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin)
    tokens = parser.parse(body)
    blocks: list[Block] = []
    page: int | None = None
    index = 0
    while index < len(tokens):
        token = tokens[index]
        end = _closing(tokens, index)
        inside = tokens[index : end + 1]
        if token.type == "html_block":
            marks = PAGE_MARK.findall(token.content)
            page = int(marks[-1]) if marks else page
        elif token.type == "heading_open":
            blocks.append(Block("heading", _plain(inside), page, level=int(token.tag[1])))
        elif token.type in {"bullet_list_open", "ordered_list_open"}:
            blocks.append(_list_block(inside, page))
        elif token.type == "table_open":
            blocks.append(_table_block(inside, page))
        elif token.type.startswith("math_block"):
            blocks.append(Block("formula", normalise_text(f"$${' '.join(token.content.split())}$$"), page))
        elif token.type in {"fence", "code_block"}:
            blocks.append(Block("paragraph", normalise_text(token.content), page))
        else:
            blocks.append(Block("paragraph", _plain(inside), page))
        index = end + 1
    return [block for block in blocks if block.text]


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
    return normalise_text(" ".join(_inline_text(token) for token in tokens if token.type == "inline"))


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
        elif token.type == "inline" and items:
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
