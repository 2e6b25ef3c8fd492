"""Reading a text of either language into marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from tutor.answering.support.english import ENGLISH
from tutor.answering.support.marks import Grammar, Kind, Mark, Written, written_words
from tutor.answering.support.nouns import with_nouns
from tutor.answering.support.numbers import MONTHS, NUMBER_WORDS
from tutor.answering.support.swahili import SWAHILI
from tutor.answering.support.swahili_verbs import VerbFacts, little_word, verb_facts, wanted_verb
from tutor.answering.support.synonyms import is_past, meanings, noun_keys
from tutor.language.stems import stem

_STOP_KINDS = {
    "(": Kind.OPEN,
    ")": Kind.CLOSE,
    ",": Kind.COMMA,
    ";": Kind.BREAK,
    "|": Kind.BREAK,
    ".": Kind.BREAK,
    "!": Kind.BREAK,
    "?": Kind.BREAK,
    "\u2014": Kind.COMMA,
    ":": Kind.COMMA,
    "-": Kind.COMMA,
}
_POSSESSIVES = set("its their his her wake yake zake lake chake vyake wao yao zao lao chao vyao".split())
_EVERY = re.compile(r"\bkila baada ya\b", re.IGNORECASE)
"""`Kila baada ya miaka mitano` opens no clause, as `baada ya` does elsewhere."""
_KNOWN_AS = re.compile(r"(?<=\w)julikana kama\b|(?<=\w)julikana kwa jina la\b")
_DENIED_HELPERS = {
    word: ((Kind.LIMIT, helper), (Kind.NOT, "not"))
    for helper, words in {
        "can": "cannot can't couldn't", "must": "mustn't", "should": "shouldn't", "may": "mightn't"
    }.items()
    for word in words.split()
}  # fmt: skip
_ALSO = {"conduct": frozenset({"execut"}), "lead-to": frozenset({"caus"})}
"""What a phrase may mean besides: who carries out a law executes it, and what leads to war causes it."""
_ADVERBS = {"behind", "below", "above", "around", "through", "across", "inside", "beyond", "nearby", "underneath",
            "throughout", "off", "over", "round"}  # fmt: skip
_ADVERB = "adverb"
_QUANTITIES = {"all", "some", "most", "many", "much", "few", "several", "more", "less", "first", "last", "same",
               "different", "both", "either", "any", "very"}  # fmt: skip


@lru_cache(maxsize=4_096)
def marks_of(text: str, language: str) -> tuple[Mark, ...]:
    """The marks of a text, articles and fillers left out."""
    if language == "sw":
        text = _EVERY.sub("katika kila", _KNOWN_AS.sub("itwa", text))
        return tuple(_with_helped_verbs(list(_marks(written_words(text), SWAHILI))))
    return tuple(with_nouns(list(_marks(written_words(text), ENGLISH))))


def _with_helped_verbs(marks: list[Mark]) -> Iterator[Mark]:
    """ "anaweza kuongoza", "lazima athibitishwe": the verb behind the helper is the clause's verb."""
    for at, mark in enumerate(marks):
        helper = marks[at - 1] if at else None
        if mark.kind is Kind.BE and mark.concord and at + 1 < len(marks) and marks[at + 1].word == "na":
            mark = replace(mark, kind=Kind.HAVE, value="have", keys=frozenset({"have:have"}))
        if mark.word == "na" and helper is not None and helper.kind is Kind.BE and helper.concord:
            continue
        if helper is not None and helper.kind is Kind.LIMIT and helper.value in {"can", "must"}:
            if mark.infinitive:
                mark = replace(mark, finite=True, infinitive=False)
            elif helper.value == "must" and (facts := wanted_verb(mark.word)) is not None:
                mark = replace(mark, keys=_verb_keys(facts), finite=True, participle=facts.passive)
        yield mark


def _verb_keys(facts: VerbFacts) -> frozenset[str]:
    keys = frozenset(f"v:{root}" for root in facts.roots)
    return keys | meanings(facts.value, keys, "sw")


def _marks(written: list[Written], grammar: Grammar) -> Iterator[Mark]:
    words = [item.word for item in written]
    at = 0
    before: Mark | None = None
    article = owned = False
    held: Mark | None = None
    while at < len(written):
        marks, length = _marks_at(written, words, at, grammar, before, article)
        for mark in marks:
            if mark.kind is Kind.ARTICLE:
                article, owned = True, mark.word in _POSSESSIVES
            elif mark.kind is Kind.FILLER:
                if mark.word in _POSSESSIVES and held is not None:
                    held = replace(held, owned=True)
            else:
                if held is not None:
                    yield held
                held = replace(mark, owned=True) if owned else mark
                before, article, owned = mark, False, False
        at += length
    if held is not None:
        yield held


def _marks_at(
    written: list[Written], words: list[str], at: int, grammar: Grammar, before: Mark | None, article: bool
) -> tuple[list[Mark], int]:
    item = written[at]
    if item.stop:
        kind = _STOP_KINDS.get(item.stop)
        if kind is None:
            return [Mark(Kind.WORD, "percent", "%", frozenset({"percent"}))], 1
        return [Mark(kind, item.stop, item.stop)], 1
    named = item.capital and at > 0 and written[at - 1].stop != "("
    contracted = _DENIED_HELPERS.get(item.word) if grammar.language == "en" else None
    if contracted:
        return [Mark(kind, value, item.word, frozenset({f"{kind}:{value}"})) for kind, value in contracted], 1
    found = _phrase_at(written, words, at, grammar)
    if found:
        kind, value, length = found
        phrase = " ".join(words[at : at + length])
        following = words[at + length : at + length + 2]
        return [_phrase_mark(kind, value, phrase, following, grammar, before, article)], length
    word = item.word
    if any(letter.isdigit() for letter in word):
        return [Mark(Kind.NUMBER, word, word, frozenset({f"#{word}"}), after_article=article)], 1
    if word in NUMBER_WORDS and not (word == "once" or (word == "one" and words[at + 1 : at + 2] == ["of"])):
        value = NUMBER_WORDS[word]
        return [Mark(Kind.NUMBER, value, word, frozenset({f"#{value}"}), after_article=article)], 1
    if word in MONTHS and (item.capital or grammar.language == "sw"):
        return [Mark(Kind.NUMBER, MONTHS[word], word, frozenset({MONTHS[word]}), named=True)], 1
    if grammar.language == "sw":
        return _swahili_marks(word, named), 1
    mark = _english_word(word, named, grammar, before, article)
    perfect = at > 0 and words[at - 1] in {"has", "have", "had"} and word in grammar.participles
    return [replace(mark, finite=True, participle=False) if perfect else mark], 1


def _phrase_at(written: list[Written], words: list[str], at: int, grammar: Grammar) -> tuple[Kind, str, int] | None:
    found = grammar.phrase_at(words, at)
    if found is None:
        return None
    kind, value, length = found
    if any(item.stop for item in written[at + 1 : at + length]):
        return None
    following = words[at + length] if at + length < len(words) else ""
    a_number = bool(following) and (following[0].isdigit() or following in NUMBER_WORDS)
    if (words[at], length) in {("about", 1), ("around", 1), ("karibu", 1), ("kama", 1)} and a_number:
        return Kind.LIMIT, "approx", length
    if (words[at], length) == ("over", 1) and a_number:
        return Kind.LIMIT, "more", length
    if (words[at], length) == ("hivyo", 1) and at and not (written[at - 1].stop or words[at - 1] == "na"):
        return Kind.FILLER, "", length  # "vyama hivyo", those parties
    if length == 1 and words[at] in _ADVERBS and at and _ends_clause(written, words, at + 1, grammar):
        return Kind.WORD, _ADVERB, length  # "leaves salt behind"
    if (words[at], length) == ("too", 1) and at and _ends_clause(written, words, at + 1, grammar):
        return Kind.FILLER, "", length  # "are caught too"
    if value == "call" and following == "by":
        return Kind.BE, "be", 1  # "was called by the king": no name follows
    if (words[at], length) == ("yet", 1) and (at + 1 == len(words) or written[at + 1].stop):
        return Kind.LIMIT, "yet", length  # "has no cure yet"
    if (words[at], length) == ("once", 1) and at + length >= len(words):
        return None
    return kind, value, length


def _ends_clause(written: list[Written], words: list[str], at: int, grammar: Grammar) -> bool:
    if at >= len(words) or written[at].stop:
        return True
    found = grammar.phrase_at(words, at)
    return found is not None and found[0] in {Kind.LINK, Kind.BREAK, Kind.AND}


def _phrase_mark(
    kind: Kind, value: str, phrase: str, following: list[str], grammar: Grammar, before: Mark | None, article: bool
) -> Mark:
    if kind is Kind.HAVE and grammar.language == "en":
        # "had ended": the helper of a tense says nothing of its own.
        helps = bool(following) and (_is_participle(following[0], grammar) or following[0] in {"been", "long", "never"})
        if helps:
            return Mark(Kind.FILLER, "", phrase)
    if value == _ADVERB:
        return Mark(Kind.WORD, phrase, phrase, frozenset({phrase}))
    if kind is Kind.WORD:
        # "occurs" and "lead to" stand alone; "given off" needs its "is".
        first, last = phrase.split()[0], phrase.split()[-1]
        aside = phrase == "known as"
        whole = not aside and value != "percent" and (last not in {"off", "out", "released"} or first.endswith("s"))
        done = aside or value == "giveoff" or (value == "conduct" and last == "out" and first == "carried")
        keys = frozenset({value}) | meanings(value, frozenset({value}), grammar.language)
        whole = whole and not first.endswith("ing")
        if before is not None and before.kind is Kind.BE and (first in grammar.participles or first.endswith("ed")):
            whole, done = False, True  # "was set up", "are taken in"
        return Mark(Kind.WORD, value, phrase, keys | _ALSO.get(value, frozenset()), finite=whole, participle=done)
    if kind is Kind.REL and phrase == "that" and before is not None and before.kind in {Kind.BE, Kind.LINK}:
        return Mark(Kind.FILLER, "", phrase)
    keys = frozenset({f"{kind}:{value}"})
    return Mark(
        kind, value, phrase, keys, finite=kind in {Kind.BE, Kind.HAVE}, after_article=article,
        past=phrase in {"was", "were", "had"},
    )  # fmt: skip


def _english_word(word: str, named: bool, grammar: Grammar, before: Mark | None, article: bool) -> Mark:
    stemmed = stem(word, "en")
    keys = frozenset({stemmed}) if named else frozenset({stemmed}) | meanings(word, frozenset({stemmed}), "en")
    verb = word in grammar.verbs and not named
    finite = verb and not article and before is not None and not _is_noun_after(before, word)
    to = before is not None and before.kind is Kind.PREP and before.value == "to" and not article
    return Mark(
        Kind.WORD, stemmed, word, keys, finite=finite, participle=_is_participle(word, grammar), named=named,
        after_article=article, infinitive=to and verb, past=finite and (word.endswith("ed") or is_past(word)),
    )  # fmt: skip


def _is_noun_after(before: Mark, word: str) -> bool:
    """True where the word behind `before` can be no verb: after an article, a preposition, a quantity, a number."""
    if before.kind is Kind.LIMIT:
        return before.value in _QUANTITIES
    if before.kind is Kind.WORD and before.word.endswith("ing") and not word.endswith(("s", "ed")):
        return not is_past(word)  # "using clean energy"
    if before.kind is Kind.NUMBER:
        return before.value.isdigit() and len(before.value) < 4
    return before.kind is Kind.PREP


def _is_participle(word: str, grammar: Grammar) -> bool:
    return word in grammar.participles or (word.endswith("ed") and len(word) > 4)


def _swahili_marks(word: str, named: bool) -> list[Mark]:
    """A verb that is denied, relative or a condition gives a mark for that too, before its own."""
    little = None if named else little_word(word)
    if little is not None:
        own = Mark(little.kind, little.value, word, frozenset({f"{little.kind}:{little.value}"}),
                   finite=little.kind in {Kind.BE, Kind.HAVE}, concord=little.concord,
                   past="li" in word[:4])  # fmt: skip
        return [*_before_verb(word, little.denied, little.relative, ""), own]
    facts = None if named else verb_facts(word)
    if facts is None:
        keys = noun_keys(word)
        return [Mark(Kind.WORD, word, word, keys if named else keys | meanings(word, keys, "sw"), named=named)]
    own = Mark(
        Kind.WORD, facts.value, word, _verb_keys(facts), finite=facts.finite, participle=facts.passive,
        infinitive=facts.infinitive, takes_object=facts.takes_object, concord=facts.concord,
        past=facts.past,
    )  # fmt: skip
    return [*_before_verb(word, facts.denied, facts.relative, facts.condition), own]


def _before_verb(word: str, denied: bool, relative: bool, condition: str) -> list[Mark]:
    found = []
    if relative:
        found.append(Mark(Kind.REL, "who", word, frozenset({"rel:who"})))
    if condition:
        found.append(Mark(Kind.PREP, condition, word, frozenset({f"prep:{condition}"})))
    if denied:
        found.append(Mark(Kind.NOT, "not", word, frozenset({"not:not"})))
    return found
