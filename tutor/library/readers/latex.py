"""Reads LaTeX source: its structure and words; formulas stay as they are written. Nothing that it names is opened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexCommentNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexWalker,
    get_default_latex_context_db,
)
from pylatexenc.macrospec import std_macro

from tutor.library.cleaning.characters import clean_text
from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.encoding import decode_text
from tutor.library.readers.errors import ReadingError
from tutor.library.readers.limits import Limits
from tutor.library.readers.marks import list_block, table_blocks

HEADINGS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "frametitle": 2}
LISTS = {"itemize", "enumerate", "description"}
FORMULAS = {"equation", "align", "gather", "multline", "eqnarray", "displaymath", "alignat", "flalign", "math"}
TABLES = {"tabular", "tabularx", "longtable", "array"}
LITERAL = {"verbatim", "lstlisting", "minted"}
INPUTS = {"input", "include", "subfile", "import"}
SILENT = {"label", "cite", "citep", "citet", "ref", "eqref", "pageref", "includegraphics", "vspace", "hspace", "hline",
          "centering", "maketitle", "tableofcontents", "newpage", "clearpage", "noindent", "bibliography",
          "bibliographystyle", "usepackage", "documentclass", "newcommand", "renewcommand", "author", "date", "index",
          "pagestyle", "setlength", "graphicspath", "toprule", "midrule", "bottomrule",
          "DeclareMathOperator"}  # fmt: skip
# Macros whose arguments the parser does not know by itself.
ARGUMENTS = {"caption": "[{", "frametitle": "[{", "chapter": "*[{", "part": "*[{", "ce": "{", "subfile": "{"}
# The parser needs half a minute for a million letters.
MAX_BYTES = 4 << 20
BLANK_LINE = re.compile(r"\n\s*\n")


def read_latex(path: Path, limits: Limits) -> ReadBook:
    """The document's blocks. Raises LibraryError when it is no text, `book-too-large` beyond what the parser can do."""
    if path.stat().st_size > MAX_BYTES:
        raise ReadingError("book-too-large", file=path.name, most=MAX_BYTES >> 20)
    text = decode_text(path)
    begin = text.find("\\begin{document}")
    reader = _Reader()
    if begin > 0:
        reader.front(_nodes(text[:begin]))
    reader.read(_nodes(text[max(begin, 0) :]))
    reader.end()
    front = {"title": reader.title} if reader.title else {}
    return ReadBook(tuple(reader.blocks), front, warnings=("inputs-left-out",) if reader.inputs else ())


def _nodes(text: str) -> Sequence[Any]:
    known = get_default_latex_context_db()
    known.add_context_category("books", [std_macro(name, form) for name, form in ARGUMENTS.items()], prepend=True)
    nodes: Sequence[Any] = LatexWalker(text, latex_context=known, tolerant_parsing=True).get_latex_nodes()[0]
    return nodes


@dataclass
class _Reader:
    blocks: list[Block] = field(default_factory=list)
    title: str = ""
    inputs: int = 0

    def __post_init__(self) -> None:
        self._words: list[str] = []
        self._plain = LatexNodes2Text(math_mode="verbatim", strict_latex_spaces=False, keep_comments=False)

    def front(self, nodes: Sequence[Any]) -> None:
        """Take the title from what stands before the document."""
        for node in nodes:
            if isinstance(node, LatexMacroNode) and node.macroname == "title":
                self.title = self._argument(node)

    def read(self, nodes: Sequence[Any]) -> None:
        for node in nodes:
            if node is None or isinstance(node, LatexCommentNode):
                continue
            if isinstance(node, LatexCharsNode):
                self._chars(node.chars)
            elif isinstance(node, LatexMathNode):
                self._math(node)
            elif isinstance(node, LatexMacroNode):
                self._macro(node)
            elif isinstance(node, LatexEnvironmentNode):
                self._environment(node)
            elif isinstance(node, LatexGroupNode):
                self.read(node.nodelist)
            else:
                self._words.append(self._plain.node_to_text(node))

    def end(self) -> None:
        """Give out the paragraph gathered so far."""
        text = clean_text(" ".join("".join(self._words).split()))
        self._words.clear()
        if text:
            self.blocks.append(Block("paragraph", text))

    def _chars(self, text: str) -> None:
        first, *rest = BLANK_LINE.split(text)
        self._words.append(first)
        for piece in rest:
            self.end()
            self._words.append(piece)

    def _math(self, node: Any) -> None:
        written = " ".join(node.latex_verbatim().split())
        if node.displaytype == "display":
            self.end()
            self.blocks.append(Block("formula", written))
        else:
            self._words.append(written)

    def _macro(self, node: Any) -> None:
        name = node.macroname.rstrip("*")
        if name in HEADINGS:
            self.end()
            text = self._argument(node)
            if text:
                self.blocks.append(Block("heading", text, level=HEADINGS[name]))
        elif name == "title":
            self.title = self._argument(node)
        elif name == "caption":
            self.end()
            self.blocks.append(Block("caption", self._argument(node)))
        elif name == "par":
            self.end()
        elif name in INPUTS:
            self.inputs += 1
        elif name not in SILENT:
            self._words.append(self._plain.node_to_text(node) + (node.macro_post_space or ""))

    def _argument(self, node: Any) -> str:
        arguments = [each for each in (node.nodeargs or []) if each is not None]
        text = self._plain.nodelist_to_text([arguments[-1]]) if arguments else ""
        return " ".join(clean_text(text).split())

    def _environment(self, node: Any) -> None:
        name = node.environmentname.rstrip("*")
        if name in FORMULAS:
            self.end()
            body = "".join(part.latex_verbatim() for part in node.nodelist)
            self.blocks.append(Block("formula", f"$${' '.join(body.split())}$$"))
        elif name in LISTS:
            self.end()
            self._list(node, is_numbered=name == "enumerate")
        elif name in TABLES:
            self.end()
            self._table("".join(part.latex_verbatim() for part in node.nodelist))
        elif name in LITERAL:
            self.end()
            text = clean_text("".join(part.latex_verbatim() for part in node.nodelist))
            self.blocks.append(Block("paragraph", text)) if text else None
        elif name != "thebibliography":
            if name != "document":
                self.end()
            self.read(node.nodelist)
            self.end()

    def _list(self, node: Any, is_numbered: bool) -> None:
        items: list[list[Any]] = []
        for part in node.nodelist:
            if isinstance(part, LatexMacroNode) and part.macroname == "item":
                items.append([argument for argument in (part.nodeargs or []) if argument is not None])
            elif items:
                items[-1].append(part)
        texts = [" ".join(clean_text(self._plain.nodelist_to_text(item)).split()) for item in items]
        marked = [f"{number}. {text}" if is_numbered else f"- {text}" for number, text in enumerate(texts, 1) if text]
        if marked:
            self.blocks.append(list_block(marked, None))

    def _table(self, body: str) -> None:
        rows = []
        for row in re.split(r"\\\\(?:\[[^\]]*\])?", body):
            row = re.sub(r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\})", "", row)
            cells = [
                " ".join(clean_text(self._plain.latex_to_text(cell)).split()) for cell in re.split(r"(?<!\\)&", row)
            ]
            if any(cells):
                rows.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
        if rows:
            self.blocks.extend(table_blocks(rows, None))
