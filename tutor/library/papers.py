"""Questions of examination papers: which one a section belongs to, its marks, and where a paper without headings
begins the next one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tutor.library.readers.blocks import Block

FEWEST_QUESTIONS = 2
PAPER_TYPES = frozenset({"past-paper", "mark-scheme"})

_ENGLISH = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
_SWAHILI = "moja mbili tatu nne tano sita saba nane tisa kumi".split()
NUMBER_WORDS: dict[str, int] = {
    **{word: number for number, word in enumerate(_ENGLISH, start=1)},
    **{word: number for number, word in enumerate(_SWAHILI, start=1)},
    **{f"kumi na {word}": 10 + number for number, word in enumerate(_SWAHILI[:5], start=1)},
    "kwanza": 1,
    "pili": 2,
}
_WORD = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
HEADING = re.compile(
    rf"(?:question|qn\.?|swali)\s+(?:(?:number|no\.?|la|namba(?:\s+ya)?)\s*)?"
    rf"(?P<number>[0-9]{{1,2}}|(?:{_WORD})\b)(?![0-9])",
    re.IGNORECASE,
)
MARKS = re.compile(
    r"[(\[]?\b(?:(?P<before>[0-9]{1,3})\s*(?:marks?|points?)\b|(?:alama|maksi)\s+(?P<after>[0-9]{1,3})(?![0-9]))",
    re.IGNORECASE,
)
NUMBERED = re.compile(r"\s*(?:Q\.?\s*)?(?P<number>[0-9]{1,2})\s*[.)]\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True)
class PaperQuestion:
    """A question of a paper: its number as text, as scopes ask for it, and the marks it brings, where they are said."""

    number: str
    marks: int | None = None


def question_of(heading_path: Sequence[str]) -> PaperQuestion | None:
    """The question that a section of a paper belongs to, or None: the innermost heading that numbers one says it."""
    for heading in reversed(heading_path):
        found = HEADING.match(heading.strip())
        if found:
            word = " ".join(found["number"].lower().split())
            return PaperQuestion(str(NUMBER_WORDS.get(word) or int(word)), marks_in(heading))
    return None


def marks_in(text: str) -> int | None:
    """The marks that `(10 marks)` or `(alama 10)` gives, or None."""
    found = MARKS.search(text)
    return int(found["before"] or found["after"]) if found else None


def with_question_headings(blocks: Sequence[Block], language: str) -> list[Block]:
    """The blocks of a paper, with a heading before each numbered question where the paper has none of its own.

    Real papers number their questions "1.", "2." and so on without headings. Only the number that comes next counts:
    items are numbered within questions too.
    """
    if any(block.kind == "heading" and question_of([block.text]) for block in blocks):
        return list(blocks)
    level = 1 + max((block.level for block in blocks if block.kind == "heading"), default=0)
    parted = list(_items_apart(blocks))
    starts = _question_starts(parted)
    if len(starts) < FEWEST_QUESTIONS:
        return list(blocks)
    result: list[Block] = []
    for at, block in enumerate(parted):
        if at in starts:
            title = _title(starts[at], marks_in(block.text.split("\n")[0]), language)
            result.append(Block("heading", title, block.page, level=min(level, 6)))
        result.append(block)
    return result


def _title(number: int, marks: int | None, language: str) -> str:
    if language == "sw":
        return f"Swali la {number}" + (f" (alama {marks})" if marks else "")
    return f"Question {number}" + (f" ({marks} marks)" if marks else "")


def _question_starts(blocks: Sequence[Block]) -> dict[int, int]:
    """Position of a block -> the question it begins. Instructions are numbered too: the longest run from 1 counts,
    of equal ones the last."""
    numbers = [(at, number) for at, block in enumerate(blocks) if (number := _number_of(block)) is not None]
    best: dict[int, int] = {}
    for begin, (_, number) in enumerate(numbers):
        if number != 1:
            continue
        run: dict[int, int] = {}
        for at, value in numbers[begin:]:
            if value == len(run) + 1:
                run[at] = value
        if len(run) >= len(best):
            best = run
    return best


def _number_of(block: Block) -> int | None:
    if block.kind not in {"paragraph", "list"}:
        return None
    found = HEADING.match(block.text) or NUMBERED.match(block.text)
    return _number(found["number"]) if found else None


def _number(text: str) -> int:
    return NUMBER_WORDS.get(" ".join(text.lower().split())) or int(text)


def _items_apart(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, a list parted before each item that has a number of its own: it may begin a question."""
    for block in blocks:
        if block.kind != "list" or not block.items:
            yield block
            continue
        starts = [0, *(end + 1 for _, end in block.items[:-1])]
        firsts = [at for at, start in enumerate(starts) if at == 0 or NUMBERED.match(block.text, start)]
        for first, after in zip(firsts, [*firsts[1:], len(starts)], strict=True):
            start, end = starts[first], block.items[after - 1][1]
            items = tuple((low - start, high - start) for low, high in block.items[first:after])
            yield replace(block, text=block.text[start:end], items=items)
