"""One catalogue of words for all pages. Babel says how numbers are written and which form a count takes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from babel.core import Locale
from babel.dates import format_date
from babel.numbers import format_decimal

from tutor.core.types import BookLanguage
from tutor.web.texts import lessons, pupil, teacher, teacher_door, technician

TABLES = (pupil.TEXTS, lessons.TEXTS, teacher_door.TEXTS, teacher.TEXTS, technician.TEXTS)
LOCALES: dict[BookLanguage, Locale] = {"en": Locale.parse("en_TZ"), "sw": Locale.parse("sw_TZ")}


def joined(tables: tuple[Mapping[str, tuple[str, str]], ...]) -> dict[str, tuple[str, str]]:
    """All tables as one. Raises ValueError for a key that stands in two of them."""
    whole: dict[str, tuple[str, str]] = {}
    for table in tables:
        twice = whole.keys() & table.keys()
        if twice:
            raise ValueError(f"these words stand in two tables: {', '.join(sorted(twice))}")
        whole |= table
    return whole


CATALOGUE = joined(TABLES)


def words(key: str, language: BookLanguage, **facts: object) -> str:
    """The words of that key in the language. Raises KeyError for an unknown key or a missing fact."""
    text = CATALOGUE[key][0 if language == "en" else 1]
    return text.format(**facts) if facts else text


def counted(key: str, count: int, language: BookLanguage, **facts: object) -> str:
    """The words that go with a number of things: "1 book", "2 books"; "Kitabu 1", "Vitabu 2"."""
    form = LOCALES[language].plural_form(count)
    chosen = f"{key}.{form}" if f"{key}.{form}" in CATALOGUE else f"{key}.other"
    return words(chosen, language, count=number(count, language), **facts)


def number(value: int | float, language: BookLanguage) -> str:
    """A number as the language writes it: 1,234.5."""
    return format_decimal(value, locale=LOCALES[language])


def day(value: date, language: BookLanguage) -> str:
    """A day as the language writes it: 30 November 2026, 30 Novemba 2026."""
    return format_date(value, format="long", locale=LOCALES[language])


def about(seconds: float, language: BookLanguage) -> str:
    """A time to wait, roundly: "20 seconds", "dakika 2"."""
    if seconds < 60:
        rounded = max(5, round(seconds / 5) * 5)
        return counted("time.seconds", rounded, language)
    return counted("time.minutes", max(1, round(seconds / 60)), language)


def about_in_both(seconds: float) -> dict[str, str]:
    """A time to wait in both languages, as a fact of an error."""
    return {language: about(seconds, language) for language in LOCALES}
