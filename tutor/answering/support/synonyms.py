"""What a word may stand for: the groups of `english_synonyms` and `swahili_synonyms` by number.

The glossary's alternatives are left out on purpose: they help to find a passage ("HIV | AIDS", "starch |
carbohydrate"), and many are no equals. So are word vectors: measured with both embedders, opposites and neighbours
("strongest, weakest", "dominant, recessive") lie nearer than most synonyms.
"""

from __future__ import annotations

from functools import lru_cache

from tutor.answering.support import english_synonyms, swahili_synonyms
from tutor.answering.support.swahili_verbs import verb_facts
from tutor.language.stems import stem

_NOTHING: frozenset[str] = frozenset()


def meanings(word: str, stemmed: str, language: str) -> frozenset[str]:
    """The groups that hold the word, by its stem or as written; for a Swahili verb `stemmed` is "v:" and its root."""
    groups = _groups(language)
    found = groups.get(stemmed, _NOTHING) | groups.get("=" + word, _NOTHING)
    base = _bases().get(word) if language != "sw" else None
    return found if base is None else found | groups.get(base, _NOTHING) | {base}


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
    return ["v:" + root for root in facts.roots] if facts else [stem(word, "sw"), "=" + word]
