"""A sum on its own: numbers and operators alone, or framed by words that only ask for the result."""

from __future__ import annotations

import re

_SUM_WORDS = {
    "plus": "+", "jumlisha": "+", "kujumlisha": "+", "minus": "-", "toa": "-", "kutoa": "-", "times": "*",
    "multiplied by": "*", "mara": "*", "zidisha kwa": "*", "zidisha": "*", "divided by": "/", "gawanya kwa": "/",
    "gawa kwa": "/", "kugawanya kwa": "/",
}  # fmt: skip
_TAUGHT_AFTER_NUMBERS = {"to the power of": "^", "raised to": "^", "squared": "²", "cubed": "³"}
_TAUGHT_BEFORE_NUMBERS = {
    "(?:the )?square root of": "√", "kipeuo cha pili cha": "√", "half of": "1/2*", "nusu ya": "1/2*",
    "a quarter of": "1/4*", "robo ya": "1/4*",
}  # fmt: skip
_PERCENT = re.compile(r"\basilimia\s+(\d[\d.,]*)|(?<=\d)\s*(?:percent|per cent)\b")
_SHARE_OF = re.compile(r"(%|\d\s*/\s*\d+)\s*(?:of|ya)\s+(?=[\d(])")
_FRAME = re.compile(
    r"\b(?:what is|what's|whats|how much is|calculate|compute|solve|work out|find|the answer to|the answer|answer"
    r"|is equal to|equals|equal to|is|ni sawa na|sawa na|ni ngapi|ngapi|ni nini|ni|kokotoa|hesabu|tafuta|jibu la|jibu"
    r"|nipe|je|please|tafadhali)\b"
)
_ORDER = re.compile(r"^\s*(?:simplify|evaluate|rahisisha)\b")
_OPERATOR = r"[-+*/x×÷^−–:·⁄]"
_SUM = re.compile(rf"[\d½¼¾][\d.,\s)\]²³%]*{_OPERATOR}[\s(\[√+-]*\d|√\s*\d|\d\s*[²³]")
_SUM_SIGNS = re.compile(r"[\d\s.,()\[\]=?!_²³√%½¼¾+*/x×÷^−–:·⁄-]+")
_UNKNOWN_X = re.compile(r"(?<![\d)\]½¼¾])x|x(?![\d(\[])")
_YEARS = re.compile(r"\d{4}\s*[-–−]\s*\d{4}")


def bare_sum(text: str) -> str | None:
    """The numbers and operators of "2+2" or "What is 3 times 4?", with signs for words; None for all else.

    None for an equation with an unknown, a span of years, and every exercise told in words.
    """
    signs = text.casefold()
    for words, sign in _SUM_WORDS.items():
        signs = re.sub(rf"(?<=[\d)\s]){words}(?=[\s(\d])", sign, signs)
    signs = _FRAME.sub(" ", signs).strip(" ?!.=")
    if _YEARS.fullmatch(signs) or not _SUM_SIGNS.fullmatch(signs):
        return None
    return signs if _SUM.search(signs) and not _UNKNOWN_X.search("".join(signs.split())) else None


def taught_sum(text: str) -> str | None:
    """The sum of an exercise that has nothing else to it and that books teach: "Simplify 3/4 + 1/2", "25% of 80"."""
    signs = _ORDER.sub("", text.casefold())
    signs = _PERCENT.sub(lambda found: f"{found[1] or ''}%", signs)
    for words, sign in _TAUGHT_BEFORE_NUMBERS.items():
        signs = re.sub(rf"\b{words}\s+(?=[\d(])", sign, signs)
    for words, sign in _TAUGHT_AFTER_NUMBERS.items():
        signs = re.sub(rf"(?<=[\d)])\s*{words}\b", sign, signs)
    return bare_sum(_SHARE_OF.sub(r"\1*", signs))
