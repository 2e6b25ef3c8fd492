"""Word lists written as running text, so that a reader can read them."""

from __future__ import annotations


def word_set(listed: str) -> frozenset[str]:
    """The words of a list that is written with spaces between them."""
    return frozenset(listed.split())


def word_map(listed: str) -> dict[str, str]:
    """What each word stands for, from a list such as "watu:mtu viti:kiti". Raises ValueError for a bad pair."""
    meanings = {}
    for pair in listed.split():
        written, meant = pair.split(":")
        meanings[written] = meant
    return meanings
