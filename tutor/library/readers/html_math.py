"""Gathers the formulas of a web page while it streams by."""

from __future__ import annotations

from tutor.library.readers.mathml import MathNode, math_text

# Elements that hold nothing and are often left open.
EMPTY = frozenset({"mspace", "mprescripts", "none", "br", "img", "hr"})


class MathGatherer:
    """Between `<math>` and `</math>`; a formula that its page also gives as TeX is kept as that."""

    def __init__(self) -> None:
        self._open: list[MathNode] = []
        self._tex = ""

    @property
    def is_open(self) -> bool:
        return bool(self._open)

    def begin(self, tag: str, named: dict[str, str | None]) -> None:
        """An element begins; the first one is the formula itself."""
        node = MathNode(tag)
        if self._open:
            self._open[-1].parts.append(node)
        else:
            self._tex = (named.get("alttext") or "").strip()
        if tag == "annotation" and "tex" in (named.get("encoding") or ""):
            node.name = "tex"
        if tag not in EMPTY:
            self._open.append(node)

    def add(self, text: str) -> None:
        """Text inside the element that is open."""
        self._open[-1].parts.append(text)

    def end(self, tag: str) -> str | None:
        """An element ends; what was left open inside it ends too. The formula's text when it is whole, else None."""
        node = self._open[0]
        while self._open:
            node = self._open.pop()
            is_it = node.name == tag or (node.name == "tex" and tag == "annotation")
            if node.name == "tex":
                self._tex = "".join(part for part in node.parts if isinstance(part, str)).strip()
                node.name, node.parts = "annotation", []
            if is_it:
                break
        if self._open:
            return None
        return f"${' '.join(self._tex.split())}$" if self._tex else " ".join(math_text(node).split())
