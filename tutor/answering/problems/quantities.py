"""Quantities of school physics, chemistry and mathematics: their names in both languages, their symbols, their units.

A name is looked up whole: "kinetic energy" is another quantity than "energy", and is none of these.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("quantities.toml")
_PLURAL = re.compile(r"(?<=[a-z]{3})s$")


@dataclass(frozen=True)
class _Row:
    """A quantity as the table has it."""

    name: str
    en: tuple[str, ...]
    sw: tuple[str, ...]
    symbols: tuple[str, ...]
    plain: bool


@dataclass(frozen=True)
class Named:
    """A quantity named in a text, from `start` to `end`."""

    quantity: str
    start: int
    end: int


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(one["name"], tuple(one["en"]), tuple(one.get("sw", ())), tuple(one.get("symbols", ())), "plain" in one)
        for one in _table()["quantity"]
    )


@cache
def _by_name() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in _rows():
        for name in (*row.en, *row.sw):
            found.setdefault(name, set()).add(row.name)
    return {name: frozenset(quantities) for name, quantities in found.items()}


@cache
def _by_symbol() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in _rows():
        for symbol in row.symbols:
            found.setdefault(symbol, set()).add(row.name)
    return {symbol: frozenset(quantities) for symbol, quantities in found.items()}


@cache
def _names_pattern() -> re.Pattern[str]:
    longest_first = sorted(_by_name(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})s?(?![\w-])", re.IGNORECASE)


@cache
def _by_unit() -> dict[str, frozenset[str]]:
    return {unit: frozenset(row["of"]) for row in _table()["unit"] for unit in row["written"]}


def named_quantities(text: str) -> list[Named]:
    """Every quantity that the text names, in order; a name within a longer name does not count."""
    return [
        Named(quantity, found.start(), found.end())
        for found in _names_pattern().finditer(text)
        for quantity in sorted(quantities_named(found.group()))
    ]


def quantities_named(name: str) -> frozenset[str]:
    """The quantities that have exactly this name, in whichever language; empty where none has."""
    plain = " ".join(name.casefold().split())
    return _by_name().get(plain) or _by_name().get(_PLURAL.sub("", plain), frozenset())


def written_name(quantities: frozenset[str], language: str) -> str:
    """The first name of the first of the quantities in a language; what no table has is its own name."""
    for row in _rows():
        if row.name in quantities:
            return next(iter(row.sw if language == "sw" else row.en), row.name)
    return min(quantities)


def quantities_written(symbol: str) -> frozenset[str]:
    """The quantities that the symbol usually stands for."""
    return _by_symbol().get(symbol, frozenset())


def quantities_in_unit(unit: str) -> frozenset[str]:
    """The quantities that are measured in the unit; empty for what is no unit."""
    return frozenset() if unit == "a" else _by_unit().get(unit.casefold().rstrip("."), frozenset())


@cache
def units_longest_first() -> tuple[str, ...]:
    """Every unit as it is written."""
    return tuple(sorted(_by_unit(), key=len, reverse=True))


@cache
def _plain() -> frozenset[str]:
    return frozenset(row.name for row in _rows() if row.plain)


def is_dimensionless(quantity: str) -> bool:
    """True for quantities of plain numbers or money, which no unit tells from each other."""
    return quantity in _plain()
