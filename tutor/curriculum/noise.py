"""What holds no words at all: keyboard mashing, signs, and bare sums."""

from __future__ import annotations

import re

from tutor.curriculum.words import plain_text

LEAST_ALPHANUMERIC_SHARE = 0.3
LONGEST_ABBREVIATION = 6
LEAST_REPEATED = 4

# Letter pairs found at most three times in 2.0 million pairs of English and Swahili text, by their first letter.
# One may stand in a name or a slip; two in one word are mashing.
_RARE_PAIRS = (
    "bkpqxz cbdgjnpvwxz dkx fbcghjkmnpqvxz gcfjkqvxz hgjkvxz jbcdfghjklmnpqrstvxyz kjkqvxz ljqxz mqx "
    "pkqvxz qbcdefghjklmnopqstvwxyz rjqx sjvxz tkqvx uq vbcdfghjklmnpqstvwxz wgjqvxz xbdfgjklmnqrsvwxz "
    "yjkqvxz zbcdfghjknpqrstvx "
)
_IMPOSSIBLE = frozenset(group[0] + second for group in _RARE_PAIRS.split() for second in group[1:])
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_RUN = "|".join(
    re.escape(row[start:end])
    for letters in _ROWS
    for row in (letters, letters[::-1])
    for start in range(len(row) - 2)
    for end in range(len(row), start + 2, -1)
)
_KEYBOARD_RUNS = re.compile(rf"(?:{_RUN})+")
_SHORT_REPEATED = re.compile(r"(.{1,3})\1{2,}")
_NO_VOWEL = re.compile(r"[b-df-hj-np-tv-xz]+")

_SUM_WORDS = {
    "plus": "+", "jumlisha": "+", "kujumlisha": "+", "minus": "-", "toa": "-", "kutoa": "-", "times": "*",
    "multiplied by": "*", "mara": "*", "zidisha kwa": "*", "zidisha": "*", "divided by": "/", "gawanya kwa": "/",
    "gawa kwa": "/", "kugawanya kwa": "/",
}  # fmt: skip
_FRAME = re.compile(
    r"\b(?:what is|what's|whats|how much is|calculate|compute|solve|work out|find|the answer to|the answer|answer"
    r"|is equal to|equals|equal to|is|ni sawa na|sawa na|ni ngapi|ngapi|ni nini|ni|kokotoa|hesabu|tafuta|jibu la|jibu"
    r"|nipe|je|please|tafadhali)\b"
)
_OPERATOR = r"[-+*/x×÷^−–:·⁄]"
_SUM = re.compile(rf"\d[\d.,\s)\]²³%]*{_OPERATOR}[\s(\[√+-]*\d|√\s*\d|\d\s*[²³]")
_SUM_SIGNS = re.compile(r"[\d\s.,()\[\]=?!_²³√%½¼¾+*/x×÷^−–:·⁄-]+")
_UNKNOWN_X = re.compile(r"(?<![\d)\]])x|x(?![\d(\[])")
_YEARS = re.compile(r"\d{4}\s*[-–−]\s*\d{4}")


def is_bare_sum(text: str) -> bool:
    """True for numbers and operators alone, or framed by words that only ask for the result: "2+2", "What is 3 x 4?".

    False for an equation with an unknown, a span of years, and every exercise told in words.
    """
    signs = text.casefold()
    for words, sign in _SUM_WORDS.items():
        signs = re.sub(rf"(?<=[\d)\s]){words}(?=[\s(\d])", sign, signs)
    signs = _FRAME.sub(" ", signs).strip(" ?!.=")
    if _YEARS.fullmatch(signs) or not _SUM_SIGNS.fullmatch(signs):
        return False
    return bool(_SUM.search(signs)) and not _UNKNOWN_X.search("".join(signs.split()))


def is_noise(text: str) -> bool:
    """True when nothing in the text could be a word: no letters, hardly any letters or digits, one character
    repeated, or keyboard mashing in every word. A text with digits among its signs is left to `is_bare_sum` first.
    """
    letters = [character for character in plain_text(text) if character.isalpha()]
    if not letters:
        return True
    if len(letters) >= LEAST_REPEATED and len(set(letters)) == 1:
        return True
    solid = [character for character in text if not character.isspace()]
    if sum(map(str.isalnum, solid)) < LEAST_ALPHANUMERIC_SHARE * len(solid) and "=" not in text:
        return True
    # Case matters: a few capitals are an abbreviation, whatever letters it has.
    kinds = [_kind(word) for word in re.findall(r"[^\W_]+", text)]
    return "mash" in kinds and "word" not in kinds


def _kind(word: str) -> str:
    """`mash`, `word`, or `short` for two or three consonants, which say nothing by themselves."""
    plain = word.casefold()
    if not (plain.isascii() and plain.isalpha()):
        return "word"
    if len(plain) < 4:
        return "short" if _NO_VOWEL.fullmatch(plain) else "word"
    if _KEYBOARD_RUNS.fullmatch(plain):
        return "mash"
    if word.isupper() and len(word) <= LONGEST_ABBREVIATION:
        return "word"
    is_repeated = len(plain) >= 6 and _SHORT_REPEATED.fullmatch(plain) is not None
    is_unspeakable = len(plain) >= 5 and _NO_VOWEL.fullmatch(plain) is not None
    # A foreign name such as Szczecin may hold more.
    most_in_a_name = 3 if word.istitle() else 1
    rare = sum(first + second in _IMPOSSIBLE for first, second in zip(plain, plain[1:], strict=False))
    return "mash" if is_repeated or is_unspeakable or rare > most_in_a_name else "word"
