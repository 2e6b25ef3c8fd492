"""A small language for cue phrases, so that tables of them can be read and checked by a teacher.

A cue is words with one space between:

    why             this word
    is|are|was      one of these words; `kwa+nini|why`: a `+` stands for a space inside a choice
    the?            this word or nothing
    vi*  *ngapi     a word that begins so; a word that ends so after two letters or more
    _               any word
    ~3              up to three words, within the same sentence
    <be>            a named group: a choice written elsewhere, in which other groups may stand
    !at|in          not before one of these words
    ^^              only where a sentence begins
    ^               only where a sentence, or a clause after words such as "and", "please", "kisha", begins
    $               only where a sentence ends
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tutor.curriculum.words import plain_text

MARK = "¶"
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[.?!;:,]+(?=\s|$)|[\n()\"]")
_SHORT_IS = re.compile(r"(?<!\S)(what|who|where|how|when)(?:'s|s)(?!\S)")
_GROUP = re.compile(r"<([\w-]+)>")
_ANY = rf"[^\s{MARK}]"

_OPENERS = (
    "and then also please kindly you me to so briefly clearly teacher sir madam hello hi na kisha halafu pia "
    "tafadhali je naomba nisaidie mwalimu"
)
_CLAUSE = "(?:" + "|".join(f"(?<={word} )" for word in (MARK, *(f" {opener}" for opener in _OPENERS.split()))) + ")"


def clauses(text: str) -> str:
    """The plain words with one space between and a mark where a sentence or clause begins and ends.

    `What's osmosis? Define it.` gives `¶ what is osmosis ¶ define it ¶`. Never raises.
    """
    joined = MARK
    for token in [*_TOKEN.findall(plain_text(text)), MARK]:
        if token[0].isalnum():
            joined += f" {token}"
        elif not joined.endswith(MARK):
            joined += f" {MARK}"
    return _SHORT_IS.sub(r"\1 is", joined)


def cue(phrase: str, groups: Mapping[str, str] | None = None) -> re.Pattern[str]:
    """The pattern of one cue, to be searched in what `clauses` gives. Raises KeyError for an unknown group."""
    return re.compile(r"(?<!\S)" + "".join(_piece(part, groups or {}) for part in phrase.split()))


def cues(phrases: Iterable[str], groups: Mapping[str, str] | None = None) -> re.Pattern[str]:
    """One pattern that matches any of the phrases."""
    return re.compile("|".join(f"(?:{cue(phrase, groups).pattern})" for phrase in phrases))


def _piece(part: str, groups: Mapping[str, str]) -> str:
    if part == "^^":
        return f"(?<={MARK} )"
    if part == "^":
        return _CLAUSE
    if part == "$":
        return f"(?={MARK})"
    if part.startswith("~"):
        return rf"(?:{_ANY}+ ){{0,{int(part[1:])}}}?"
    if part.startswith("!"):
        return "(?!" + _piece(part[1:], groups) + ")"
    optional = part.endswith("?")
    choice = part.removesuffix("?")
    while (name := _GROUP.search(choice)) is not None:
        choice = choice.replace(name.group(), groups[name.group(1)])
    words = "|".join(_word(word) for word in choice.split("|"))
    return f"(?:(?:{words}) )" + ("?" if optional else "")


def _word(word: str) -> str:
    if word == "_":
        return f"{_ANY}+"
    begins_open, ends_open = word.startswith("*"), word.endswith("*")
    inner = re.escape(word.strip("*").replace("+", " "))
    return (f"{_ANY}{{2,}}" if begins_open else "") + inner + (f"{_ANY}*" if ends_open else "")
