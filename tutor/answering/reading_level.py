"""How hard an answer may be for the form that reads it.

The marks by form are the curriculum's. Where the pupil chose no form, a book is held to the form it is written for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.curriculum.curriculum import Curriculum
from tutor.language.tokens import words


@dataclass(frozen=True)
class Level:
    """What pupils of a form can read: the highest index of an English text, the longest sentence in either language."""

    form: int
    ari_max: float
    most_words: int


@dataclass(frozen=True)
class ReadingLevels:
    """The levels of the curriculum, with the form the answer is for (None: not known). `simpler`: one form down."""

    levels: Sequence[Level] = ()
    form: int | None = None
    simpler: bool = False

    @classmethod
    def of(cls, curriculum: Curriculum, form: int | None, simpler: bool) -> ReadingLevels:
        levels = tuple(Level(one.number, one.ari_max, one.max_sentence_words) for one in curriculum.forms)
        return cls(levels, form, simpler)

    def level(self, book_form: int | None) -> Level | None:
        """The level to write at from a book of that form; None where neither form is known."""
        form = self.form or book_form
        known = [level for level in self.levels if form is not None and level.form <= form]
        if not known:
            return None
        return known[-2] if self.simpler and len(known) > 1 else known[-1]


def hardness(text: str) -> float:
    """The Automated Readability Index of one sentence (Smith and Senter 1967). It orders sentences of one language; a
    single sentence says too little for a grade."""
    own = words(text)
    letters = sum(sum(map(str.isalnum, word)) for word in own)
    return 4.71 * letters / len(own) + 0.5 * len(own) - 21.43 if own else 0.0
