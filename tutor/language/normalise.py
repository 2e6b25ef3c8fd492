"""One spelling for one text: what books, phones and PDF files write differently becomes the same characters."""

from __future__ import annotations

import re
import unicodedata

# Phones and word processors write ng'ombe with any of these.
APOSTROPHES = "\u2018\u2019\u201a\u201b\u02bb\u02bc\u02bd\u02b9\u055a\ua78c\uff07"
DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\uff02"
ZERO_WIDTH_SPACE = "\u200b"
LINE_BREAKS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"

_SPELLINGS = str.maketrans(
    {
        **dict.fromkeys(APOSTROPHES, "'"),
        **dict.fromkeys(DOUBLE_QUOTES, '"'),
        **dict.fromkeys(LINE_BREAKS, "\n"),
        "\t": " ",
        "\u2010": "-",
        "\u2011": "-",
    }
)
_DASHES = str.maketrans(dict.fromkeys("\u2012\u2013\u2014\u2015\u2212", "-"))

# A soft hyphen at a line's end is where a typesetter broke the word.
_BROKEN_WORD = re.compile("\u00ad+[ \t]*\r?\n[ \t]*")
_ZERO_WIDTH_RUN = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]+")
_PRESENTATION_FORM = re.compile("[\ufb00-\ufdff\ufe70-\ufefe]")
_ACCENT_AS_APOSTROPHE = re.compile("(?<=[^\\W\\d_])[\u00b4`](?=[^\\W\\d_])")
_SPACES = re.compile(r"[^\S\n]+")
_SPACED_NEWLINE = re.compile(r" ?\n ?")
_WHITESPACE = re.compile(r"\s+")


def normalise_text(text: str) -> str:
    """The text in NFC with straight quotes, plain letters and single spaces; newlines are kept.

    Zero-width characters vanish, but U+200B between two words is the only thing that parts them, so there
    it becomes a space. Never raises; what is normalised already comes back unchanged.
    """
    if text.isascii() and text.isprintable() and "  " not in text and "`" not in text:
        return text.strip()
    text = unicodedata.normalize("NFC", text)
    text = _BROKEN_WORD.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    text = _ZERO_WIDTH_RUN.sub(_gap_for_zero_width, text)
    text = _PRESENTATION_FORM.sub(lambda form: unicodedata.normalize("NFKC", form.group()), text)
    text = "".join(character for character in text.translate(_SPELLINGS) if _is_kept(character))
    text = _ACCENT_AS_APOSTROPHE.sub("'", unicodedata.normalize("NFC", text))
    return _SPACED_NEWLINE.sub("\n", _SPACES.sub(" ", text)).strip()


def match_form(text: str) -> str:
    """The text as it is compared with a quote: compatibility forms, case, dashes and all white space evened out."""
    text = unicodedata.normalize("NFKC", normalise_text(text)).casefold()
    text = normalise_text(unicodedata.normalize("NFKC", text)).translate(_DASHES)
    return _WHITESPACE.sub(" ", text).strip()


def _gap_for_zero_width(run: re.Match[str]) -> str:
    text, start, end = run.string, run.start(), run.end()
    parts_words = (
        ZERO_WIDTH_SPACE in run.group() and text[start - 1 : start].isalnum() and text[end : end + 1].isalnum()
    )
    return " " if parts_words else ""


def _is_kept(character: str) -> bool:
    # Control and format characters are never text; a lone surrogate cannot even be written to a file.
    return character == "\n" or unicodedata.category(character) not in {"Cc", "Cf", "Cs"}
