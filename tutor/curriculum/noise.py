"""What holds no words at all: keyboard mashing and signs."""

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


def is_noise(text: str) -> bool:
    """True when nothing in the text could be a word: no letters, hardly any letters or digits, one character
    repeated, or keyboard mashing in every word. A text with digits among its signs is left to `bare_sum` first.
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
