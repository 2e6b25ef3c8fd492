"""Systems that look at a text alone: language detection and readability as shipped."""

from __future__ import annotations

from tutor.evaluation.outcomes import Outcome, Query
from tutor.language.detection import detect_language
from tutor.language.readability import ari, mean_sentence_words, mean_word_letters


class LanguageOf:
    """Language detection as shipped."""

    def outcome(self, query: Query) -> Outcome:
        return Outcome(label=detect_language(query.text).language)


class ReadabilityOf:
    """The readability measures as shipped; ARI for English alone, where it does not mislead."""

    def outcome(self, query: Query) -> Outcome:
        found = {
            "ari": ari(query.text) if query.language == "en" else None,
            "sentence_words": mean_sentence_words(query.text),
            "word_letters": mean_word_letters(query.text),
        }
        return Outcome(measures={name: value for name, value in found.items() if value is not None})
