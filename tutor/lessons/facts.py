"""What a short answer has to say, and whether it says it. The quote is always shown: a pupil sees what was missed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tutor.answering.support.negation import negated_stems
from tutor.core.types import BookLanguage
from tutor.language.detection import detect_language
from tutor.language.glossary import Glossary
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words
from tutor.lessons.about import alike
from tutor.lessons.lesson import Fact, Lesson, QuizItem

ENOUGH = 0.5
"""The share of the facts that makes an answer right; what must be there must be."""
FEWEST_TRANSLATED = 2
"""With fewer facts that the glossary can say in the pupil's language an answer in it is not judged."""


@dataclass(frozen=True)
class Mark:
    """How an answer did. `outcome` is right, partly, wrong or unsure; `missing` are facts it did not say, in the book's
    words; `quote` is the sentence of the book."""

    outcome: str
    share: float
    missing: tuple[str, ...]
    quote: str


def facts_of(meaning: str, term: str, language: BookLanguage, subject: str, glossary: Glossary) -> tuple[Fact, ...]:
    """The facts in the book's words: glossary terms with all their names in both languages, numbers, other words."""
    known = {stem(word, language) for word in words(term)}
    facts: list[Fact] = []
    covered: set[str] = set()
    for match in glossary.find(meaning, language):
        written = meaning[match.start : match.end]
        own = words(written)
        if match.language != language or not content_words(written, language):
            continue
        if {stem(word, language) for word in own} <= known:
            continue
        # A stem alone may be another word's: `huwaweka` (sets) is no `uwekezaji` (investment).
        entries = [
            one for one in match.entries if one.subject == subject and _is_spelt_like(written, one.terms(language))
        ]
        if not entries:
            continue
        names = [name for entry in entries for name in (*entry.en, *entry.sw)]
        covered.update(own)
        facts.append(Fact(tuple(dict.fromkeys([written, *names]))))
    for word in dict.fromkeys(content_words(meaning, language)):
        if word not in covered and stem(word, language) not in known:
            facts.append(Fact((word,)))
    return tuple(facts)


def _is_spelt_like(written: str, names: Iterable[str]) -> bool:
    own = words(written)
    return any(len(words(n)) == len(own) and all(map(alike, own, words(n))) for n in names)


def marked(item: QuizItem, text: str, lesson: Lesson) -> Mark:
    """The mark of an answer to any kind of question; a matching is given as "1=2, 2=1" positions by the page."""
    quote = lesson.citations[item.citation].quote
    said = text.strip()
    if item.kind == "choice":
        return _all_or_nothing(said.casefold() == item.answer.casefold(), item.answer, quote)
    if item.kind == "true-false":
        return _all_or_nothing(said.casefold() == item.answer, item.correction or item.answer, quote)
    if item.kind == "matching":
        return _matching(item, said, quote)
    return _short(item, said, quote, lesson.book_language)


def _all_or_nothing(is_right: bool, answer: str, quote: str) -> Mark:
    return Mark("right" if is_right else "wrong", float(is_right), () if is_right else (answer,), quote)


def _matching(item: QuizItem, said: str, quote: str) -> Mark:
    """`said`: the right-hand texts in the order of the left-hand ones, a line each."""
    given = [line.strip().casefold() for line in said.splitlines()]
    missed = tuple(
        f"{pair.left} \u2013 {pair.right}"
        for at, pair in enumerate(item.pairs)
        if at >= len(given) or given[at] != pair.right.casefold()
    )
    share = 1 - len(missed) / len(item.pairs)
    return Mark("right" if not missed else "partly" if share else "wrong", share, missed, quote)


def _short(item: QuizItem, said: str, quote: str, book: BookLanguage) -> Mark:
    if not words(said):
        return Mark("wrong", 0.0, tuple(fact.wordings[0] for fact in item.facts), quote)
    found = detect_language(said, previous=book).language
    language: BookLanguage = "en" if found == "en" else "sw"
    facts = item.facts
    if language != book and not any(_says(said, fact) for fact in facts if len(fact.wordings) == 1):
        facts = tuple(fact for fact in facts if fact.must or len(fact.wordings) > 1)
        if len(facts) < min(FEWEST_TRANSLATED, len(item.facts)):
            return Mark("unsure", 0.0, (), quote)
    met = [_says(said, fact) for fact in facts]
    missing = tuple(fact.wordings[0] for fact, ok in zip(facts, met, strict=True) if not ok)
    share = sum(met) / len(met) if met else 0.0
    has_all = all(ok for fact, ok in zip(facts, met, strict=True) if fact.must)
    if language == book and not _same_polarity(said, item.answer, book):
        return Mark("wrong", share, missing, quote)
    other_number = {w for w in words(said) if w[0].isdigit()} - {w for w in words(quote) if w[0].isdigit()}
    if share >= ENOUGH and has_all and not other_number:
        return Mark("right", share, missing, quote)
    return Mark("partly" if share else "wrong", share, missing, quote)


def _says(text: str, fact: Fact) -> bool:
    for language in ("en", "sw"):
        running = " " + " ".join(stem(word, language) for word in words(text)) + " "
        for wording in fact.wordings:
            if f" {' '.join(stem(word, language) for word in words(wording))} " in running:
                return True
    return False


def _same_polarity(said: str, answer: str, language: BookLanguage) -> bool:
    """False when one of the two denies something and the other nothing, or each denies another of their words."""
    own, right = negated_stems(said, language), negated_stems(answer, language)
    both = {stem(w, language) for w in words(said)} & {stem(w, language) for w in words(answer)}
    return bool(own) == bool(right) and own & both == right & both
