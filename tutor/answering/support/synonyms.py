"""What a word may stand for: the groups of `english_synonyms` and `swahili_synonyms` by number.

The glossary's alternatives are left out on purpose: they help to find a passage ("HIV | AIDS", "starch |
carbohydrate"), and many are no equals. So are vectors: those of sentences do not tell fair from false (measured), and
opposites ("strongest, weakest", "dominant, recessive") stand in the same company as synonyms.
"""

from __future__ import annotations

from functools import lru_cache

from tutor.answering.support import english_synonyms, swahili_synonyms
from tutor.answering.support.swahili_verbs import verb_facts
from tutor.language.stems import stem
from tutor.language.wordlists import word_set

_CLASSES = {"m": ("mw", "m", "wa", "w", "mi"), "k": ("ki", "vi", "ch", "vy"), "u": ("u",), "": ("ma",)}
_ADJECTIVES = word_set(
    "kubwa dogo zuri baya refu fupi pana nene embamba gumu laini zito pesi kali pya zee kavu bichi safi chafu "
    "eupe eusi ekundu kuu chache ingi ingine zima tupu geni kuukuu moto baridi"
)
_NOTHING: frozenset[str] = frozenset()


def meanings(word: str, keys: frozenset[str], language: str) -> frozenset[str]:
    """The groups that hold the word, by one of its keys (its stem, its noun keys, "v:" and its root) or as written."""
    groups = _groups(language)
    found = groups.get("=" + word, _NOTHING).union(*(groups.get(key, _NOTHING) for key in keys))
    base = _bases().get(word) if language != "sw" else None
    return found if base is None else found | groups.get(base, _NOTHING) | {base}


@lru_cache(maxsize=16_384)
def noun_keys(word: str) -> frozenset[str]:
    """What a Swahili noun or adjective is, its number put aside: mtu and watu share a key.

    Mtawala (ruler) and utawala (rule), uhamaji (migration) and uhamiaji (immigration) do not. A prefix that may be
    read in two ways gives two keys.
    """
    if len(word) >= 6 and word.endswith("ni") and word[-3] in "aeiou":
        word = word[:-2]  # the ending of place
    found = {word}
    for group, prefixes in _CLASSES.items():
        for prefix in prefixes:
            rest = word[len(prefix) :]
            if word.startswith(prefix) and len(rest) >= 2:
                found |= {f"adj-{rest}"} if rest in _ADJECTIVES else {f"{group}-{rest}" if group else rest}
    if word in _ADJECTIVES:
        found.add(f"adj-{word}")
    return frozenset(found)


def is_past(word: str) -> bool:
    """True for an English past or past participle that does not end in -ed."""
    return word in _bases() and stem(word, "en") != _bases()[word]


@lru_cache(maxsize=1)
def _bases() -> dict[str, str]:
    """The stem of the base form of every irregular English form."""
    return {
        form: stem(forms[0], "en")
        for forms in (group.split() for group in english_synonyms.FORMS.split(";"))
        for form in forms
    }


@lru_cache(maxsize=2)
def _groups(language: str) -> dict[str, frozenset[str]]:
    listed = swahili_synonyms.SAME if language == "sw" else english_synonyms.SAME
    found: dict[str, set[str]] = {}
    for number, group in enumerate(listed.split(";")):
        for word in group.split():
            for key in _keys(word, language):
                found.setdefault(key, set()).add(f"{language}-{number}")
    return {key: frozenset(groups) for key, groups in found.items()}


def _keys(word: str, language: str) -> list[str]:
    if language != "sw":
        return [stem(word, "en"), "=" + word]
    facts = verb_facts(word) if word.startswith("ku") else None
    return ["v:" + root for root in facts.roots] if facts else [*noun_keys(word), "=" + word]
