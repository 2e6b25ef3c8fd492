"""How much time a request gives, in both languages: "two weeks", `siku kumi`, "3 periods a week"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tutor.core.types import BookLanguage
from tutor.curriculum.words import plain_text
from tutor.lessons.errors import LessonError

MINUTES_A_PERIOD = 40
DAYS_A_WEEK, SCHOOL_DAYS_A_WEEK = 7, 5
LONGEST_WEEKS = 4 * 36
"""Four years of 36 teaching weeks."""

_ONE_TO_TWENTY = (
    "one a an moja mmoja kimoja", "two mbili wawili viwili miwili mawili", "three tatu watatu vitatu mitatu matatu",
    "four nne wanne vinne minne manne", "five tano watano vitano mitano matano", "six sita", "seven saba",
    "eight nane vinane minane manane", "nine tisa", "ten kumi", "eleven", "twelve", "thirteen", "fourteen", "fifteen",
    "sixteen", "seventeen", "eighteen", "nineteen", "twenty ishirini",
)  # fmt: skip
NUMBERS: dict[str, float] = {
    name: float(value) for value, names in enumerate(_ONE_TO_TWENTY, start=1) for name in names.split()
} | {"zero": 0, "sifuri": 0, "thirty": 30, "thelathini": 30, "forty": 40, "arobaini": 40, "half": 0.5, "nusu": 0.5}
UNITS = {
    "period": "period periods lesson lessons kipindi vipindi",
    "hour": "hour hours hr hrs saa masaa",
    "minute": "minute minutes min mins dakika",
    "day": "day days siku",
    "fortnight": "fortnight fortnights",
    "week": "week weeks wk wks wiki majuma juma",
    "month": "month months mwezi miezi",
    "term": "term terms muhula mihula",
    "year": "year years mwaka miaka",
}
UNIT_OF = {name: unit for unit, names in UNITS.items() for name in names.split()}
WEEKS = {"week": 1.0, "fortnight": 2.0, "month": 4.0, "term": 18.0, "year": 36.0, "day": 1 / DAYS_A_WEEK}
_SWAHILI_UNITS = frozenset(
    "kipindi vipindi saa masaa dakika siku wiki majuma juma mwezi miezi muhula mihula mwaka miaka".split()
)
_NAMES_A_FORM = frozenset("form kidato cha class paper karatasi".split())
_ASIDE = re.compile(r"^(?:school|teaching|whole|full|za|ya|vya|cha|shule)$")
_TOKEN = re.compile(r"[-\u2212]?\d+(?:\.\d+)?|[^\W\d_]+(?:'[^\W\d_]+)*")


@dataclass(frozen=True)
class Time:
    """A time as it was said. `weeks` or `periods` is None where it was given in the other.

    `a_week` is a number of periods a week, where one was said; `said` the words; `words` where they stand in the text's
    tokens, so that they are not taken for topics.
    """

    weeks: float | None = None
    periods: float | None = None
    a_week: float | None = None
    said: str = ""
    words: frozenset[int] = frozenset()

    @property
    def is_given(self) -> bool:
        return self.weeks is not None or self.periods is not None

    def total_periods(self, a_week: int) -> int:
        """How many whole periods the time holds, where the subject has `a_week` a week.

        Raises LessonError `path-time-none` for less than one, `path-time-huge` for more than four years.
        """
        periods = (self.periods or 0.0) + (self.weeks or 0.0) * (self.a_week or a_week)
        if (self.weeks or 0) > LONGEST_WEEKS or periods > LONGEST_WEEKS * max(
            a_week, self.a_week or 0, SCHOOL_DAYS_A_WEEK
        ):
            raise LessonError("path-time-huge", said=self.said)
        if periods < 1 and self.weeks and self.weeks >= 1 / DAYS_A_WEEK:
            return 1
        if periods < 1:
            raise LessonError("path-time-none", said=self.said)
        return int(periods)


NO_TIME = Time()


def tokens(text: str) -> list[str]:
    """The words and numbers of a request, case-folded, with the minus of a number."""
    return _TOKEN.findall(plain_text(text))


def time_of(listed: list[str]) -> Time:
    """The time that the tokens give; several times add up. A request without a time gives an empty one."""
    weeks: float | None = None
    periods: float | None = None
    a_week: float | None = None
    said: list[str] = []
    taken: set[int] = set()
    for start, end, amount, unit in _amounts(listed):
        rate = _rate(listed, end) if unit not in WEEKS else None
        until = rate[0] if rate else end
        taken.update(range(start, until))
        said.append(" ".join(listed[start:until]))
        if unit in WEEKS:
            weeks = (weeks or 0.0) + amount * WEEKS[unit]
            continue
        count = amount * {"period": 1.0, "hour": 60 / MINUTES_A_PERIOD, "minute": 1 / MINUTES_A_PERIOD}[unit]
        if rate:
            a_week = (a_week or 0.0) + count * rate[1]
        else:
            periods = (periods or 0.0) + count
    return Time(weeks, periods, a_week, ", ".join(said), frozenset(taken))


def _amounts(listed: list[str]) -> Iterator[tuple[int, int, float, str]]:
    """(first token, one past the last, amount, unit) of every time said: number first in English, last in Swahili."""
    used = -1
    for at, word in enumerate(listed):
        unit = UNIT_OF.get(word)
        if unit is None or at <= used:
            continue
        after = _number_after(listed, at) if word in _SWAHILI_UNITS else None
        before = _number_before(listed, at, used) if after is None else None
        if after is not None:
            start, (end, amount) = at, after
        elif before is not None:
            start, amount = before
            end = at + 1
        else:
            continue
        if after is not None and (word, amount > 12) in {("mwaka", True), ("saa", True)}:
            continue  # a date or a time of the day
        end, amount = _and_a_half(listed, end, amount)
        used = (_rate(listed, end) or (end, 0.0))[0] - 1
        yield start, end, amount, unit


def _number_before(listed: list[str], at: int, used: int) -> tuple[int, float] | None:
    """(first token, amount) of the number in front of a unit: "two", "half a", "a couple of", "one and a half"."""
    place = at - 1
    while place > used and _ASIDE.match(listed[place]):
        place -= 1
    if place <= used or place < 0:
        return None
    word = listed[place]
    earlier = listed[max(used + 1, 0) : place]
    if word == "of" and earlier and earlier[-1] == "couple":
        return place - (2 if earlier[-2:-1] == ["a"] else 1), 2.0
    if word in {"few", "couple"}:
        return place - (1 if earlier[-1:] == ["a"] else 0), 3.0 if word == "few" else 2.0
    amount = _number(word)
    if amount is None or (earlier and earlier[-1] in _NAMES_A_FORM):
        return None
    if word in {"a", "an"} and earlier[-1:] == ["half"]:
        return place - 1, 0.5
    if word == "half" and earlier[-2:] == ["and", "a"] and len(earlier) > 2:
        whole = _number(earlier[-3])
        return (place - 3, whole + 0.5) if whole is not None else None
    return place, amount


def _number_after(listed: list[str], at: int) -> tuple[int, float] | None:
    """(one past the last token, amount) of the number behind a Swahili unit: `siku kumi na nne`."""
    amount = _number(listed[at + 1]) if at + 1 < len(listed) else None
    if amount is None:
        return None
    end = at + 2
    if amount in (10.0, 20.0, 30.0, 40.0) and listed[end : end + 1] == ["na"] and end + 1 < len(listed):
        more = _number(listed[end + 1])
        if more is not None and 1 <= more < 10:
            return end + 2, amount + more
    return end, amount


def _and_a_half(listed: list[str], end: int, amount: float) -> tuple[int, float]:
    if listed[end : end + 3] == ["and", "a", "half"]:
        return end + 3, amount + 0.5
    if listed[end : end + 2] == ["na", "nusu"]:
        return end + 2, amount + 0.5
    return end, amount


def _rate(listed: list[str], end: int) -> tuple[int, float] | None:
    """(one past "a week" or `kwa siku` that follows, how often that is a week), or None."""
    each, unit = [*listed[end : end + 2], "", ""][:2]
    if each in {"a", "per", "each", "every", "kwa", "kila"} and UNIT_OF.get(unit) in {"week", "day"}:
        return end + 2, 1.0 if UNIT_OF[unit] == "week" else float(SCHOOL_DAYS_A_WEEK)
    return None


def _number(word: str) -> float | None:
    if word in NUMBERS:
        return NUMBERS[word]
    try:
        return float(word.replace("\u2212", "-"))
    except ValueError:
        return None


def time_in_words(periods: int, language: BookLanguage) -> str:
    """ "4 periods of 40 minutes" in the language."""
    if language == "sw":
        count = "kipindi 1" if periods == 1 else f"vipindi {periods}"
        return f"{count} cha dakika {MINUTES_A_PERIOD}" if periods == 1 else f"{count} vya dakika {MINUTES_A_PERIOD}"
    return f"{periods} period{'s' if periods != 1 else ''} of {MINUTES_A_PERIOD} minutes"
