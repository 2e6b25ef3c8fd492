"""Long sentences cut where one whole clause ends and the next begins: two sentences of the same words.

Nothing is said anew: each piece is the text's own, but for the capital it begins with, the mark it ends in, and an
"and" that only joined it to the one before. Where a piece might not be a sentence of its own, or would no longer hang
on a "because", an "if" or somebody's word, the text stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor.language.swahili import is_conjugated
from tutor.language.tokens import words
from tutor.language.wordlists import word_set

LEAST_WORDS = 4
"""Fewer words than this are no clause that could stand alone."""
OPENING = 9
"""The verb of a clause stands among its first words; one further on belongs to something else."""

_BORDER = {
    "en": re.compile(r"(?P<mark>;|,)\s+(?:(?P<drop>and|while|whereas)\s+|(?P<keep>but|yet|so(?!\s+that))\s+)?"),
    "sw": re.compile(
        r"(?P<mark>;|,)\s+(?:(?P<drop>na|ilhali)\s+|(?P<keep>lakini|hivyo|kwa hiyo|kwa hivyo|halafu|kisha|baadaye)\s+)?"
    ),
}
_FINITE_EN = word_set("""
is are was were has have had can could will would might must should do does did cannot
became become becomes began begins begin came comes come gave gives give took takes take made makes make went goes go
got gets grew grows grow kept keeps keep led leads lead left leaves lost loses made makes means meant met rose rises ran
runs run said says say saw sees sent sends set sets showed shows show spread spreads stood stands told tells thought
wrote writes won wins fought fights felt feels fell falls found finds flows flow moves move turns turn uses used use
needs need helps help lives live eats eat breathes breathe carries carry contains contain holds hold forms form allows
allow causes cause produces produce reaches reach returns return joins join protects protect passes pass changes change
remains remain brings bring brought bought sold sells depends depend includes include
stop stops survive survives multiply multiplies separate separates kill kills attack attacks fight works work
increases increase decreases decrease falls drops drop enter enters absorb absorbs release releases travel travels
reduce reduces provide provides receive receives serve serves choose chooses chose elect elects own owns rule ruled
rules belong belongs differ differs show resist resists divide divides develop develops transport transports
supply supplies store stores break breaks broke cut cuts burn burns melt melts boil boils react reacts
touch touches attract attracts harm harms surround surrounds connect connects condense condenses evaporate evaporates
explain explains occur occurs exist exists happen happens appear appears disappear disappears expand expands conduct
conducts dissolve dissolves vibrate vibrates rotate rotates revolve revolves erupt erupts erode erodes govern governs
appoint appoints interpret interprets promote promotes prevent prevents introduce introduces encourage encourages
weaken weakens strengthen strengthens transmit transmits decide decides express expresses hit hits collide collides
chose knew built paid taught caught fled sought drew drove spoke
""")
_NO_SUBJECT_EN = word_set("""
in on at with by for from to through of not only rather also never usually even less more because then into under over
between among during after before without as like especially including mainly mostly sometimes often both either
""")
_SUBJECTS_EN = word_set("it they he she we you there nobody everybody everyone someone none")
_RELATIVE_EN = word_set("who which that whose whom where when while because although if as unless until")
_COPULA_SW = word_set("ni si ndiyo ndio ilikuwa yalikuwa walikuwa alikuwa kulikuwa ina wana ana zina yana kuna")
_RELATIVE_SW = word_set("ambao ambaye ambayo ambazo ambacho ambavyo ambalo ambapo kwamba kuwa ili kama iwapo endapo")
_GOVERNS = {
    "en": re.compile(
        r"\b(?:because|since|if|when|unless|although|while|whereas|that|whether|so that|not only|either|neither|"
        r"according to)\b",
        re.IGNORECASE,
    ),
    "sw": re.compile(
        r"\b(?:kwa sababu|kwani|ikiwa|kama|iwapo|endapo|kwamba|kuwa|ili|ingawa|ilhali|si tu|"
        r"\w*(?:sema|amini|dai|ona))\b",
        re.IGNORECASE,
    ),
}
"""What may govern both clauses that an "and" joins: without it the second would be said as plain truth."""
_COMMA = re.compile(r",\s+")
_UNTOUCHED = re.compile(r"[$|=\\]|\n")


def shorter_sentences(text: str, language: str, most_words: int) -> tuple[str, ...]:
    """The text as sentences of at most `most_words` where its clause borders allow; else as long as they have to be.

    Formulas and table rows stay whole. Never raises.
    """
    if len(words(text)) <= most_words or _UNTOUCHED.search(text) or language not in _BORDER:
        return (text,)
    cut = min(_cuts(text, language), key=lambda pieces: max(len(words(piece)) for piece in pieces), default=(text,))
    if len(cut) == 1:
        return cut
    return tuple(piece for half in cut for piece in shorter_sentences(half, language, most_words))


def _cuts(text: str, language: str) -> Iterator[tuple[str, ...]]:
    """Every way to cut the text in two sentences."""
    depth_at = _depths(text)
    for border in _BORDER[language].finditer(text):
        if depth_at[border.start()] or (border["mark"] == "," and not (border["drop"] or border["keep"])):
            continue
        left, right = text[: border.start()], text[border.end() :]
        stands = _clause_en if language == "en" else _clause_sw
        if not (stands(left, left=True) and stands(right, left=False)):
            continue
        if border["drop"] and _GOVERNS[language].search(left):
            continue
        first, *rest = _COMMA.split(left)
        clauses = sum(stands(part, left=False, least=2) for part in rest)
        if clauses > (0 if stands(first, left=True, least=2) else 1):
            continue  # "A is hot, B is dry": a list of clauses, which two sentences would break.
        begins = text[border.start("keep") :] if border["keep"] else right
        yield f"{left.rstrip()}.", begins[:1].upper() + begins[1:]


def is_clause(text: str, language: str) -> bool:
    """True for words that may stand as a sentence of their own."""
    return _clause_en(text, left=True) if language == "en" else _clause_sw(text, left=True)


def _depths(text: str) -> list[bool]:
    """For each place, whether it is inside brackets or quotation marks."""
    inside, depth, quoted = [], 0, False
    for character in text:
        depth += (character in "([\u201c") - (character in ")]\u201d")
        quoted ^= character == '"'
        inside.append(depth > 0 or quoted)
    return inside


def _clause_en(text: str, left: bool, least: int = LEAST_WORDS) -> bool:
    said = words(text)
    if len(said) < least:
        return False
    if left:
        # A clause that opens with "when" or "if" leans on the one that follows.
        return said[0] not in _RELATIVE_EN and any(is_finite(word) for word in said[1:])
    if said[0] in _SUBJECTS_EN:
        return any(is_finite(word) or word.endswith("s") for word in said[1:4])
    for word in said[1:OPENING]:
        if word in _RELATIVE_EN:
            return False
        if is_finite(word):
            return not said[0].endswith(("ing", "ed")) and said[0] not in _FINITE_EN | _NO_SUBJECT_EN
    return False


def is_finite(word: str) -> bool:
    """True for an English verb that tells what a subject does, as far as the list of school verbs goes."""
    return word in _FINITE_EN


def _clause_sw(text: str, left: bool, least: int = LEAST_WORDS) -> bool:
    said = words(text)
    if len(said) < least or said[0] in _RELATIVE_SW or said[0] in {"kwa", "au", "ama", "bali"}:
        return False
    for word in said if left else said[:OPENING]:
        if word in _RELATIVE_SW and not left:
            return False
        if word in _COPULA_SW or (is_conjugated(word) and not word.startswith(("ku", "kw")) and not _is_relative(word)):
            return True
    return False


def _is_relative(word: str) -> bool:
    """True for a verb such as walioshindwa ("those who failed"), which tells who and not what happened."""
    return bool(re.match(r"^(?:a|wa|i|zi|li|ya|ki|vi|u|tu|m)(?:li|na|si|taka)(?:o|ye|yo|zo|cho|vyo|lo|po|ko)", word))
