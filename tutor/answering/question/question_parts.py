"""The parts of a question that asks several things, each told so that it can be looked up alone.

Split by rule in both languages: numbered parts, several asking sentences, and clauses joined by a word such as "and" or
`na` where something new is asked after it. What is not clearly a question of its own stays with the part before it:
"Tanganyika and Zanzibar" is one thing, "where and when" is asked of one thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.answering.question.part_topics import VERB_SW, possessed_head, told_whole, topic_of
from tutor.answering.question.part_words import (
    AUX,
    COUNT,
    HEADS_EN,
    HEADS_SW,
    OF_SW,
    ORDERS_EN,
    ORDERS_SW,
    SW_HEADS,
    WH,
)
from tutor.curriculum.questions import QuestionType, question_type
from tutor.language.sentences import sentence_spans
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

MOST_PARTS = 5
"""A sheet of twenty questions is not one question."""


@dataclass(frozen=True)
class QuestionPart:
    """A part as the pupil wrote it, and `whole`: with what its pronouns stand for, so that it says all by itself."""

    written: str
    whole: str


_LABEL = re.compile(r"(?:(?<=\s)|^|(?<=[:;,.?]))\(?(?P<label>[a-hA-H]|[1-9]|i{1,3}|iv|vi?)[).](?=\s)")
_BORDER = re.compile(
    rf"(?:[,;]\s*|\s+)(?:(?:and|then|also|na|kisha|halafu|pia|vilevile)\s+)+"
    rf"(?=(?:please\s+|also\s+|pia\s+|then\s+|kisha\s+)?"
    rf"(?:(?:in|at|on|by|from|to|for|of|with)\s+(?:what|which|whom)\b|(?:{WH})\b|(?:{ORDERS_EN})\b|"
    rf"(?:{ORDERS_SW})\b|kwa\s?nini\b|kwanini\b|jinsi\b|vipi\b|mbona\b|ni\s+(?:nani|nini|wapi|lini|vipi|kwa)\b))"
    rf"|,\s*(?=(?:{ORDERS_EN}|{ORDERS_SW})\b)|;\s*",
    re.IGNORECASE,
)
_ASKS_SW = (
    r"(?:nini|gani|lini|wapi|vipi|nani|ngapi|\w+ngapi|ipi|upi|zipi|yapi|kipi|vipi|lipi|kwanini|nn|gan|lin|\w{3,}je)"
)
_BORDER_SW = re.compile(rf"(?<=\s)(?P<asked>{_ASKS_SW})\s*(?P<gap>[,;]?\s+na\s+|,\s+)", re.IGNORECASE)
"""`X ni nini na ina faida gani`: a question that has been asked to its end, then `na` and another."""
_BORDER_VERB_SW = re.compile(rf"[,;]?\s+na\s+(?={VERB_SW}\s)", re.IGNORECASE)
""" `Nini chanzo cha vita na vilianza lini`: the second question begins with its verb."""
_AND_WHY_SW = re.compile(
    r"^(?P<what>(?:\S+ ){2,}?\S+)\s+(?P<asked>lini|wapi)\s+na\s+(?P<why>kwa\s?nini|kwanini|mbona)\s*\??$", re.IGNORECASE
)
"""`Muungano ulitokea lini na kwa nini`: when, and why, are asked of one thing."""
_ASKS_AT_ALL_SW = re.compile(rf"\b{_ASKS_SW}\b", re.IGNORECASE)
_ONE_OF_THEM = re.compile(r"^(?:which|what) (?:one|ones|of them)\b", re.IGNORECASE)
""""Which one is from a plant and which one from an animal?" asks for one choice."""
_SAYS_NOTHING_NEW = frozenset(
    "mwaka miaka tarehe nchi siku mji mkoa wakati mahali sehemu kiasi kiwango year years date country place time "
    "extent signs sides difference tofauti right agree true reason reasons sababu "
    "moja kimoja mmoja mojawapo kimojawapo mmojawapo kila each "
    "mbili viwili mawili miwili wawili tatu vitatu matatu mitatu watatu nne tano sita saba nane tisa kumi "
    "two three four five six seven eight nine ten".split()
)
"""A clause of these alone asks for a circumstance or an example of what stands before it."""
_HAS_PARTS_SW = re.compile(r"(?:i|u|a|zi|ya|ki|vi|li|wa)na\s+(?:sehemu|aina|makundi)\b", re.IGNORECASE)
"""`ina sehemu gani` asks for the parts of a thing, where `sehemu gani` alone asks for a place."""
_GIVE_EXAMPLES = re.compile(
    r"(?:please\s+|also\s+|pia\s+)?(?:give|state|mention|name|list|toa|utoe|taja|utaje|andika)\s+"
    r"(?:(?!mfano|mifano|examples?)\w+\s+){0,2}(?:mfano|mifano|examples?)\b",
    re.IGNORECASE,
)
_OWNED = re.compile(
    rf"(?:,\s*|\s+)(?:and|na|pamoja\s+na)\s+(?P<part>(?:(?:its|their|his|her)\s+(?:{HEADS_EN})|"
    rf"(?:{SW_HEADS})\s+(?:ya|za|wa|la|cha|vya)(?:ke|o)))(?=\s*[.?!]*$)",
    re.IGNORECASE,
)
_TWO_HEADS_EN = re.compile(
    rf"\b(?P<first>{HEADS_EN})\s*(?:,|and|&|na)\s+(?:the\s+|{COUNT}\s+)?(?P<second>{HEADS_EN})(?=\s+(?:of|ya|za|wa|la|cha|vya)\b)",
    re.IGNORECASE,
)
_TWO_HEADS_SW = re.compile(
    rf"\b(?P<first>{SW_HEADS})(?:\s+{COUNT})?\s+(?:na|pamoja na)\s+"
    rf"(?P<second>{SW_HEADS})(?:\s+{COUNT})?\s+(?P<of>{OF_SW})\b",
    re.IGNORECASE,
)
_AND_MEANING = re.compile(
    r"^(?P<order>\w+)\s+(?P<first>.+?),?\s+(?:na|and)\s+(?P<second>(?:maana|the meanings?)\s+(?:ya|za|of)\s+.+)$",
    re.IGNORECASE,
)
_TERM = r"[\w'’-]+(?:\s+(?!and\b|na\b)[\w'’-]+){0,2}"
_LISTED_TERMS = re.compile(
    r"^(?P<order>(?:please\s+)?(?:define|what (?:is|are) meant by|eleza maana ya|fafanua|nini maana ya)"
    r"(?:\s+the terms?)?)\s+"
    rf"(?P<terms>{_TERM}(?:,\s*{_TERM})+,?\s+(?:and|na)\s+{_TERM})\s*[.?!]*$",
    re.IGNORECASE,
)
_JOINS = re.compile(r",?\s+(?:and|na)\s+|,\s*", re.IGNORECASE)
_ASKING = re.compile(
    rf"\b(?:{WH}|{ORDERS_EN}|{ORDERS_SW}|kwa nini|{_ASKS_SW}|jinsi|mbona|je|{HEADS_EN})\b|\?\s*$|"
    rf"^(?:{AUX})\b", re.IGNORECASE
)  # fmt: skip


def question_parts(text: str) -> tuple[QuestionPart, ...]:
    """The parts of a normalised question, in order; one part, the whole, where it asks one thing. Never raises.

    More than `MOST_PARTS` are not split: nobody would read that answer.
    """
    pieces = _pieces(text)
    if not 1 < len(pieces) <= MOST_PARTS:
        return (QuestionPart(text, text),)
    topic = topic_of(pieces[0])
    parts = [QuestionPart(pieces[0], pieces[0])]
    for piece in pieces[1:]:
        parts.append(QuestionPart(piece, told_whole(piece, topic)))
        if parts[-1].whole == piece:
            topic = topic_of(piece) or topic
    return tuple(parts)


def has_numbered_parts(text: str) -> bool:
    """True where the pupil has numbered the parts: (a), (b) or 1., 2."""
    return bool(_numbered(text))


def asks_by_word(clause: str) -> bool:
    """True for a clause that asks with a question word; one that gives an order, such as "explain", ends in a stop."""
    order = re.match(rf"(?:{ORDERS_EN}|{ORDERS_SW})\b", clause, re.IGNORECASE)
    return order is None and bool(re.search(rf"\b(?:{WH}|{_ASKS_SW}|kwa nini|jinsi)\b", clause, re.IGNORECASE))


def _pieces(text: str) -> list[str]:
    numbered = _numbered(text)
    if numbered:
        return numbered
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    asking = [bool(_ASKING.search(sentence)) for sentence in sentences]
    if not all(asking):
        return [text]  # A told exercise: what is told belongs to all that is asked.
    pieces: list[str] = []
    for sentence in sentences:
        if pieces and _is_bare(sentence) and not _asks_of_it(sentence, pieces[-1]):
            pieces[-1] = f"{pieces[-1]} {sentence}"
        else:
            pieces += _clauses(sentence)
    return [_trimmed(piece) for piece in pieces]


def _numbered(text: str) -> list[str]:
    """The parts after (a), (b) or 1., 2., with what stands before the first said of each; empty when there are none."""
    labels = list(_LABEL.finditer(text))
    first = [label["label"].lower() for label in labels]
    if len(labels) < 2 or first[:2] not in (["a", "b"], ["1", "2"], ["i", "ii"]):
        return []
    stem = text[: labels[0].start()].strip(" :,;.-")
    ends = [*(label.start() for label in labels[1:]), len(text)]
    items = [_trimmed(text[label.end() : end]) for label, end in zip(labels, ends, strict=True)]
    if any(not words(item) for item in items):
        return []
    return [_with_stem(stem, item) for item in items]


def _with_stem(stem: str, item: str) -> str:
    if not stem or _ASKING.search(item):
        return item
    order = re.sub(r"\s*\b(?:the following|each of|these|yafuatayo|zifuatazo|vifuatavyo|wafuatao|hizi|haya)\b.*$", "",
                   stem, flags=re.IGNORECASE)  # fmt: skip
    return f"{order} {item}".strip()


def _clauses(sentence: str) -> list[str]:
    """The questions that one sentence joins."""
    if question_type(sentence) is QuestionType.COMPARE:
        return [sentence]
    for split in (_at_terms, _at_heads, _at_meaning, _at_owned, _at_borders, _at_swahili_borders):
        pieces = split(sentence)
        if len(pieces) > 1:
            return [clause for piece in pieces for clause in _clauses(piece)]
    return [sentence]


def _at_terms(sentence: str) -> list[str]:
    """ "Define A, B and C" as three definitions; two joined by "and" may be one name, as checks and balances."""
    found = _LISTED_TERMS.match(sentence)
    if found is None:
        return [sentence]
    return [f"{found['order']} {term.strip()}" for term in _JOINS.split(found["terms"])]


def _at_heads(sentence: str) -> list[str]:
    """ "Causes and effects of X" as the causes of X and the effects of X."""
    swahili = _TWO_HEADS_SW.search(sentence)
    if swahili:
        rest = sentence[swahili.end() :]
        heads = (swahili["first"], swahili["second"])
        return [f"{sentence[: swahili.start()]}{head} {HEADS_SW[head.casefold()]}{rest}" for head in heads]
    english = _TWO_HEADS_EN.search(sentence)
    if english is None or english["first"].casefold() == english["second"].casefold():
        return [sentence]
    before, after = sentence[: english.start()], sentence[english.end() :]
    return [f"{before}{english[name]}{after}" for name in ("first", "second")]


def _at_meaning(sentence: str) -> list[str]:
    """ "Taja alama za taifa na maana ya rangi za bendera" as two orders."""
    found = _AND_MEANING.match(sentence)
    if found is None or not re.fullmatch(rf"{ORDERS_EN}|{ORDERS_SW}", found["order"], re.IGNORECASE):
        return [sentence]
    return [f"{found['order']} {found['first']}", f"{found['order'].lower()} {found['second']}"]


def _at_owned(sentence: str) -> list[str]:
    """ "Define X and its importance" as two; the second keeps the order that the first begins with."""
    found = _OWNED.search(sentence)
    if found is None or not _stands_alone(sentence[: found.start()]):
        return [sentence]
    return [sentence[: found.start()], possessed_head(found["part"], sentence)]


def _at_borders(sentence: str) -> list[str]:
    for border in _BORDER.finditer(sentence):
        left, right = sentence[: border.start()], sentence[border.end() :]
        apart = not _ONE_OF_THEM.match(right) and not _goes_on(left, right, border.group())
        if apart and _stands_alone(left) and _stands_alone(right):
            return [left, right]
    return [sentence]


def _at_swahili_borders(sentence: str) -> list[str]:
    twice = _AND_WHY_SW.match(sentence)
    if twice:
        return [f"{twice['what']} {twice['asked']}", f"{twice['why']} {twice['what']}?"]
    for border in _BORDER_SW.finditer(sentence):
        left, right = sentence[: border.end("asked")], sentence[border.end() :]
        if _ASKS_AT_ALL_SW.search(right) and _stands_alone(left) and _stands_alone(right):
            return [left, right]
    for border in _BORDER_VERB_SW.finditer(sentence):
        left, right = sentence[: border.start()], sentence[border.end() :]
        if _ASKS_AT_ALL_SW.search(right) and _asks_by_itself(left) and _stands_alone(left) and _stands_alone(right):
            return [left, right]
    return [sentence]


def _asks_by_itself(left: str) -> bool:
    """True for a Swahili clause whose own question word is not the one that follows."""
    return bool(re.search(rf"\b(?:{_ASKS_SW}|kwa nini|{ORDERS_SW})\b", left, re.IGNORECASE))


def _goes_on(left: str, right: str, border: str) -> bool:
    """True where the right side still belongs to what the left names: "people who hunted and who lived in caves"."""
    opener = words(right)[0] if words(right) else ""
    if opener not in {"who", "whom", "whose", "which", "where", "when"} or border.lstrip().startswith((",", ";")):
        return False
    inverted = re.match(rf"(?:{WH})\s+(?:\w+\s+){{0,3}}?(?:{AUX})\b", right, re.IGNORECASE)
    return inverted is None and opener in words(left)[1:]


def _stands_alone(clause: str) -> bool:
    return bool(_ASKING.search(clause)) and not _is_bare(clause)


def _is_bare(clause: str) -> bool:
    """True when nothing new is named: "Kwa nini?", "Explain.", "In which year?", "Give two examples."."""
    if _HAS_PARTS_SW.match(clause) or _GIVE_EXAMPLES.match(clause):
        return False
    heads = re.compile(rf"{HEADS_EN}|{SW_HEADS}|\d+", re.IGNORECASE)
    owned = (
        _OWNED.search(f" and {clause}")
        or _OWNED.search(f" na {clause}")
        or re.search(r"(?:ke|\bits|\btheir)\b", clause)
    )
    return not [
        word for word in _content(clause) if word not in _SAYS_NOTHING_NEW and (owned or not heads.fullmatch(word))
    ]


def _asks_of_it(clause: str, before: str) -> bool:
    """True for "Give two effects." after a question on causes: another thing is asked of the same matter."""
    head = re.search(rf"\b(?:{HEADS_EN}|{SW_HEADS})\b", clause, re.IGNORECASE)
    if head is None or re.match(r"examples?|mifano", head.group(), re.IGNORECASE):
        return False
    ordered = re.match(rf"(?:(?:please|also|then|pia|kisha)\s+)*(?:{ORDERS_EN}|{ORDERS_SW})\b", clause, re.IGNORECASE)
    return ordered is not None and head.group().casefold().rstrip("s") not in before.casefold()


def _content(clause: str) -> Sequence[str]:
    return [word for word in content_words(clause, "mixed") if not re.fullmatch(_ASKS_SW, word)]


def _trimmed(piece: str) -> str:
    return piece.strip(" ,;:").strip()
