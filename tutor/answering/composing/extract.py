"""Step 8, the extract: the chosen sentences as the book has them, framed in the pupil's language."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tutor.answering import wording
from tutor.answering.composing.rows import row_said
from tutor.answering.places_in_books import book_name
from tutor.answering.question.understanding import Understanding
from tutor.core.types import BookLanguage, Citation, EvidenceSentence
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType
from tutor.language.glossary import Glossary
from tutor.language.glossary_entries import GlossaryEntry
from tutor.language.plurals import swahili_plural
from tutor.language.swahili import is_conjugated
from tutor.language.tokens import words
from tutor.library.tables import readable_text

HELPED_TERMS = 4
_MEANS = frozenset("humaanisha inamaanisha linamaanisha unamaanisha yanamaanisha inamaana huitwa inaitwa".split())
"""Verbs that ask what a word means."""


def frame_sentence(question: Understanding, evidence: Sequence[EvidenceSentence], curriculum: Curriculum) -> str:
    """Who says what follows, in the pupil's language."""
    language = question.frame_language
    passage = evidence[0].passage
    books = {(item.passage.metadata.subject, item.passage.metadata.form) for item in evidence}
    if len(books) > 1:
        same = passage.metadata.language == language
        return (wording.FRAME_BOOKS if same else wording.FRAME_BOOKS_OTHER)[language]
    if passage.metadata.language == language:
        kind = "" if question.kind is QuestionType.DEFINE and _asks_for_a_deed(question.text) else str(question.kind)
        frame = wording.FRAME_KINDS.get(kind, wording.FRAME_SAME)
        return frame[language].format(book=book_name(passage, language, curriculum))
    worked = question.kind is QuestionType.CALCULATE
    other = (wording.FRAME_OTHER_CALCULATE if worked else wording.FRAME_OTHER)[language]
    name = book_name(passage, language, curriculum, inside=True)
    return other.format(book=name[:1].upper() + name[1:] if other.startswith("{book}") else name)


def _asks_for_a_deed(text: str) -> bool:
    """True for "Kinjekitile alifanya nini?" and "Damu hubeba nini?": what somebody or something does, no meaning."""
    before = [before for before, word in pairwise(words(text)) if word in {"nini", "nn"}]
    return any(is_conjugated(word) and word not in _MEANS for word in before)


def shown_text(item: EvidenceSentence) -> str:
    """The sentence as a pupil reads it; a table row as what it says of its first cell."""
    return row_said(item) or readable_text(item.passage, item.sentence)


def word_help(language: BookLanguage, citations: Sequence[Citation], glossary: Glossary) -> tuple[str, ...]:
    """One sentence that translates the key terms of the quotes for a reader of `language`; empty without terms."""
    pairs: dict[str, str] = {}
    for citation in citations:
        source: BookLanguage = "sw" if citation.language == "sw" else "en"
        for match in glossary.find(citation.quote, source):
            # A word of another subject may be an everyday word here: "states", "forced".
            entry = next((entry for entry in match.entries if entry.subject == citation.subject), None)
            if match.language == source and entry is not None:
                written = citation.quote[match.start : match.end]
                pair = _helped(written, entry, source, language)
                if pair is not None:
                    pairs.setdefault(pair[0].casefold(), " = ".join(pair))
    if not pairs:
        return ()
    return (wording.WORD_HELP[language].format(pairs="; ".join(list(pairs.values())[:HELPED_TERMS])),)


def _helped(written: str, entry: GlossaryEntry, source: BookLanguage, language: BookLanguage) -> tuple[str, str] | None:
    """(the word as the quote has it, its translation in the same number); None where the quote's word is only akin to
    the term, as farms to farming, or is the same in both languages."""
    helped = entry.terms(language)[0]
    if source == "en":
        term = next((term for term in entry.en if _is_term(written, term) or _is_plural(written, term)), None)
        if term is None:
            return None
        # "plants" of the term "plant"; where the glossary has the plural its Swahili is one already.
        if _is_plural(written, term) and not any(_is_term(written, other) for other in entry.en):
            helped = swahili_plural(helped)
        if term == term.lower():
            written = written[:1].lower() + written[1:]
    return (written, helped) if written.casefold() != helped.casefold() else None


def _is_term(written: str, term: str) -> bool:
    return words(written) == words(term)


def _is_plural(written: str, term: str) -> bool:
    """True for "plants" of "plant", "cavities" of "cavity"; the last word tells."""
    said, known = " ".join(words(written)), " ".join(words(term))
    return said in {f"{known}s", f"{known}es"} or (known.endswith("y") and said == f"{known[:-1]}ies")
