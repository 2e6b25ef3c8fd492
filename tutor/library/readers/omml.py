"""Formulas of Word documents as a line of text, by way of MathML's shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from tutor.library.readers.mathml import MathNode, math_text

DEEPEST = 60
ACCENTS = {"acc", "bar", "groupChr"}
# Word's element -> (MathML's element, the parts that become its children).
SHAPES = {
    "f": ("mfrac", ("num", "den")),
    "sSup": ("msup", ("e", "sup")),
    "sSub": ("msub", ("e", "sub")),
    "sSubSup": ("msubsup", ("e", "sub", "sup")),
    "limLow": ("munder", ("e", "lim")),
    "limUpp": ("mover", ("e", "lim")),
}


class XmlElement(Protocol):
    """What is needed of an element, whichever library made it."""

    tag: str
    text: str | None

    def __iter__(self) -> Iterator[XmlElement]: ...


def omml_text(element: XmlElement) -> str:
    """The formula below an `m:oMath` element as one line."""
    return " ".join(math_text(_node(element, 0)).split())


def _name(element: XmlElement) -> str:
    return str(element.tag).rpartition("}")[2]


def _node(element: XmlElement, depth: int) -> MathNode:
    name = _name(element)
    if depth > DEEPEST or name.endswith("Pr"):
        return MathNode("mrow")
    if name == "t":
        return MathNode("mi", [element.text or ""])
    children = {_name(child): child for child in element}
    if name in SHAPES and set(SHAPES[name][1]) <= children.keys():
        shape, parts = SHAPES[name]
        return MathNode(shape, [_node(children[part], depth + 1) for part in parts])
    if name == "rad" and "e" in children:
        return MathNode("msqrt", [_node(children["e"], depth + 1)])
    if name == "d":
        inside: list[str | MathNode] = [_node(child, depth + 1) for child in element if _name(child) == "e"]
        return MathNode("mrow", ["(", *inside, ")"])
    if name in ACCENTS and "e" in children:
        return _node(children["e"], depth + 1)
    return MathNode("mrow", [_node(child, depth + 1) for child in element])
