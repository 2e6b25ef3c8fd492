"""What the first page of a book says of it, as title pages do: `012 HISTORY`, `FORM TWO`, `PAPER 1`, `2019`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.mentions import Mentions, find_mentions
from tutor.curriculum.words import plain_words
from tutor.library.provenance import Fact
from tutor.library.readers.blocks import Block

TITLE_WORDS = 110
"""So many words a title page of an examination has at most; what comes later is contents."""
LONGEST_TITLE_LINE = 16
# Subject codes of the national examinations, the same for Form 2 and Form 4.
SUBJECT_CODES: Mapping[str, str] = {
    "011": "civics", "012": "history", "013": "geography", "021": "kiswahili", "022": "english", "031": "physics",
    "032": "chemistry", "033": "biology", "041": "mathematics",
}  # fmt: skip
CODE = re.compile(r"(?<![0-9/.])(0[0-9]{2})(?:\s*/\s*([1-4])(?:\s*[A-C])?)?(?![0-9/.])")
YEAR = re.compile(r"(?<![0-9])(19[6-9][0-9]|20[0-9]{2})(?![0-9])")
PAPER = re.compile(r"\b(?:paper|karatasi(?:\s+ya)?)\s+(?:no\.?\s*)?([1-4]|one|two|three|i{1,3}|kwanza|pili)\b", re.I)
PAPER_WORDS = {"one": "1", "two": "2", "three": "3", "i": "1", "ii": "2", "iii": "3", "kwanza": "1", "pili": "2"}
EXAMINATION = re.compile(
    r"national\s+examinations?\s+council|secondary\s+education\s+(?:certificate\s+)?examination|national\s+assessment"
    r"|baraza\s+la\s+(?:taifa\s+la\s+)?mitihani|\b(?:mock|terminal|annual|joint|pre-?national)\s+examinations?"
    r"|\bmtihani\s+wa\s+(?:taifa|kidato|muhula|mwisho|utamirifu)|\b(?:csee|ftna|ftsee)\b",
    re.IGNORECASE,
)
COUNCIL = re.compile(r"national\s+examinations?\s+council|baraza\s+la\s+(?:taifa\s+la\s+)?mitihani", re.IGNORECASE)
# What each examination examines.
FORM_OF_EXAMINATION = (
    (re.compile(r"form\s+two\s+(?:national|secondary)|\b(?:ftna|ftsee)\b", re.IGNORECASE), 2),
    (re.compile(r"(?<!advanced )certificate\s+of\s+secondary\s+education|\bcsee\b", re.IGNORECASE), 4),
)
SCHEME = re.compile(r"marking\s+(?:scheme|guide)|mwongozo\s+wa\s+(?:usahihishaji|kusahihish)", re.IGNORECASE)


def title_text(blocks: Sequence[Block]) -> str:
    """The words of the title page, one line a block: of the first page, before the first long paragraph."""
    lines: list[str] = []
    count = 0
    first = next((block.page for block in blocks), None)
    for block in blocks:
        words = len(block.text.split())
        if block.page != first or count + words > TITLE_WORDS:
            break
        if words <= LONGEST_TITLE_LINE or block.kind == "heading":
            lines.append(block.text)
        count += words
    return "\n".join(lines)


def first_page_facts(blocks: Sequence[Block], curriculum: Curriculum) -> dict[str, Fact]:
    """What the title page says. Years and paper numbers are believed of examinations only: histories name years."""
    text = title_text(blocks)
    if not text:
        return {}
    mentions = find_mentions(plain_words(text), curriculum)
    is_scheme, is_examination = SCHEME.search(text) is not None, EXAMINATION.search(text) is not None
    found = _subject(text, mentions)
    forms = {mention.values[0] for mention in mentions.of("form")}
    examined = next((form for pattern, form in FORM_OF_EXAMINATION if pattern.search(text)), None)
    if examined:
        found["form"] = Fact(examined, "first pages", 0.9)
    elif len(forms) == 1:
        found["form"] = Fact(forms.pop(), "first pages", 0.85 if is_examination or found else 0.7)
    kinds = {mention.values[0] for mention in mentions.of("document_type")}
    if is_scheme:
        found["document_type"] = Fact("mark-scheme", "first pages", 0.9)
    elif is_examination:
        found["document_type"] = Fact("past-paper", "first pages", 0.85)
    elif len(kinds) == 1:
        found["document_type"] = Fact(kinds.pop(), "first pages", 0.7)
    if is_examination or is_scheme:
        found |= _examination(text, curriculum, found)
    return found


def _subject(text: str, mentions: Mentions) -> dict[str, Fact]:
    """The subject by its code, else by a name that stands alone among subjects."""
    code = CODE.search(text)
    named = {mention.values[0] for mention in mentions.of("subject")}
    by_code = SUBJECT_CODES.get(code[1]) if code else None
    if by_code and (not named or by_code in named):
        return {"subject": Fact(by_code, "first pages", 0.95 if named else 0.8)}
    return {"subject": Fact(named.pop(), "first pages", 0.75)} if len(named) == 1 else {}


def _examination(text: str, curriculum: Curriculum, found: Mapping[str, Fact]) -> dict[str, Fact]:
    facts = {}
    year, paper, code = YEAR.search(text), PAPER.search(text), CODE.search(text)
    if year:
        facts["year"] = Fact(int(year[1]), "first pages", 0.85)
    if paper:
        facts["paper"] = Fact(PAPER_WORDS.get(paper[1].lower(), paper[1]), "first pages", 0.85)
    elif code and code[2] and "subject" in found:
        facts["paper"] = Fact(code[2], "first pages", 0.85)
    if COUNCIL.search(text):
        facts["authority"] = Fact(curriculum.authority.slug, "first pages", 0.9)
    return facts
