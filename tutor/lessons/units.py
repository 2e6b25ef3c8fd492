"""Sections cut into units: the least pieces of a book that can be read by themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.core.types import Passage, Sentence
from tutor.language.swahili import is_conjugated
from tutor.language.tokens import words
from tutor.lessons.about import TopicWords
from tutor.lessons.grounding import Section
from tutor.library.tables import readable_text

LEAST, MOST = 150, 300
"""Words of an explanation."""
SECTION_LEAST = 45
"""A section that is taken gets at least so many words, so that a lesson is no string of single sentences."""
SECTIONS = 5
"""Of a topic with more sections than that a lesson is an overview: each of the best five gets its share."""
SUBSECTION = 2.0
"""What a section under another one is worth less: its matter is told in short above."""
LONGEST_TABLE = 80

LEANS_BACK = re.compile(
    r"^(this|these|that|those|it|its|they|their|he|she|his|her|such|both|the (former|latter|result)|"
    r"for (example|instance)|however|therefore|thus|hence|as a result|because of this|in this way|also|another|other|"
    r"hii|hiyo|huo|huu|hivyo|hizi|hizo|haya|hayo|hao|hawa|yeye|wao|pia|huyu|huyo|hilo|hili|hicho|hiki|vyote|zote|wote|"
    r"kwa mfano|mfano|hata hivyo|kwa hiyo|hivyo|kutokana na (hilo|hayo|hivyo)|kwa sababu hiyo|nyingine|wengine|"
    r"mengine)\b",
    re.IGNORECASE,
)
"""A sentence that begins so is only understood behind the one before it."""
POINTS_BACK = {
    "en": frozenset("also too this these those such".split()),
    "sw": frozenset("pia hiyo huo hilo hicho hayo hizo hao huyo hivyo humo".split()),
}
"""Words near the beginning of an English sentence, or anywhere in a Swahili one, that speak of what was said before."""
OTHERS = frozenset("nyingine zingine mengine wengine vingine jingine kingine mwingine".split())
""" `Sababu nyingine` behind its noun, at the beginning of a Swahili sentence, are others than those before."""
ANNOUNCES_TABLE = re.compile(r"\b(table|jedwali|figure|fig|kielelezo|mchoro)\b\.?\s*\d+", re.IGNORECASE)
FORMULA = re.compile(r"^\s*(\$\$|\\\[|\\begin)")


def leans_back(text: str, language: str) -> bool:
    """True for a sentence that speaks of something named before it; in Swahili also one that begins with its verb."""
    own = words(text)
    points = POINTS_BACK[language if language == "sw" else "en"]
    if LEANS_BACK.match(text) or (language == "sw" and own and is_conjugated(own[0])):
        return True
    if language == "sw" and OTHERS & set(own[1:3]):
        return True
    return any(word in points for word in (own if language == "sw" else own[:6]))


@dataclass(frozen=True)
class Unit:
    """Sentences that belong together, in order: one, one with what it announces, or one with what leans on it."""

    sentences: tuple[tuple[Passage, Sentence], ...]
    is_table: bool = False

    @property
    def words(self) -> int:
        return sum(len(words(readable_text(passage, sentence))) for passage, sentence in self.sentences)

    @property
    def lines(self) -> list[str]:
        return [readable_text(passage, sentence) for passage, sentence in self.sentences]

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def units_of(section: Section) -> list[Unit]:
    """The section's units in order. What announces something that does not follow is left out, questions too."""
    units: list[Unit] = []
    pending: list[tuple[Passage, Sentence]] = []
    for passage, sentence in section.sentences:
        text = sentence.text.rstrip()
        is_formula = bool(FORMULA.match(text))
        is_row = sentence.kind == "table_row"
        is_item = sentence.kind == "list_item"
        if pending:
            if is_formula or is_row or is_item:
                pending.append((passage, sentence))
                continue
            _close(pending, units)
        if is_formula or is_row or is_item:
            previous = units.pop() if units and (is_formula or not units[-1].is_table) else None
            pending = [*previous.sentences, (passage, sentence)] if previous else [(passage, sentence)]
        elif text.endswith(":") or ANNOUNCES_TABLE.search(text):
            before = units.pop() if units and LEANS_BACK.match(text) else None
            pending = [*before.sentences, (passage, sentence)] if before else [(passage, sentence)]
        elif text.endswith("?"):
            continue
        elif leans_back(text, passage.metadata.language):
            if units:
                units[-1] = Unit((*units[-1].sentences, (passage, sentence)), units[-1].is_table)
        else:
            units.append(Unit(((passage, sentence),)))
    if pending:
        _close(pending, units)
    return units


def _close(pending: list[tuple[Passage, Sentence]], units: list[Unit]) -> None:
    """Turn what was announced into a unit; an announcement of nothing is dropped."""
    follows = [sentence for _, sentence in pending if sentence.kind != "sentence" or FORMULA.match(sentence.text)]
    if follows:
        units.append(Unit(tuple(pending), is_table=any(s.kind == "table_row" for s in follows)))
    else:
        said = [pair for pair in pending if not pair[1].text.rstrip().endswith(":")]
        said = [pair for pair in said if not ANNOUNCES_TABLE.search(pair[1].text)]
        if said:
            units.append(Unit(tuple(said)))
    pending.clear()


@dataclass(frozen=True)
class Chosen:
    """The units of one section that a lesson quotes."""

    section: Section
    units: tuple[Unit, ...]

    @property
    def words(self) -> int:
        return sum(unit.words for unit in self.units)


def chosen_units(
    sections: Sequence[Section], touched: Sequence[Section], topic: TopicWords, longest: int,
    examples: Sequence[Section] = (),
) -> list[Chosen]:  # fmt: skip
    """Units of the best sections, 150 to 300 words together where the books have so many, in reading order.

    Where that is less, in turn: long tables are taken too, then the worked examples of these sections, then what other
    sections add, which comes last. `longest` is how many words a sentence of the form should have at most: longer ones
    go first when words must go.
    """
    chosen = _of_sections(sections, topic, longest, LONGEST_TABLE)
    if _total(chosen) < LEAST:
        chosen = _of_sections(sections, topic, longest, MOST)
    if LEAST > _total(chosen) >= LEAST // 2:
        chosen = _with_examples(chosen, examples)
    total = _total(chosen)
    return [*chosen, *_mentions(touched, topic, LEAST + 30 - total)] if total < LEAST else chosen


def _of_sections(sections: Sequence[Section], topic: TopicWords, longest: int, table: int) -> list[Chosen]:
    whole = [(section, units_of(section)) for section in sections]
    whole = [(section, units) for section, units in whole if units]
    ranked = sorted(whole, key=lambda item: (-_rank(item[0], sections), item[0].place))
    taken: list[tuple[Section, list[Unit]]] = []
    total = 0
    for section, units in ranked:
        room = MOST - total
        if taken and room < SECTION_LEAST:
            break
        if len(ranked) >= SECTIONS:
            room = min(room, max(SECTION_LEAST, room // max(1, SECTIONS - len(taken))))
        kept = _fitting(units, room, topic, longest, table)
        if kept and (len(ranked) < SECTIONS or sum(unit.words for unit in kept) >= room // 3):
            taken.append((section, kept))
            total += sum(unit.words for unit in kept)
    return sorted((Chosen(section, tuple(units)) for section, units in taken), key=lambda item: item.section.place)


def _with_examples(chosen: Sequence[Chosen], examples: Sequence[Section]) -> list[Chosen]:
    """The chosen with whole worked examples among them, as many as are needed: half of one explains nothing.

    What the books say in sums and steps rather than in sentences is explained by them.
    """
    found = list(chosen)
    for section in examples:
        whole = Unit(section.sentences)
        if _total(found) < LEAST and _total(found) + whole.words <= MOST:
            found.append(Chosen(section, (whole,)))
    return sorted(found, key=lambda item: item.section.place)


def _total(chosen: Sequence[Chosen]) -> int:
    return sum(item.words for item in chosen)


def _rank(section: Section, sections: Sequence[Section]) -> float:
    path = section.heading_path
    is_below = any(len(o.heading_path) < len(path) and path[: len(o.heading_path)] == o.heading_path for o in sections)
    return section.fit.score - SUBSECTION * is_below


def _fitting(units: Sequence[Unit], room: int, topic: TopicWords, longest: int, table: int) -> list[Unit]:
    """The most telling units that fit into the room together, in order; tables of at most `table` words."""
    longest_table = min(table, room // 2 if table <= LONGEST_TABLE else room)
    offered = [at for at, unit in enumerate(units) if not unit.is_table or unit.words <= longest_table]
    if 0 in offered and units[0].words > room:
        # What a section opens with says what it is about: its first sentence is enough for that.
        units = [Unit(units[0].sentences[:1]), *units[1:]]
    kept: list[int] = []
    left = room
    for at in sorted(offered, key=lambda at: (-_worth(units[at], at, topic, longest), at)):
        if units[at].words <= left:
            kept.append(at)
            left -= units[at].words
    return [units[at] for at in sorted(kept)]


def _worth(unit: Unit, at: int, topic: TopicWords, longest: int) -> float:
    text = unit.text
    worth = 3.0 * (at == 0) + min(topic.names(text), 2) - 0.05 * at
    longest_own = max(len(words(sentence.text)) for _, sentence in unit.sentences)
    return worth - 0.1 * max(0, longest_own - longest) - 0.5 * unit.is_table


def _mentions(touched: Sequence[Section], topic: TopicWords, wanted: int) -> list[Chosen]:
    """Units of other sections that name the topic, where its own sections say too little."""
    found: list[Chosen] = []
    for section in sorted(touched, key=lambda item: (-item.fit.body, item.place)):
        own = [unit for unit in units_of(section) if topic.tells(unit.text) and not unit.is_table]
        own = [unit for unit in own if unit.words <= MOST - LEAST][:3]
        if own and wanted > 0:
            found.append(Chosen(section, tuple(own)))
            wanted -= found[-1].words
    return found


def row_cells(row: str) -> list[str]:
    """The cells of a table row as the library keeps it, between bars."""
    inner = row.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]
