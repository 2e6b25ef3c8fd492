"""One text out of what fonts, scanners and old programs make of it: letters stay, their disguises go."""

from __future__ import annotations

import re
import unicodedata

from ftfy import TextFixerConfig, fix_text
from ftfy.badness import is_bad

from tutor.language.normalise import normalise_text

# Only wrongly decoded letters are mended: what a book writes on purpose stays as it is.
MOJIBAKE_ONLY = TextFixerConfig(
    unescape_html=False,
    remove_terminal_escapes=False,
    fix_latin_ligatures=False,
    fix_character_width=False,
    uncurl_quotes=False,
    fix_line_breaks=False,
    fix_surrogates=True,
    remove_control_chars=False,
    normalization=None,
    explain=False,
)
# Letters that typesetting programs take from Unicode's mathematics; a pupil types plain ones.
MATHEMATICAL_LETTERS = re.compile("[\U0001d400-\U0001d7ff\u2102\u210a-\u2115\u2118-\u211d\u2124\u2128-\u2131]+")
LONG_S = "\u017f"
PRIVATE_OR_BROKEN = re.compile("[\ue000-\uf8ff\ufffd\ufffe\uffff\U000f0000-\U0010ffff]")
# Symbol fonts put bullets and arrows in the private area, where they mean nothing on any other computer.
PRIVATE_BULLETS = str.maketrans(dict.fromkeys("\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf0a8\uf02d\uf06e", "\u2022"))


def mended_mojibake(text: str) -> str:
    """The text with wrongly decoded letters mended (`Ã©` becomes `é`); all else unchanged."""
    return text if text.isascii() or not is_bad(text) else fix_text(text, MOJIBAKE_ONLY)


def clean_text(text: str) -> str:
    """The text in NFC, mended, without invisible characters, ligatures and letters of the private area."""
    if text.isascii():
        return normalise_text(text)
    text = mended_mojibake(text.translate(PRIVATE_BULLETS)).replace(LONG_S, "s")
    text = MATHEMATICAL_LETTERS.sub(lambda run: unicodedata.normalize("NFKC", run.group()), text)
    return normalise_text(PRIVATE_OR_BROKEN.sub("", text))


def letters_in(text: str) -> int:
    """How many letters and digits the text holds."""
    return sum(character.isalnum() for character in text)


def is_readable(text: str) -> bool:
    """False for text that is mostly signs: a font that does not say which letters it draws gives such.

    Text of fewer than four signs is not judged.
    """
    signs = [character for character in text if not character.isspace()]
    if len(signs) < 4:
        return True
    broken = len(PRIVATE_OR_BROKEN.findall(text)) + sum(unicodedata.category(sign) == "Cc" for sign in signs)
    filled = [sign for sign in signs if sign not in "._-\u2026\u2022|="]
    letters = sum(sign.isalnum() for sign in filled)
    return broken <= 0.3 * len(signs) and letters >= 0.4 * len(filled)
