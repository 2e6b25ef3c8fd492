"""Hard sentences said in easier ones by rule, in the book's own words but for a subject said again or "this is".

A cut at a second verb is kept only where verification finds that the sentence says each piece, and where the pieces
together leave out no word of it. A reason is cut off with its "because", so that it is still said to be one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor.answering.support.support import Book, supporting
from tutor.language.clause_borders import is_clause, is_finite, shorter_sentences
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

LONGEST_SUBJECT = 6
"""Words of a subject that may be said twice; beyond it reads like a lawyer's text."""
LEAST_WORDS = 4
"""Fewer words than this are no sentence of a school book."""
LEAST_BEFORE_REASON = 5

_UNTOUCHED = re.compile(r"[$|=\\:\"\u201c]|\n|(?<=[.?!])\s")
_AND_VERB = re.compile(r",?\s+and\s+(?=(?P<verb>[a-z]+)\b)")
_REASON = {
    "en": re.compile(r",?\s+because\s+(?!of\b)"),
    "sw": re.compile(r",?\s+kwa sababu\s+(?!ya\b|za\b|hiyo\b|hii\b|gani\b)"),
}
_THIS_IS = {"en": "This is because", "sw": "Hii ni kwa sababu"}
_GOVERNED = re.compile(
    r"\b(?:because|since|if|when|unless|although|while|whereas|that|whether|not only|either|neither|both|"
    r"according to|to|who|which|whose|where|by|than|can|may|must|should|will)\b",
    re.IGNORECASE,
)
_NO_PLAIN_EFFECT = {
    "en": re.compile(
        r"\b(?:not|no|never|nor|neither|only|mainly|partly|mostly|largely|simply|if|when|unless|although|while|whereas|"
        r"that|whether|because|is|are|was|were)$|\b(?:not|no|never|nor|neither|if|unless|whether|because|that|which|who|whose|"
        r"where)\b|n't\b",
        re.IGNORECASE,
    ),
    "sw": re.compile(
        r"\b(?:si|sio|wala|kama|ikiwa|iwapo|endapo|kwamba|kuwa|ingawa|kwa sababu|tu|hasa|ni)$|"
        r"\b(?:si|sio|wala|ikiwa|iwapo|endapo|kwamba|ingawa|kwa sababu|amba\w+)\b|"
        r"\b(?:ha|si)(?:ku|ta|i|wa|u|zi|li|ya|ki|vi)\w+",
        re.IGNORECASE,
    ),
}
"""What is denied, or only said by somebody, has its reason within: "did not fail because ..." may mean two things."""


def simpler_sentences(text: str, language: str, most_words: int) -> tuple[str, ...]:
    """The text in sentences of at most `most_words` where that can be done; else as long as they have to be.

    Formulas, table rows and quoted words stay whole. Never raises.
    """
    pieces = shorter_sentences(text, language, most_words)
    return tuple(simple for piece in pieces for simple in _cut(piece, language, most_words))


def _cut(text: str, language: str, most_words: int) -> tuple[str, ...]:
    if language not in _REASON or len(words(text)) <= most_words or _UNTOUCHED.search(text):
        return (text,)
    for pieces in (*_at_reason(text, language), *(_at_second_verb(text) if language == "en" else ())):
        return tuple(simple for piece in pieces for simple in _cut(piece, language, most_words))
    return (text,)


def _at_reason(text: str, language: str) -> Iterator[tuple[str, ...]]:
    """ "Aluminium is used for cables because it is light": the reason in a sentence of its own."""
    borders = list(_REASON[language].finditer(text))
    if len(borders) != 1:
        return
    left, right = text[: borders[0].start()], text[borders[0].end() :]
    plain = not _NO_PLAIN_EFFECT[language].search(left)
    if (
        plain
        and len(words(left)) >= LEAST_BEFORE_REASON
        and len(words(right)) >= LEAST_WORDS
        and is_clause(left, language)
    ):
        yield f"{left.rstrip(' ,')}.", f"{_THIS_IS[language]} {right}"


def _at_second_verb(text: str) -> Iterator[tuple[str, ...]]:
    """ "The executive carries out the laws and runs the country": the second verb with its subject said again."""
    subject = _subject(text)
    if subject is None:
        return
    for border in _AND_VERB.finditer(text):
        left, right = text[: border.start()], text[border.end() :]
        if is_finite(border["verb"]) and not _GOVERNED.search(left) and len(words(right)) >= LEAST_WORDS - 1:
            pieces = (f"{left.rstrip(' ,')}.", f"{subject} {right}")
            if _says_the_same(text, pieces):
                yield pieces


def _subject(text: str) -> str | None:
    """What stands before the first verb of a plain clause, short enough to be said again."""
    said = text.split()
    for place, word in enumerate(said[: LONGEST_SUBJECT + 1]):
        bare = word.strip(",").casefold()
        if "," in word or _GOVERNED.fullmatch(bare):
            return None
        if place and is_finite(bare):
            return " ".join(said[:place])
    return None


def _says_the_same(text: str, pieces: tuple[str, ...]) -> bool:
    """True when the sentence says every piece, and the pieces together leave none of its words out."""
    book = [Book(text, "en")]
    if any(len(words(piece)) < LEAST_WORDS for piece in pieces):
        return False
    told = {word for piece in pieces for word in content_words(piece, "en")}
    return set(content_words(text, "en")) <= told and all(supporting(piece, "en", book) for piece in pieces)
