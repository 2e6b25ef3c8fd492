"""Where sentences begin and end, in English and in Swahili."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor.language.wordlists import word_set

TITLES = word_set("""
dr dk mr mrs ms prof st mt bw bi mwl mhe rev fr sgt gen col lt capt hon eng gov sen rep pres
fig figs eq eqs vs cf viz approx ca jan feb apr aug sept oct nov dec dept univ eds nk taz rej mf
""")

# Words of their own, so abbreviations only where a number follows.
BEFORE_NUMBERS = word_set("no nos na nam uk kur p pp vol sec ch art para pg jz")

# "vitamin C." ends a sentence; "J. Nyerere" does not.
LETTERED = word_set("""
vitamin vitamini vitamins hepatitis point points group class plan line angle type grade section figure
part set matrix line option nukta kundi aina daraja sehemu seti pembe mstari jibu
""")

_CLOSERS = "\"'\u201d\u2019\u00bb)\\]}"
_MARK = re.compile(rf"(?:\.\s?\.\s?\.+|\u2026|[.?!]+)[{_CLOSERS}]*")
_DOTTED = re.compile(r"(?:\b[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}$")
_LAST_WORD = re.compile(r"([\w']+)$")
_LIST_NUMBER = re.compile(r"[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[ivxIVX]{1,4}|[^\W\d_])$")
_NEWLINES = re.compile(r"[^\S\n]*\n\s*")
_OPENERS = re.compile(r"[\s\"'\u201c\u2018\u00ab(\[{*_\u2022-]*")
_LIST_LABEL = re.compile(r"(\w{1,4})[.)]\s")
_LETTERED_ITEM = re.compile(r"\s+(?:[a-z]|[ivx]{2,4})[.)]\s+[^\W\d_a-z]")
_BRACKET = re.compile(r"[()\[\]]")

WRAPPED_LINE = 40
LONGEST_ASIDE = 300
LOOK_AROUND = 40


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences as (start, end) in order: `text[start:end]` is verbatim and has no space around it.

    Lines are sentences of their own, but for a long line that goes on in lower case: that one was wrapped.
    """
    spans = []
    for block_start, block_end in _blocks(text):
        start = block_start
        for cut in _cuts(text, block_start, block_end):
            spans.append(_trimmed(text, start, cut))
            start = cut
        spans.append(_trimmed(text, start, block_end))
    return [(start, end) for start, end in spans if start < end]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    start = line_start = 0
    for gap in _NEWLINES.finditer(text):
        following = text[gap.end() : gap.end() + 1]
        long_line = gap.start() - line_start >= WRAPPED_LINE
        wrapped = long_line and following.islower() and gap.group().count("\n") == 1
        line_start = gap.end()
        if wrapped and not _LIST_NUMBER.fullmatch(_list_label(text, gap.end())):
            continue
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def _list_label(text: str, start: int) -> str:
    """What stands before the first `.` or `)` of a line such as "a) roots" or "ii. stem", else ''."""
    label = _LIST_LABEL.match(text, start)
    return label.group(1) if label else ""


def _cuts(text: str, block_start: int, block_end: int) -> Iterator[int]:
    asides = _asides(text, block_start, block_end)
    start = block_start
    for mark in _MARK.finditer(text, block_start, block_end):
        end = mark.end()
        if end >= block_end or any(opened < mark.start() and end < closed for opened, closed in asides):
            continue
        if _ends_sentence(text, start, mark):
            yield end
            start = end


def _asides(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The outermost closed brackets, as (start, end); very long ones are taken for misprints."""
    spans, opened, depth = [], 0, 0
    for bracket in _BRACKET.finditer(text, start, end):
        if bracket.group() in "([":
            opened = bracket.start() if depth == 0 else opened
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0 and bracket.end() - opened <= LONGEST_ASIDE:
                spans.append((opened, bracket.end()))
    return spans


def _ends_sentence(text: str, start: int, mark: re.Match[str]) -> bool:
    written = mark.group()
    before = text[max(start, mark.start() - LOOK_AROUND) : mark.start()]
    after = text[mark.end() : mark.end() + LOOK_AROUND]
    opened = _OPENERS.match(after)
    next_letter = after[opened.end() : opened.end() + 1] if opened else ""
    has_gap = after[:1].isspace()
    if written.startswith(("..", "\u2026", ". .")):
        return False
    if "?" in written or "!" in written:
        spoken = written[-1] not in "?!."
        return next_letter.isupper() or (has_gap and not (spoken and next_letter.islower()))
    if next_letter.islower() and not _LETTERED_ITEM.match(after):
        return False
    if not has_gap:
        # Books and web pages lose the space: "uhuru.Tanzania" is two sentences, "U.S.A" and "3.5" are none.
        return bool(re.search(r"[a-z]{3}$", before)) and bool(re.match(r"[A-Z][a-z]", after))
    return not _is_abbreviation(before.lstrip(), next_letter)


def _is_abbreviation(before: str, next_letter: str) -> bool:
    """True where the full stop after `before`, the end of the sentence so far, belongs to a short form or a label."""
    if _LIST_NUMBER.fullmatch(before) or _DOTTED.search(before):
        return True
    found = _LAST_WORD.search(before)
    if not found:
        return False
    last = found.group(1)
    if len(last) == 1 and last.isupper():
        previous = _LAST_WORD.search(before[: found.start()].rstrip())
        return not (previous and previous.group(1).lower() in LETTERED)
    if last.lower() in BEFORE_NUMBERS:
        return next_letter.isdigit()
    return last.lower() in TITLES


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
