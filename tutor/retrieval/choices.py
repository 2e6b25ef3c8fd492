"""What retrieval could do otherwise. The defaults ship; the evaluation lab runs the others beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tutor.index.lexical import FIELD_WEIGHTS
from tutor.retrieval.boosts import LANGUAGE
from tutor.retrieval.merging import Order
from tutor.retrieval.pools import Centring

OWN_LANGUAGE = 4
"""How many places of the list each language's best keep, so that neither language can crowd out the other."""


@dataclass(frozen=True)
class RetrieverSettings:
    """`alpha`, `fusion`, `pool_depth`: of the fusion within a pool; `keep`: how many are found.

    `field_weights`: of the lexical index, 0 leaves a field out; `terms_of_books`: whether a question that crosses is
    embedded with its terms in the books' language too; `headings`: whether a heading that says just what is asked goes
    first; `language_boost`, `places`: what the question's own language, and each language, is given.
    Raises ValueError when a value is out of its range.
    """

    alpha: float = 0.8
    fusion: str = "min-max"
    pool_depth: int = 50
    keep: int = 8
    centring: Centring = "crossing"
    terms_of_books: bool = True
    headings: bool = True
    order: Order = field(default_factory=Order)
    language_boost: float = LANGUAGE
    places: int = OWN_LANGUAGE
    field_weights: Mapping[str, float] = field(default_factory=lambda: FIELD_WEIGHTS)

    def __post_init__(self) -> None:
        if not 0 <= self.alpha <= 1:
            raise ValueError(f"alpha must be between 0 and 1, not {self.alpha}")
        if self.pool_depth < 1 or self.keep < 1:
            raise ValueError(f"depths must be at least 1, not {self.pool_depth} and {self.keep}")
