"""A light stemmer for Swahili.

It takes off what grammar puts before and after a root: subject, tense, relative and object of a verb, the class of
a noun, the extensions of a verb. It would rather leave a word whole than join two that differ: what counts is that
book and question are cut alike.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tutor.language.swahili_words import ARABIC_VERBS, MAPPED, ROOTS_LIKE_PREFIXES, ROOTS_LIKE_TENSES, UNTOUCHED

SHORTEST_STEM = 3

_SUBJECT = "(?:ni|tu|mu|wa|li|ya|ki|vi|zi|ku|pa|u|a|m|i)"
_RELATIVE = "(?:ye|cho|vyo|lo|yo|zo|po|ko|mo|o)"
_ROOT = "(?P<root>[a-z']{3,})"
_LONG_ROOT = "(?P<root>[a-z']{4,})"
_VERB_FORMS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_SUBJECT}(?:na|li|taka|si){_RELATIVE}{_ROOT}",
        rf"ha{_SUBJECT}?(?:ku|ta|ja|nge|ngeli|ngali){_ROOT}",
        rf"si(?:ku|ta|ja|nge|ngeli|ngali){_ROOT}",
        rf"{_SUBJECT}(?:singe|singali|singeli|ngeli|ngali|nge){_ROOT}",
        rf"{_SUBJECT}(?:na|li){_ROOT}",
        rf"{_SUBJECT}(?:ta|me|ka|ki){_LONG_ROOT}",
        rf"hu{_LONG_ROOT}",
        rf"ku{_ROOT}",
        rf"kw(?P<root>[aei][a-z']{{3,}})",
    )
)
_OBJECT = re.compile(r"(?:m(?=[^aeioumw'])|mw(?=[aei])|wa(?=[^aeiou]))([a-z']{4,})")

_NOUN_PREFIX = re.compile(
    r"(?:(?:mwana|wana)(?=[a-z']{4})|(?:mwa|mia|mwe|mie)(?=[a-z']{3})|mw(?=i[a-z']{3})"
    r"|(?:wa|mi|ki|vi|ma|mu)(?=[a-z']{3})|m(?=[^aeiouwbv'][a-z']{2})|m(?=[ae][a-z']{2})"
    r"|u(?=[^aeiou'](?![bdgj])[a-z']{2})|vy(?=[aeou][a-z']{2})|ch(?=[aeu][a-z']{3})|w(?=[ei][a-z']{3}))"
)
_EXTENSIONS = (
    "ishw", "eshw", "izw", "ezw", "ish", "esh", "liw", "lew", "iw", "ew", "iz", "ez",
    "ik", "ek", "an", "li", "le", "i", "e",
)  # fmt: skip
_PASSIVE = re.compile(r"[^aeiouw']w$")

_ONSET = "(?:ng'|[mn]?(?:ch|sh|dh|th|gh|kh|ny|[bdfghjklmnprstvwyz])[wy]?)"
_SHAPE = re.compile(rf"(?:[mn](?=[^aeiou'])|[bfhklmnrst](?=[bdfghjklmnprstvz])|{_ONSET}?[aeiou])+(?<=[aeiou])")


def has_swahili_shape(word: str) -> bool:
    """True where the lower-case word is built like a Swahili one: open syllables, no c, q or x, a vowel at the end."""
    return bool(_SHAPE.fullmatch(word))


@lru_cache(maxsize=65_536)
def swahili_stem(word: str) -> str:
    """The stem of a lower-case Swahili word; words with digits or foreign letters come back as they are."""
    if len(word) <= SHORTEST_STEM or not re.fullmatch(r"[a-z']+", word):
        return word
    if word in MAPPED:
        return MAPPED[word]
    if word in UNTOUCHED:
        return word
    place = _without_locative(word)
    if place != word:
        return swahili_stem(place)
    root = _verb_root(word)
    if root is None:
        root = _noun_root(word)
    return _bare_root(root)


def _without_locative(word: str) -> str:
    """`shule` for `shuleni`: the noun whose place is meant."""
    return word[:-2] if len(word) >= 6 and word.endswith("ni") and word[-3] in "aeiou" else word


def _verb_root(word: str) -> str | None:
    """The root with its endings where the word is a conjugated verb or an infinitive, else None."""
    for form in _VERB_FORMS:
        found = form.fullmatch(word)
        if found and _is_verb_ending(found.group("root")) and not _begins_with_root(word):
            return _without_object(found.group("root"))
    return None


def _is_verb_ending(root: str) -> bool:
    return root.endswith("a") or root in ARABIC_VERBS


def _begins_with_root(word: str) -> bool:
    """True where what follows a subject is itself a root, as in mtawala, or the word is a bare root, as in kimbia."""
    if word.startswith(tuple(ROOTS_LIKE_PREFIXES)):
        return True
    subject = re.match(_SUBJECT, word)
    return bool(subject) and word[subject.end() :].startswith(tuple(ROOTS_LIKE_TENSES)) if subject else False


def _without_object(root: str) -> str:
    if root.startswith(tuple(ROOTS_LIKE_PREFIXES)):
        return root
    found = _OBJECT.fullmatch(root)
    return found.group(1) if found else root


def _noun_root(word: str) -> str:
    if word.startswith(tuple(ROOTS_LIKE_PREFIXES)):
        return word
    return word[len(prefix.group()) :] if (prefix := _NOUN_PREFIX.match(word)) else word


def _bare_root(root: str) -> str:
    """The root without agent ending, final vowel and verb extensions; at least three letters stay."""
    if root.endswith("aji") and len(root) > 5:
        root = root[:-2]
    if not root.endswith("a") or len(root) <= SHORTEST_STEM:
        return root
    root = root[:-1]
    if _PASSIVE.search(root) and len(root) > SHORTEST_STEM:
        root = root[:-1]
    for _ in range(3):
        for extension in _EXTENSIONS:
            if root.endswith(extension) and len(root) - len(extension) >= SHORTEST_STEM:
                root = root[: -len(extension)]
                break
        else:
            break
    return root
