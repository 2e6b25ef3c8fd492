"""What a book's text says of it: its language, and subject and topic by the keywords of the curriculum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache

from tutor.core.types import BookLanguage, Metadata
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.mentions import find_mentions
from tutor.curriculum.words import plain_words
from tutor.language.detection import book_language
from tutor.library.provenance import Fact
from tutor.library.readers.blocks import Block

READ_CHARACTERS = 20_000
FEWEST_WORDS = 12
"""A passage of fewer words is in the language of its book: names and formulas tell nothing."""
SUBJECT_MENTIONS, SUBJECT_SHARE = 12.0, 0.7
DOCUMENT_KEYWORDS, PASSAGE_KEYWORDS = 3, 2
MOST_COUNTED = 3
"""A keyword counts at most so often: one word repeated is not a topic."""


def prose_of(blocks: Iterable[Block]) -> str:
    """The paragraphs and lists, as far as a judgement needs them."""
    return " ".join(block.text for block in blocks if block.kind in {"paragraph", "list"})[:READ_CHARACTERS]


def language_fact(prose: str) -> Fact | None:
    """The language of a book's prose, or None where it cannot be told."""
    language = book_language(prose)
    return Fact(language, "text", 0.9) if language else None


def passage_language(text: str, otherwise: str) -> str:
    """The language of a passage of a book that may be mixed; `otherwise` where it cannot be told."""
    if len(text.split()) < FEWEST_WORDS:
        return otherwise
    found: BookLanguage | None = book_language(text)
    return found or otherwise


def subject_fact(prose: str, curriculum: Curriculum) -> Fact | None:
    """The subject most of whose keywords the text uses, where they are many and hardly any are another's."""
    votes: dict[str, float] = defaultdict(float)
    for mention in find_mentions(plain_words(prose), curriculum).of("topic"):
        for slug in mention.values:
            votes[str(slug)] += 1 / len(mention.values)
    if not votes:
        return None
    slug, count = max(votes.items(), key=lambda item: item[1])
    share = count / sum(votes.values())
    if count < SUBJECT_MENTIONS or share < SUBJECT_SHARE:
        return None
    return Fact(slug, "text", round(0.6 * share, 2))


def topic_fact(text: str, curriculum: Curriculum, known: Metadata, least: int) -> Fact | None:
    """The topic of the subject whose keywords stand in the text, if `least` do and twice as many as any other's."""
    if known.subject is None:
        return None
    topics = _keywords(curriculum, known.subject, known.form, known.language)
    padded = f" {' '.join(plain_words(text))} "
    scores = {slug: sum(min(padded.count(word), MOST_COUNTED) for word in words) for slug, words in topics.items()}
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:2]
    if not ranked or ranked[0][1] < least:
        return None
    second = ranked[1][1] if len(ranked) > 1 else 0
    if ranked[0][1] < 2 * second:
        return None
    return Fact(ranked[0][0], "text", round(0.8 * ranked[0][1] / (ranked[0][1] + second), 2))


@cache
def _keywords(curriculum: Curriculum, subject: str, form: int | None, language: str) -> Mapping[str, tuple[str, ...]]:
    topics = curriculum.topics(subject, form)
    return {
        topic.slug: tuple(f" {word}{ending} " for word in topic.keywords[language] for ending in _endings(language))
        for topic in topics
    }


def _endings(language: str) -> tuple[str, ...]:
    # The curriculum lists one number only; irregular plurals stand there themselves.
    return ("", "s") if language == "en" else ("",)
