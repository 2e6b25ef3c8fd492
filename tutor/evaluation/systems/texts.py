"""Systems that look at a text alone: language detection and readability as shipped."""

from __future__ import annotations

from tutor.evaluation.outcomes import Outcome, Query
from tutor.language.detection import detect_language
from tutor.language.readability import ari, mean_sentence_words, mean_word_letters
from tutor.language.readability_swahili import swahili_difficulty, swahili_percentile

EASIEST_FORM = 1
"""The stories are for children: even the hardest is held against the first form's books."""


class LanguageOf:
    """Language detection as shipped."""

    def outcome(self, query: Query) -> Outcome:
        return Outcome(label=detect_language(query.text).language)


class ReadabilityOf:
    """The readability measures as shipped; ARI for English alone, where it does not mislead; the measure by
    a form's books for Swahili alone."""

    def outcome(self, query: Query) -> Outcome:
        found = {
            "ari": ari(query.text) if query.language == "en" else None,
            "sentence_words": mean_sentence_words(query.text),
            "word_letters": mean_word_letters(query.text),
            "sw_difficulty": swahili_difficulty(query.text, EASIEST_FORM) if query.language == "sw" else None,
            "sw_percentile": swahili_percentile(query.text, EASIEST_FORM) if query.language == "sw" else None,
        }
        return Outcome(measures={name: value for name, value in found.items() if value is not None})
