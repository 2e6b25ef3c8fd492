"""A light stemmer for Swahili.

It takes off what grammar puts before and after a root: subject, tense, relative and object of a verb, the class of
a noun, the extensions of a verb. It would rather leave a word whole than join two that differ: what counts is that
book and question are cut alike.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tutor.language.swahili_words import (
    ARABIC_VERBS,
    KEPT_ROOTS,
    MAPPED,
    MAPPED_ROOTS,
    ROOTS_LIKE_AFFIXES,
    ROOTS_LIKE_RELATIVES,
    UNTOUCHED,
)

SHORTEST_STEM = 3

_WHOLE = UNTOUCHED | frozenset(MAPPED.values())
_LETTERS = re.compile(r"[a-z']+")
_SUBJECT = "(?:ni|tu|wa|li|ya|ki|vi|zi|u|a|m|i)"
_ANY_SUBJECT = "(?:ni|tu|mu|wa|li|ya|ki|vi|zi|ku|pa|u|a|m|i)"
_RELATIVE = f"(?!{'|'.join(sorted(ROOTS_LIKE_RELATIVES))})(?:ye|cho|vyo|lo|yo|zo|po|ko|mo|o)"
_ROOT = "(?P<root>[a-z']{3,})"
_LONG_ROOT = "(?P<root>[a-z']{4,})"
_VERB_FORMS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_ANY_SUBJECT}(?:na|li|taka|si){_RELATIVE}{_ROOT}",
        rf"ha{_ANY_SUBJECT}?(?:ku|ta|ja|nge|ngeli|ngali){_ROOT}",
        rf"si(?:ku|ta|ja|nge|ngeli|ngali){_ROOT}",
        rf"{_SUBJECT}(?:singe|singali|singeli|ngeli|ngali|nge){_ROOT}",
        rf"{_SUBJECT}(?:na|li){_ROOT}",
        rf"{_SUBJECT}(?:ta|me|ka|ki){_LONG_ROOT}",
        rf"hu{_LONG_ROOT}",
        rf"ku{_ROOT}",
        r"kw(?P<root>[aei][a-z']{3,})",
    )
)
_SUBJECT_BEFORE = re.compile(rf"{_SUBJECT}(?=[a-z']{{3,}})")
_OBJECT = re.compile(r"(?:m(?=[^aeioumw'])|mw(?=[aei])|wa(?=[^aeiou]))([a-z']{4,})")

_NOUN_PREFIX = re.compile(
    r"(?:mwana|wana)(?=[a-z']{4})|(?:mwa|mia|mwe|mie)(?=[a-z']{3})|mw(?=i[a-z']{3})|w(?=[ei][a-z']{3})"
    r"|(?:wa|mi|ki|vi|ma|mu)(?=[a-z']{3})|m(?=[^aeiouwb'][a-z']{2})|m(?=[ae][a-z']{2})"
    r"|u(?=[^aeiou'](?![bdgj])[a-z']{2})"
)
_EXTENSIONS = (
    *("ishw", "eshw", "izw", "ezw", "ish", "esh", "liw", "lew"),
    *("iw", "ew", "iz", "ez", "ik", "ek", "an", "li", "le", "i", "e"),
)
_PASSIVE = re.compile(r"(?<=[^aeiouw'])w$")

_ONSET = "(?:ng'|[mn]?(?:ch|sh|dh|th|gh|kh|ny|[bdfghjklmnprstvwyz])[wy]?)"
_SHAPE = re.compile(rf"(?:{_ONSET}?[aeiou]|[mn](?=[^aeiou'])|[bfhklrst](?=[bdfghjklmnprstvz]))++(?<=[aeiou])")


def has_swahili_shape(word: str) -> bool:
    """True where the lower-case word is built like a Swahili one: open syllables, a vowel at the end."""
    return bool(_SHAPE.fullmatch(word))


@lru_cache(maxsize=65_536)
def is_conjugated(word: str) -> bool:
    """True where the lower-case word is built like a Swahili verb with a subject and a tense, or an infinitive."""
    return word not in _WHOLE and bool(_LETTERS.fullmatch(word)) and _verb_root(_without_asking(word)) is not None


@lru_cache(maxsize=65_536)
def swahili_stem(word: str) -> str:
    """The stem of a lower-case Swahili word; words with digits or foreign letters come back as they are."""
    if len(word) <= SHORTEST_STEM or not _LETTERS.fullmatch(word):
        return word
    word = _without_asking(word)
    known = _known_stem(word)
    if known:
        return known
    if _is_place(word):
        return swahili_stem(word[:-2])
    if word.startswith("vy"):
        return swahili_stem("ch" + word[2:])
    bare = _bare_root(word, is_verb=True)
    if bare in ROOTS_LIKE_AFFIXES:
        return bare
    root = _verb_root(word)
    is_verb = root is not None
    if root is None:
        root = _noun_root(word)
    return _known_stem(root) or _bare_root(root, is_verb)


def _known_stem(word: str) -> str | None:
    return MAPPED.get(word) or (word if word in _WHOLE else None)


def _without_asking(word: str) -> str:
    """`hutengeneza` for `hutengenezaje`, "how does it make"."""
    return word[:-2] if len(word) >= 7 and word.endswith("aje") else word


def _is_place(word: str) -> bool:
    """True for a noun with the ending of place, as in shuleni."""
    return len(word) >= 6 and word.endswith("ni") and word[-3] in "aeiou"


def _verb_root(word: str) -> str | None:
    """The root with its endings where the word is a conjugated verb or an infinitive, else None."""
    if _is_subject_with_root(word):
        return None
    for form in _VERB_FORMS:
        found = form.fullmatch(word)
        if found and (found.group("root").endswith("a") or found.group("root") in ARABIC_VERBS):
            return _without_object(found.group("root"))
    return None


def _is_subject_with_root(word: str) -> bool:
    """True for a noun like mtawala, whose root (tawala) only looks like a tense with a root."""
    subject = _SUBJECT_BEFORE.match(word)
    return bool(subject) and _bare_root(word[subject.end() :], is_verb=True) in ROOTS_LIKE_AFFIXES if subject else False


def _without_object(root: str) -> str:
    """`piga` for `mpiga`: the root without the person it happens to."""
    found = _OBJECT.fullmatch(root)
    return found.group(1) if found and _bare_root(root, is_verb=True) not in ROOTS_LIKE_AFFIXES else root


def _noun_root(word: str) -> str:
    prefix = _NOUN_PREFIX.match(word)
    return word[prefix.end() :] if prefix else word


def _bare_root(root: str, is_verb: bool) -> str:
    """The root without agent ending, final vowel and verb extensions; at least three letters stay."""
    if root.endswith("aji") and len(root) > 5:
        root, is_verb = root[:-2], True
    if not root.endswith("a") or len(root) <= SHORTEST_STEM:
        return root
    root = root[:-1]
    if is_verb and len(root) > SHORTEST_STEM:
        root = _PASSIVE.sub("", root)
    while root not in KEPT_ROOTS and (shorter := _without_extension(root)):
        root = shorter
    return MAPPED_ROOTS.get(root, root)


def _without_extension(root: str) -> str | None:
    for extension in _EXTENSIONS:
        if root.endswith(extension) and len(root) - len(extension) >= SHORTEST_STEM:
            return root[: -len(extension)]
    return None
