"""MathML as a line of text, much as a person types it: `(a + b)/2`, `v_{avg}`, `√(x)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tutor.library.readers.raised import lowered, raised

DEEPEST = 60
ARROWS = {"\u2192", "\u20d7", "\u2190", "\u2194", "\u21c0", "^", "\u00af", "~", "\u0304", "\u203e", "\u02c6"}


@dataclass
class MathNode:
    """An element: its name without prefix, its text and its children in order (text and elements)."""

    name: str
    parts: list[str | MathNode] = field(default_factory=list)

    @property
    def elements(self) -> list[MathNode]:
        return [part for part in self.parts if isinstance(part, MathNode)]


def math_text(node: MathNode, depth: int = 0) -> str:
    """The formula as one line. What is nested too deeply is left out."""
    if depth > DEEPEST:
        return ""
    children = node.elements
    if node.name in {"annotation", "annotation-xml"}:
        return ""
    if node.name == "mfrac" and len(children) == 2:
        return f"{_grouped(children[0], depth)}/{_grouped(children[1], depth)}"
    if node.name == "msqrt":
        return f"\u221a({_row(node, depth)})"
    if node.name == "mroot" and len(children) == 2:
        return f"{raised(math_text(children[1], depth + 1))}\u221a({math_text(children[0], depth + 1)})"
    if node.name in {"msup", "msub", "mover", "munder"} and len(children) == 2:
        return _script(node.name, children, depth)
    if node.name in {"msubsup", "munderover"} and len(children) == 3:
        base, low, high = (math_text(child, depth + 1) for child in children)
        return f"{base}{lowered(low)}{raised(high)}"
    if node.name == "mtr":
        return ", ".join(math_text(child, depth + 1) for child in children) + ";"
    if node.name in {"mo", "mtext"}:
        text = "".join(part for part in node.parts if isinstance(part, str)).strip()
        return (
            f" {text} "
            if node.name == "mtext" or (len(text) == 1 and text in "=+-\u2212\u00d7\u00f7<>\u2248")
            else text
        )
    return _row(node, depth)


def _row(node: MathNode, depth: int) -> str:
    return "".join(
        " ".join(part.split()) if isinstance(part, str) else math_text(part, depth + 1) for part in node.parts
    )


def _grouped(node: MathNode, depth: int) -> str:
    text = math_text(node, depth + 1).strip()
    return text if len(text.split()) <= 1 and not set("+-\u2212=/") & set(text) else f"({text})"


def _script(name: str, children: Sequence[MathNode], depth: int) -> str:
    base, script = (math_text(child, depth + 1).strip() for child in children)
    if name == "mover":
        # An arrow or a bar over a letter says what it is, not which letter it is.
        return base if script in ARROWS else f"{base}{raised(script)}"
    return f"{base}{raised(script) if name == 'msup' else lowered(script)}"
