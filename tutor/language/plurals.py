"""A Swahili noun in the plural: mmea, mimea; pafu, mapafu. Only where the plural is a word that school books use."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.language.letters import known_words

_PREFIXES = (("mw", "w"), ("mw", "mi"), ("m", "mi"), ("m", "wa"), ("ki", "vi"), ("ch", "vy"))
_OF = {
    "mi": ("wa", "ya"), "wa": ("wa", "wa"), "w": ("wa", "wa"), "vi": ("cha", "vya"), "vy": ("cha", "vya"),
    "ma": ("la", "ya"),
}  # fmt: skip
_NEVER_COUNTED = {"mwanga"}
"""Light has no plural; `wanga` is starch."""


def swahili_plural(term: str) -> str:
    """The term in the plural: `mgawanyiko wa seli` as `migawanyiko ya seli`. As it is where that cannot be told."""
    noun, *rest = term.split(" ")
    if noun in _NEVER_COUNTED:
        return term
    for prefix, plural in _plurals(noun):
        if plural not in known_words("sw"):
            continue
        if not rest:
            return plural
        one, several = _OF.get(prefix, ("", ""))
        if rest[0] == one and len(rest) > 1:
            return " ".join([plural, several, *rest[1:]])
    return term


def _plurals(noun: str) -> Iterator[tuple[str, str]]:
    """(its prefix, what the plural may be), likeliest first."""
    for one, several in _PREFIXES:
        if noun.startswith(one) and len(noun) > len(one) + 1:
            yield several, several + noun[len(one) :]
    if not noun.startswith(("m", "ki", "ch", "u")):
        yield "ma", "ma" + noun
