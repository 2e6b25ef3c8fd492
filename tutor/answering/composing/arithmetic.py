"""A small exact calculator for plain sums. It is tutor's own arithmetic, never a book's, and is always shown as such.

Fractions, not floats: 0.1 + 0.2 is 0.3. What could be read in two ways is not worked out at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from math import isqrt

LONGEST = 80
"""Characters of a sum; longer ones are no plain sums."""
MOST_BITS = 120
"""The size of numerator and denominator: about 36 digits. 9^9^9 would stop the computer for everyone."""
MOST_POWER = 60
DECIMALS = 8
ROUNDED_DIGITS = 6

_TOKEN = re.compile(r"\s*(?:(\d[\d,]*(?:\.\d+)?|\.\d+)|([-+*/^()√%²³]))")
_NUMBER = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?")
_ONE_SIGN = str.maketrans({"x": "*", "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "⁄": "/", "[": "(", "]": ")"})
_VULGAR = {"½": "1/2", "¼": "1/4", "¾": "3/4"}
_MIXED = re.compile(r"(?<![\d.,/])(\d+)\s+(\d+)\s*/\s*(\d+)(?![\d.,])")
_DATE = re.compile(r"\d{1,2}\s*/\s*\d{1,2}\s*/\s*\d{4}")


class _NotPlainError(Exception):
    """The sum is too big, or can be read in two ways."""


@dataclass(frozen=True)
class WorkedSum:
    """A sum with its result. `written`: the sum as a pupil writes it; `result`: its forms, "5/4 = 1.25", or None where
    it has none (a division by zero); `rounded`: the last form is not exact."""

    written: str
    result: str | None
    rounded: bool = False

    @property
    def line(self) -> str:
        """ "3/4 + 1/2 = 5/4 = 1.25"; the sum alone where it has no result."""
        return self.written if self.result is None else f"{self.written} = {self.result}"


@dataclass(frozen=True)
class _Value:
    number: Fraction
    is_percent: bool = False


def worked_sum(expression: str) -> WorkedSum | None:
    """The sum worked out; None for what is no plain sum, is too big, or can be read in two ways. Never raises."""
    if len(expression) > LONGEST or _DATE.fullmatch(expression.strip()):
        return None
    plain = expression.translate(_ONE_SIGN)
    for sign, fraction in _VULGAR.items():
        plain = re.sub(rf"(\d+)\s*{sign}", rf"(\1+{fraction})", plain).replace(sign, f"({fraction})")
    plain = _MIXED.sub(r"(\1+\2/\3)", plain)
    try:
        tokens = _tokens(plain)
        sign = "÷" if "÷" in expression else "/"
        written = _written(_tokens(_MIXED.sub(r"\1 \2/\3", expression.translate(_ONE_SIGN)), loose=True), sign)
        value = _Reader(tokens).whole()
    except ZeroDivisionError:
        return WorkedSum(written, None)
    except _NotPlainError:
        return None
    return _shown(written, value, "/" in plain and "." not in plain and "%" not in plain)


def _tokens(text: str, loose: bool = False) -> list[str]:
    tokens, place = [], 0
    text = text.strip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            if loose:
                tokens.append(text[place])
                place += 1
                continue
            raise _NotPlainError
        tokens.append(found[1] or found[2])
        place = found.end()
    return tokens


class _Reader:
    """Reads a sum by the usual order: brackets, powers and roots, signs, times and divide, plus and minus."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._place = 0

    def whole(self) -> Fraction:
        value = self._added()
        if self._place != len(self._tokens):
            raise _NotPlainError
        return value.number

    def _next(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self._place += 1
        return token

    def _added(self) -> _Value:
        value = self._multiplied()
        while self._next() in ("+", "-"):
            sign = 1 if self._take() == "+" else -1
            other = self._multiplied()
            if value.is_percent != other.is_percent:
                raise _NotPlainError  # "200 + 10%": 200.1 or 220?
            value = _Value(_small(value.number + sign * other.number), value.is_percent)
        return value

    def _multiplied(self) -> _Value:
        value = self._signed()
        divided = False
        while True:
            token = self._next()
            if token in ("*", "/"):
                self._take()
                other = self._signed()
                number = value.number * other.number if token == "*" else value.number / other.number
                value, divided = _Value(_small(number)), divided or token == "/"
            elif token in ("(", "√"):
                if divided:
                    raise _NotPlainError  # 6/2(1+2): 9 or 1?
                value = _Value(_small(value.number * self._raised().number))
            else:
                return value

    def _signed(self) -> _Value:
        if self._next() in ("+", "-"):
            sign = -1 if self._take() == "-" else 1
            value = self._signed()
            return _Value(sign * value.number, value.is_percent)
        return self._raised()

    def _raised(self) -> _Value:
        if self._next() == "√":
            self._take()
            return _Value(_root(self._raised().number))
        value = self._ended()
        if self._next() == "^":
            self._take()
            power = self._signed().number
            return _Value(_power(value.number, power))
        return value

    def _ended(self) -> _Value:
        value = self._single()
        while self._next() in ("%", "²", "³"):
            token = self._take()
            value = (
                _Value(value.number / 100, True)
                if token == "%"
                else _Value(_power(value.number, Fraction("²³".index(token) + 2)))
            )
        return value

    def _single(self) -> _Value:
        token = self._take()
        if token == "(":
            value = self._added()
            if self._take() != ")":
                raise _NotPlainError
            return _Value(value.number)
        if not token or not _NUMBER.fullmatch(token):
            raise _NotPlainError
        return _Value(_small(Fraction(token.replace(",", ""))))


def _small(number: Fraction) -> Fraction:
    if max(abs(number.numerator).bit_length(), number.denominator.bit_length()) > MOST_BITS:
        raise _NotPlainError
    return number


def _power(base: Fraction, power: Fraction) -> Fraction:
    if power.denominator != 1 or abs(power) > MOST_POWER:
        raise _NotPlainError
    bits = max(abs(base.numerator).bit_length(), base.denominator.bit_length())
    if bits * abs(power.numerator) > 2 * MOST_BITS:
        raise _NotPlainError
    return _small(Fraction(base ** int(power)))


def _root(number: Fraction) -> Fraction:
    """The exact square root. Raises _NotPlainError where there is none: a rounded one would spoil what follows."""
    if number < 0:
        raise _NotPlainError
    top, bottom = isqrt(number.numerator), isqrt(number.denominator)
    if top * top != number.numerator or bottom * bottom != number.denominator:
        raise _NotPlainError
    return Fraction(top, bottom)


def _shown(written: str, value: Fraction, as_fraction: bool) -> WorkedSum:
    """The result as pupils write it: whole; a decimal where that ends; else a fraction and a rounding."""
    if value.denominator == 1:
        return WorkedSum(written, str(value))
    forms = [str(value)] if as_fraction and str(value) != written.replace(" ", "") else []
    decimal = _ending_decimal(value)
    if decimal is not None:
        return WorkedSum(written, " = ".join([*forms, decimal]))
    if not as_fraction:
        forms = [str(value)]
    whole, rest = divmod(abs(value.numerator), value.denominator)
    if whole:
        forms.append(f"{'-' if value < 0 else ''}{whole} {rest}/{value.denominator}")
    rounding = Context(prec=ROUNDED_DIGITS, rounding=ROUND_HALF_UP)
    rounded = rounding.divide(Decimal(value.numerator), Decimal(value.denominator))
    return WorkedSum(written, " = ".join(forms) + (" ≈ " if forms else "") + f"{rounded:f}", True)


def _ending_decimal(value: Fraction) -> str | None:
    """The value as a decimal of at most `DECIMALS` places, exactly; None when it does not end there."""
    scaled = value * 10**DECIMALS
    if scaled.denominator != 1:
        return None
    return f"{Decimal(scaled.numerator).scaleb(-DECIMALS, Context(prec=60)):f}".rstrip("0").rstrip(".")


def _written(tokens: list[str], divide: str) -> str:
    """The sum with signs that pupils write, and spaces around those between two numbers."""
    out = ""
    before = ""
    for token in tokens:
        between = bool(before) and (before not in "+-*/^(√")
        if token in "+-" and between:
            out += f" {token} "
        elif token == "*":
            out += " × "
        elif token == "/":
            out += " ÷ " if divide == "÷" else "/"
        elif token[0].isdecimal() and before[:1].isdecimal():
            out += f" {token}"
        else:
            out += token
        before = token
    return out
