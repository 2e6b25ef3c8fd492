"""Step 8, the extract: the chosen sentences as the book has them, framed in the pupil's language."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering import wording
from tutor.answering.places_in_books import book_name
from tutor.answering.question.understanding import Understanding
from tutor.core.types import BookLanguage, Citation, EvidenceSentence
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType
from tutor.language.glossary import Glossary
from tutor.library.tables import readable_text

HELPED_TERMS = 4


def frame_sentence(question: Understanding, evidence: Sequence[EvidenceSentence], curriculum: Curriculum) -> str:
    """Who says what follows, in the pupil's language."""
    language = question.frame_language
    passage = evidence[0].passage
    books = {(item.passage.metadata.subject, item.passage.metadata.form) for item in evidence}
    if len(books) > 1:
        same = passage.metadata.language == language
        return (wording.FRAME_BOOKS if same else wording.FRAME_BOOKS_OTHER)[language]
    if passage.metadata.language == language:
        frame = wording.FRAME_KINDS.get(str(question.kind), wording.FRAME_SAME)
        return frame[language].format(book=book_name(passage, language, curriculum))
    worked = question.kind is QuestionType.CALCULATE
    other = (wording.FRAME_OTHER_CALCULATE if worked else wording.FRAME_OTHER)[language]
    name = book_name(passage, language, curriculum, inside=True)
    return other.format(book=name[:1].upper() + name[1:] if other.startswith("{book}") else name)


def shown_text(item: EvidenceSentence) -> str:
    """The sentence as a pupil reads it; a table row is read with the names of its columns."""
    return readable_text(item.passage, item.sentence)


def word_help(language: BookLanguage, citations: Sequence[Citation], glossary: Glossary) -> tuple[str, ...]:
    """One sentence that translates the key terms of the quotes for a reader of `language`; empty without terms."""
    pairs: dict[str, str] = {}
    for citation in citations:
        source: BookLanguage = "sw" if citation.language == "sw" else "en"
        for match in glossary.find(citation.quote, source):
            # A word of another subject may be an everyday word here: "states", "forced".
            entry = next((entry for entry in match.entries if entry.subject == citation.subject), None)
            if match.language == source and entry is not None:
                written, helped = citation.quote[match.start : match.end], entry.terms(language)[0]
                if written.casefold() != helped.casefold():
                    pairs.setdefault(written.casefold(), f"{written} = {helped}")
    if not pairs:
        return ()
    return (wording.WORD_HELP[language].format(pairs="; ".join(list(pairs.values())[:HELPED_TERMS])),)
