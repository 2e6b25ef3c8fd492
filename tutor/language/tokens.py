"""Words as the indexes and the checks count them: letters and digits, with ng' and formulas kept whole."""

from __future__ import annotations

import re
import unicodedata

from tutor.language.normalise import APOSTROPHES

_SUBSCRIPTS = "\u2080-\u2089"
_SUPERSCRIPTS = "\u00b2\u00b3\u00b9\u2070\u2074-\u2079"
_FRACTIONS = "\u00bc-\u00be\u2150-\u215f\u2189"
_INVISIBLE = "\u00ad\u200c\u200d\u2060\ufeff"
_ANY_APOSTROPHE = f"['\u00b4`{APOSTROPHES}]"
_LETTER = f"[^\\W\\d_{_SUBSCRIPTS}{_SUPERSCRIPTS}{_FRACTIONS}]"
_INNER = f"(?:[^\\W_{_FRACTIONS}]|[\u0300-\u036f])"
_RUN = f"{_INNER}*(?:[{_INVISIBLE}]+{_INNER}+)*"

_TOKEN = re.compile(
    rf"(?<!\w)ng{_ANY_APOSTROPHE}(?!\w)"
    rf"|{_LETTER}{_RUN}(?:{_ANY_APOSTROPHE}{_LETTER}{_RUN})*"
    r"|\d{1,3}(?:,\d{3})++(?!,?\d)(?:\.\d+)?"
    r"|\d+\.\d+"
    rf"|\d+(?:{_LETTER}{_RUN})?"
    rf"|[{_SUPERSCRIPTS}{_SUBSCRIPTS}]+",
    re.IGNORECASE,
)
_DROPPED = re.compile(f"[{_INVISIBLE},]|[^\\w'.\u0300-\u036f]")
_TO_STRAIGHT = str.maketrans(dict.fromkeys("\u00b4`" + APOSTROPHES, "'"))


def words(text: str) -> list[str]:
    """The text's words in order, lower case. `ng'ombe`, `3.5`, `H2O` are one word each; `1,000` is `1000`.

    Takes any string, normalised or not, and never raises.
    """
    return [word for word, _, _ in word_spans(text)]


def word_spans(text: str) -> list[tuple[str, int, int]]:
    """Each word as `words` gives it, with where it stands: `text[start:end]` is the word as written."""
    spans = []
    for match in _TOKEN.finditer(text):
        word = _plain_word(match.group())
        if word:
            spans.append((word, match.start(), match.end()))
    return spans


def _plain_word(written: str) -> str:
    if written.isascii():
        return written.lower().replace(",", "").replace("`", "'")
    written = unicodedata.normalize("NFKC", written.translate(_TO_STRAIGHT)).lower()
    return unicodedata.normalize("NFC", _DROPPED.sub("", written))
