"""Books that are in the library already, in other words or not: containment of five-word shingles.

Of all shingles the one in sixteen whose hash ends in zeros is kept, so that books of any length can be compared
from little; a book is held by another when 0.80 of its shingles are in it. Few shingles estimate badly, so short
books are compared whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tutor.core.types import Metadata
from tutor.curriculum.words import plain_words

SHINGLE_WORDS = 5
ONE_IN = 16
THRESHOLD = 0.80
FEW = 48
"""With fewer sampled shingles the estimate may be off by more than a tenth; then all shingles are compared."""
SURE_ENOUGH_TO_LOOK = 0.5
MOST_KEPT = 4_000_000
"""How many hashes of whole books stay in memory: 32 MB."""
MOST_SINCE = 64
"""After so many new books all are sorted anew."""

Hashes = NDArray[np.uint64]


@dataclass(frozen=True)
class Held:
    """`document_id` holds the share `containment` (0 to 1) of another book, or is held by it to that share."""

    document_id: str
    containment: float


def shingle_hashes(texts: Iterable[str]) -> Hashes:
    """The hashes of all runs of five words within the texts, each once, in order. A shorter text is one shingle."""
    found: set[int] = set()
    for text in texts:
        words = plain_words(text)
        for start in range(max(len(words) - SHINGLE_WORDS + 1, min(len(words), 1))):
            shingle = " ".join(words[start : start + SHINGLE_WORDS])
            digest = hashlib.blake2b(shingle.encode("utf-8", "replace"), digest_size=8).digest()
            found.add(int.from_bytes(digest, "little"))
    return np.array(sorted(found), dtype=np.uint64)


def sampled(hashes: Hashes) -> Hashes:
    """The one in sixteen that is kept."""
    kept: Hashes = hashes[hashes % np.uint64(ONE_IN) == 0]
    return kept


def containment(smaller: Hashes, larger: Hashes) -> float:
    """The share of the first's shingles that are in the second, 0 to 1."""
    return float(np.isin(smaller, larger, assume_unique=True).mean()) if len(smaller) else 0.0


def could_be_the_same(one: Metadata, other: Metadata) -> bool:
    """False for versions in two languages, a paper and its mark scheme, and papers of different years."""
    pairs = ((one.document_type, other.document_type), (one.year, other.year), (one.paper, other.paper))
    differs = any(a is not None and b is not None and a != b for a, b in pairs)
    return one.language == other.language and not differs


class DuplicateFinder:
    """Finds which of the books it was told of hold a new one, and which are held by it."""

    def __init__(self, texts_of: Callable[[str], Iterable[str]]) -> None:
        """`texts_of` gives the passages of a document, for books too short to sample."""
        self._texts_of = texts_of
        self._sampled: dict[str, Hashes] = {}
        self._known: dict[str, Metadata] = {}
        self._index: tuple[Hashes, NDArray[np.int64], list[str]] | None = None
        self._since: set[str] = set()
        self._whole: dict[str, Hashes] = {}

    def tell(self, document_id: str, metadata: Metadata, hashes: Hashes) -> None:
        """Add a book with its sampled hashes, or put it in place of what was told of it."""
        self._sampled[document_id] = hashes
        self._known[document_id] = metadata
        self._since.add(document_id)
        self._whole.pop(document_id, None)

    def holders(self, hashes: Hashes, metadata: Metadata, own_id: str) -> list[Held]:
        """The books that hold at least 0.80 of the new one, best first. `hashes` are all of the new book's."""
        kept = sampled(hashes)
        found = []
        for name in self._candidates(kept, metadata, own_id):
            share = containment(kept, self._sampled[name])
            if len(kept) < FEW:
                share = containment(hashes, self._all_hashes(name))
            if share >= THRESHOLD:
                found.append(Held(name, share))
        return sorted(found, key=lambda held: (-held.containment, held.document_id))

    def held_by(self, hashes: Hashes, metadata: Metadata, own_id: str) -> list[Held]:
        """The books of which the new one holds at least 0.80, best first."""
        kept = sampled(hashes)
        found = []
        for name in self._candidates(kept, metadata, own_id):
            share = containment(self._sampled[name], kept)
            if len(self._sampled[name]) < FEW and share >= SURE_ENOUGH_TO_LOOK:
                share = containment(self._all_hashes(name), hashes)
            if share >= THRESHOLD:
                found.append(Held(name, share))
        return sorted(found, key=lambda held: (-held.containment, held.document_id))

    def _candidates(self, kept: Hashes, metadata: Metadata, own_id: str) -> list[str]:
        """Books that share a sampled shingle and could be the same, or all such books when nothing was sampled."""
        names: Iterable[str] = self._sampled if not len(kept) else self._sharing(kept)
        return [name for name in names if name != own_id and could_be_the_same(metadata, self._known[name])]

    def _all_hashes(self, name: str) -> Hashes:
        """All of a book's hashes: computed once, or a folder of short notes would hash the library once for each."""
        if name not in self._whole:
            fresh = shingle_hashes(self._texts_of(name))
            if sum(map(len, self._whole.values())) + len(fresh) > MOST_KEPT:
                self._whole.clear()
            self._whole[name] = fresh
        return self._whole[name]

    def _sharing(self, kept: Hashes) -> Sequence[str]:
        hashes, owners, names = self._looked_up()
        first, last = np.searchsorted(hashes, kept, "left"), np.searchsorted(hashes, kept, "right")
        rows = [owners[a:b] for a, b in zip(first, last, strict=True) if b > a]
        found = [names[row] for row in np.unique(np.concatenate(rows)).tolist()] if rows else []
        late = [name for name in self._since if len(np.intersect1d(self._sampled[name], kept))]
        return [*(name for name in found if name not in self._since), *sorted(late)]

    def _looked_up(self) -> tuple[Hashes, NDArray[np.int64], list[str]]:
        """A sorted index of all that was told but the last few, which are looked at one by one."""
        if self._index is None or len(self._since) > MOST_SINCE:
            names = list(self._sampled)
            sizes = [len(self._sampled[name]) for name in names]
            hashes = np.concatenate([np.empty(0, np.uint64), *(self._sampled[name] for name in names)])
            owners = np.repeat(np.arange(len(names)), sizes)
            order = np.argsort(hashes, kind="stable")
            self._index = (hashes[order], owners[order], names)
            self._since.clear()
        return self._index
