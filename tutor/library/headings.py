"""Headings that are none: whole paragraphs in the style of a heading, as teachers write them in Word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tutor.library.readers.blocks import Block

LONGEST = 200
"""Longer ones are shown nowhere whole; the longest of 3,457 headings of real books has 98 letters."""
LEAST_WORDS = 20
"""So many words in headings alone are a text; fewer are a cover."""


def short_heading(text: str) -> str:
    """The text, or its first words and "..." where it is too long to stand over a page."""
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST - 4].rpartition(" ")[0].rstrip(" ,;:.") + " ..." if " " in text[:LONGEST] else text[:LONGEST]


def with_short_headings(blocks: Iterable[Block]) -> list[Block]:
    """The blocks; a heading that is too long becomes a short one with its whole text below it."""
    made = []
    for block in blocks:
        if block.kind == "heading" and len(block.text) > LONGEST:
            made += [replace(block, text=short_heading(block.text)), _as_paragraph(block)]
        else:
            made.append(block)
    return made


def text_of_headings(blocks: Sequence[Block]) -> list[Block]:
    """The headings as paragraphs, for a book in which everything has that style; empty where they are too few words."""
    headings = [_as_paragraph(block) for block in blocks if block.kind == "heading"]
    return headings if sum(len(block.text.split()) for block in headings) >= LEAST_WORDS else []


def _as_paragraph(block: Block) -> Block:
    return replace(block, kind="paragraph", level=0)
