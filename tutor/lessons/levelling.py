"""An explanation at its form's level: among the sentences that the books offer, those that are easier to read.

Only whole units are left out or exchanged, so every sentence stays the book's own and in the book's order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Form
from tutor.language.readability import ari, mean_sentence_words
from tutor.language.readability_swahili import swahili_percentile
from tutor.lessons.lesson import Reading
from tutor.lessons.units import LEAST, MOST, Chosen, Unit, units_of

HARDEST = 4
"""So many of the hardest units may be exchanged, each for one of so many easier ones: it has to stay quick."""
OFFERED = 5
MOST_STEPS = 6
SWAHILI_MOST = 75.0
"""No harder than three quarters of the passages of the form's own books; the curriculum file sets no other mark."""
LEAST_GAIN = {"ari": 0.05, "percentile": 0.5}


def reading_of(text: str, language: BookLanguage, form: Form) -> Reading | None:
    """How hard the text is against what is meant for the form; None where it is too short to say."""
    plain = "\n".join(line for line in text.split("\n") if "$" not in line)
    value = ari(plain) if language == "en" else swahili_percentile(plain, form.number)
    if value is None:
        return None
    most = form.ari_max if language == "en" else SWAHILI_MOST
    return Reading("ari" if language == "en" else "percentile", round(value, 2), round(value, 2), most)


def levelled(chosen: Sequence[Chosen], language: BookLanguage, form: Form) -> tuple[list[Chosen], Reading | None]:
    """The units without those that make them too hard for the form, as far as the words allow, and how hard they are
    after and before. An explanation that is easy enough, or short, stays as it is."""
    current = list(chosen)
    first = now = reading_of(_text(current), language, form)
    for _ in range(MOST_STEPS):
        if first is None or now is None or now.value <= now.most:
            break
        best: tuple[float, list[Chosen], Reading] | None = None
        for candidate in _easier(current):
            found = reading_of(_text(candidate), language, form)
            if found is not None and (best is None or found.value < best[0]):
                best = (found.value, candidate, found)
        if best is None or best[0] > now.value - LEAST_GAIN[now.measure]:
            break
        current, now = best[1], best[2]
    return current, replace(now, before=first.value) if now is not None and first is not None else None


def _easier(chosen: Sequence[Chosen]) -> Iterator[list[Chosen]]:
    """The choices that differ in one unit: without one of the hardest, or with an easier one of its section for it."""
    total = sum(item.words for item in chosen)
    places = [(at, unit) for at, item in enumerate(chosen) for unit in item.units]
    hardest = sorted(places, key=lambda place: -_hardness(place[1]))[:HARDEST]
    for at, unit in hardest:
        own = chosen[at].units
        # A section keeps what it opens with: the rest speaks of it.
        if len(own) > 1 and unit is not own[0] and total - unit.words >= LEAST:
            yield _with(chosen, at, [one for one in own if one is not unit])
        if unit is own[0]:
            continue
        everything = units_of(chosen[at].section)
        taken = {one.text for one in own}
        free = [one for one in everything if one.text not in taken and not one.is_table]
        easier = sorted((one for one in free if _hardness(one) < _hardness(unit)), key=_hardness)[:OFFERED]
        for other in easier:
            if LEAST <= total - unit.words + other.words <= MOST:
                kept = {one.text for one in own if one is not unit} | {other.text}
                yield _with(chosen, at, [one for one in everything if one.text in kept])


def _with(chosen: Sequence[Chosen], at: int, units: Sequence[Unit]) -> list[Chosen]:
    return [replace(item, units=tuple(units)) if number == at else item for number, item in enumerate(chosen)]


def _hardness(unit: Unit) -> float:
    letters = sum(map(str.isalpha, unit.text)) / max(1, unit.words)
    # The two parts of the index, as it weighs them.
    return 4.71 * letters + 0.5 * (mean_sentence_words(unit.text) or 0.0)


def _text(chosen: Sequence[Chosen]) -> str:
    return "\n".join(line for item in chosen for unit in item.units for line in unit.lines)
