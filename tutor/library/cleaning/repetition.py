"""What stands on most pages belongs to no page: running heads, page numbers, site banners, watermarks.

Nothing is known of any word here: a line goes because it repeats at the same place.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from tutor.library.cleaning.pages import Line, Page

# The outer parts of a page, where running heads and page numbers stand.
MARGIN = 0.13
# So near the edge numbers may differ from page to page. Further in, "Question 3" may begin a page of a paper.
NUMBERED_MARGIN = 0.09
# Chapters change their running head, so that pages are compared with their neighbours only.
NEIGHBOURS = 5
# Of eleven neighbours: left and right pages carry different heads, and sections are short.
NEIGHBOUR_SHARE = 0.25
COUNTED_SHARE = 0.5
FEWEST_LETTERS = 12
MOST_PAGES = 0.6
FEWEST_PAGES = 3
PLACE_STEP = 0.025
NUMBERS = re.compile(r"\d{1,5}")
ROMAN = re.compile(r"^[\W_]*[ivxlc]{1,7}[\W_]*$")

Place = tuple[str, int]


def without_repeated_lines(pages: Sequence[Page]) -> list[Page]:
    """The pages without the lines that repeat on most pages, or at the edge of neighbouring pages.

    Numbers count as equal at the very edge only: a page number changes from page to page.
    """
    everywhere = _on_most_pages(pages)
    edges = [_edge_places(page) for page in pages]
    where: dict[Place, list[int]] = defaultdict(list)
    for index, places in enumerate(edges):
        for place in places:
            for near in _near(place):
                where[near].append(index)
    counted = _counted_lines(pages)
    alike = _alike_lines(pages)
    cleaned = []
    for index, page in enumerate(pages):
        kept = tuple(
            line
            for number, line in enumerate(page.lines)
            if _exact_place(page, line) not in everywhere
            and not (
                _at_edge(page, line)
                and (
                    (index, number) in counted
                    or (index, number) in alike
                    or _repeats_nearby(where.get(_edge_place(page, line), ()), index, len(pages), NEIGHBOUR_SHARE)
                )
            )
        )
        cleaned.append(replace(page, lines=kept) if len(kept) != len(page.lines) else page)
    return cleaned


def repeated_at_ends(texts: Sequence[Sequence[str]]) -> tuple[frozenset[str], frozenset[str]]:
    """What most texts of a site begin with and what they end with: its banner and its foot.

    `texts` are the blocks of each page. Fewer than three pages say nothing.
    """
    if len(texts) < FEWEST_PAGES:
        return frozenset(), frozenset()
    fewest = max(FEWEST_PAGES, MOST_PAGES * len(texts))
    first = Counter(text for page in texts for text in set(page[:30]))
    last = Counter(text for page in texts for text in set(page[-30:]))
    return (
        frozenset(text for text, count in first.items() if count >= fewest),
        frozenset(text for text, count in last.items() if count >= fewest),
    )


def _on_most_pages(pages: Sequence[Page]) -> frozenset[tuple[str, int, int]]:
    """The exact lines that stand at the same place of most pages, wherever that is: banners and watermarks."""
    if len(pages) < FEWEST_PAGES:
        return frozenset()
    counts = Counter(place for page in pages for place in {_exact_place(page, line) for line in page.lines})
    fewest = max(FEWEST_PAGES, MOST_PAGES * len(pages))
    return frozenset(place for place, count in counts.items() if count >= fewest)


def _counted_lines(pages: Sequence[Page]) -> set[tuple[int, int]]:
    """The lines (page, line) at an edge with a number which grows by one from page to page."""
    holders: dict[tuple[int, bool], list[int]] = defaultdict(list)
    found: list[tuple[int, int, tuple[int, bool]]] = []
    for index, page in enumerate(pages):
        for number, line in _outermost(page):
            is_upper = _middle(page, line) < 0.5
            for written in set(NUMBERS.findall(line.text)):
                counter = (int(written) - index, is_upper)
                found.append((index, number, counter))
                holders[counter].append(index)
    return {
        (index, number)
        for index, number, counter in found
        if _repeats_nearby(holders[counter], index, len(pages), COUNTED_SHARE)
    }


def _alike_lines(pages: Sequence[Page]) -> set[tuple[int, int]]:
    """The outermost lines (page, line) that are nearly those of neighbouring pages: recognition misreads letters."""
    outer: list[dict[bool, tuple[int, str]]] = []
    for page in pages:
        recognised = page.hidden or page.from_picture
        lines = [(number, line) for number, line in _outermost(page) if recognised]
        outer.append({_middle(page, line) < 0.5: (number, _letters_only(line.text)) for number, line in lines})
    alike = set()
    for index, own in enumerate(outer):
        for is_upper, (number, text) in own.items():
            near = range(max(0, index - NEIGHBOURS), min(len(pages), index + NEIGHBOURS + 1))
            others = [outer[other].get(is_upper, (0, ""))[1] for other in near]
            like = sum(_is_alike(text, other) for other in others)
            if like >= max(FEWEST_PAGES, NEIGHBOUR_SHARE * len(others)):
                alike.add((index, number))
    return alike


def _outermost(page: Page) -> list[tuple[int, Line]]:
    """The highest and the lowest line of the page that stand at its very edges, with their numbers."""
    at_edge = [(number, line) for number, line in enumerate(page.lines) if not line.table and _is_outer(page, line)]
    upper = [pair for pair in at_edge if _middle(page, pair[1]) < 0.5]
    lower = [pair for pair in at_edge if _middle(page, pair[1]) >= 0.5]
    found = [min(upper, key=lambda pair: pair[1].box[1])] if upper else []
    return [*found, max(lower, key=lambda pair: pair[1].box[3])] if lower else found


def _letters_only(text: str) -> str:
    return "".join(filter(str.isalpha, text.lower()))[:60]


def _is_alike(one: str, other: str) -> bool:
    if min(len(one), len(other)) < FEWEST_LETTERS or not 0.7 < len(one) / len(other) < 1.43:
        return False
    return one == other or SequenceMatcher(None, one, other, autojunk=False).ratio() >= 0.8


def _repeats_nearby(indices: Sequence[int], index: int, pages: int, share: float) -> bool:
    if len(indices) < FEWEST_PAGES:
        return False
    first, last = index - NEIGHBOURS, index + NEIGHBOURS
    near = len({other for other in indices if first <= other <= last})
    looked_at = min(pages - 1, last) - max(0, first) + 1
    return near >= max(FEWEST_PAGES, share * looked_at)


def _edge_places(page: Page) -> set[Place]:
    return {_edge_place(page, line) for line in page.lines if _at_edge(page, line)}


def _at_edge(page: Page, line: Line) -> bool:
    middle = _middle(page, line)
    return not line.table and (middle < MARGIN or middle > 1 - MARGIN)


def _edge_place(page: Page, line: Line) -> Place:
    text = " ".join(line.text.split()).lower()
    if _is_outer(page, line):
        text = "#" if ROMAN.match(text) else NUMBERS.sub("#", text)
    return text, round(_middle(page, line) / PLACE_STEP)


def _is_outer(page: Page, line: Line) -> bool:
    middle = _middle(page, line)
    return middle < NUMBERED_MARGIN or middle > 1 - NUMBERED_MARGIN


def _near(place: Place) -> Iterable[Place]:
    text, step = place
    return ((text, step - 1), (text, step), (text, step + 1))


def _exact_place(page: Page, line: Line) -> tuple[str, int, int]:
    across = (line.box[0] + line.box[2]) / 2 / page.width if page.width else 0.0
    return " ".join(line.text.split()), round(_middle(page, line) / PLACE_STEP), round(across / PLACE_STEP)


def _middle(page: Page, line: Line) -> float:
    return (line.box[1] + line.box[3]) / 2 / page.height if page.height else 0.0
