"""What a text claims, and the words, numbers and names a claim is made of: the evaluator's own reading of a text.

Nothing here is shared with the product's checks, down to the splitting of words: a blind spot that both had would
never show in a figure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['\u2019][^\W\d_]+)*\d*")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'\u201d\u2019)\]]*\s+(?=[\"'\u201c\u2018(\[]*[A-Z0-9])|\s*\n+\s*")
_LIST_MARK = re.compile(r"^\s*(?:[-*\u2022]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+")
_SHORT_FORM = re.compile(r"(?:\b[A-Z]|\b(?:Dr|Mr|Mrs|Ms|St|Prof|Bw|Bi|Dk|Mwl|No|Na|Fig|e\.g|i\.e))\.[\"')\]]*$")
_CONJUNCTION = re.compile(
    r"\s*;\s*|,?\s+(?:but|because|whereas|while|although|however|so that|lakini|bali|kwa sababu|kwa kuwa|ilhali|huku"
    r"|ingawa|hata hivyo|kwa hiyo)\s+|(?P<joining>,?\s+(?:and|or|na|au|pia)\s+)",
    re.IGNORECASE,
)
CLAUSE, JOINED = 2, 4
"""The fewest content words on both sides of a conjunction that parts two claims: "and" also joins mere things."""

_EMPTY = {
    "en": frozenset("""
        a an the this that these those it its he his him she her they them their we our you your i my is are was were be
        been being am do does did has have had can could may might must shall should will would of in on at by for to
        from with as into onto than then and or but if so not no also such which who whom whose what when where why how
        there here about because while both each very more most other some any all only just up out
        """.split()),
    "sw": frozenset("""
        ni si na ya wa za la cha vya kwa katika kwenye pa mwa ku au ama lakini hata pia tena tu basi hivyo hii hiyo hizi
        hizo huyu huyo hawa hao hiki hicho hivi hili hilo haya hayo huu huo hapa hapo huku ile yule wale kile vile lile
        yale zile ambayo ambao ambaye ambazo ambacho ambavyo ambalo ambapo kama kuwa kwamba ili mimi wewe yeye sisi wao
        yake wake zake lake chake vyake yao wao zao yetu wetu zetu sana zaidi kila wote yote zote kuna hakuna bila hadi
        wakati baada kabla juu chini ndani nje kati yenye wenye zenye kutoka
        """.split()),
}  # fmt: skip
"""Small words, which claim nothing, by language."""
_NUMBER_NAMES = (
    "zero sufuri", "", "two mbili wawili viwili miwili mawili", "three tatu watatu vitatu mitatu matatu",
    "four nne wanne vinne minne manne", "five tano watano vitano mitano matano", "six sita", "seven saba",
    "eight nane wanane", "nine tisa", "ten kumi", "eleven", "twelve",
)  # fmt: skip
_NUMBERS = {name: str(value) for value, names in enumerate(_NUMBER_NAMES) for name in names.split()}
"""Number words; "one" and "moja" are left out, because they are more often no numbers."""
_SWAHILI_FORM = re.compile(
    r"^(?:(?:ha|hu|si)?(?:wa|zi|ki|vi|li|ya|ku|tu|ni|mi|ma|mu|u|a|i|m|n)?(?:na|li|ta|me|ka|nge)?(?:ji|ki|vi|wa|ku|m|i)?)"
    r"(?P<root>[^\W\d_]{3,}?)(?:lisha|lishwa|ishwa|eshwa|isha|esha|iwa|ewa|wa|ka|ni|a|e|i|o|u)?$"
)
_english = snowballstemmer.stemmer("english")


@dataclass(frozen=True)
class Claim:
    """A statement of a text. `begins_sentence`: its first word has a capital for that reason alone."""

    text: str
    language: str
    begins_sentence: bool = True


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text, without list marks."""
    found: list[str] = []
    start = 0
    for gap in _SENTENCE_END.finditer(text):
        if "\n" not in gap.group() and _SHORT_FORM.search(text[start : gap.start()]):
            continue
        found.append(text[start : gap.end()])
        start = gap.end()
    return [own for piece in [*found, text[start:]] if (own := _LIST_MARK.sub("", piece).strip())]


def claims_of(text: str) -> list[Claim]:
    """The claims: sentences split at conjunctions. What asks, announces or holds no content word claims nothing."""
    found = []
    for sentence in sentences(text):
        if sentence.endswith(("?", ":")):
            continue
        language = language_of(sentence)
        for number, part in enumerate(_parts(sentence, language)):
            if content_stems(part, language) or numbers_in(part):
                found.append(Claim(part, language, number == 0))
    return found


def _parts(sentence: str, language: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for match in _CONJUNCTION.finditer(sentence):
        fewest = JOINED if match["joining"] else CLAUSE
        sides = sentence[start : match.start()], sentence[match.end() :]
        if all(len(content_stems(side, language)) >= fewest for side in sides):
            parts.append(sides[0].strip())
            start = match.end()
    return [*parts, sentence[start:].strip()]


def language_of(text: str) -> str:
    """en or sw, by which language's small words the text has more of; English where it has as many."""
    found = words_in(text)
    counts = {language: sum(word in empty for word in found) for language, empty in _EMPTY.items()}
    return "sw" if counts["sw"] > counts["en"] else "en"


def words_in(text: str) -> list[str]:
    """The words in lower case; numbers without the commas between thousands."""
    return [_plain(match.group()) for match in _WORD.finditer(text)]


def content_stems(text: str, language: str) -> set[str]:
    """The stems of the words that are neither small words nor numbers."""
    return {
        word_stem(word, language)
        for word in words_in(text)
        if word not in _EMPTY[language] and not word[0].isdigit() and word not in _NUMBERS and len(word) > 1
    }


@lru_cache(maxsize=65_536)
def word_stem(word: str, language: str) -> str:
    """English by Snowball; of a Swahili word what is left without the commonest prefixes and endings."""
    if language == "en":
        return str(_english.stemWord(word))
    form = _SWAHILI_FORM.match(word)
    return form["root"] if form else word


def numbers_in(text: str) -> set[str]:
    """Every number, written in digits or, from two to twelve, as a word of either language."""
    found = words_in(text)
    return {word for word in found if word[0].isdigit()} | {_NUMBERS[word] for word in found if word in _NUMBERS}


def names_in(claim: Claim) -> set[str]:
    """The words with a capital that does not begin a sentence, in lower case."""
    matches = list(_WORD.finditer(claim.text))
    if sum(match.group()[0].isupper() for match in matches) > len(matches) / 2:
        return set()  # a heading or a shouted line: capitals say nothing
    inner = matches[1:] if claim.begins_sentence else matches
    return {_plain(match.group()) for match in inner if match.group()[0].isupper() and len(match.group()) > 2}


def _plain(word: str) -> str:
    word = word.replace("\u2019", "'").lower()
    if not word[0].isdigit():
        return word
    return re.sub(r",(?=\d{3}(?!\d))", "", word).rstrip(".,")
