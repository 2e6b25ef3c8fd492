"""How a book, a page or a scope is named to a pupil."""

from __future__ import annotations

from tutor.answering import wording
from tutor.core.types import BookLanguage, Citation, Passage, Pointer, Scope
from tutor.curriculum.curriculum import Curriculum


def book_name(passage: Passage, language: BookLanguage, curriculum: Curriculum, inside: bool = False) -> str:
    """ "Your History book (Form 3)", or the title where subject or form are unknown. `inside`: within a sentence."""
    metadata = passage.metadata
    if metadata.subject is None or metadata.form is None:
        pattern = wording.BOOK_UNKNOWN_INSIDE if inside else wording.BOOK_UNKNOWN
        return pattern[language].format(title=passage.document_title)
    pattern = wording.BOOK_INSIDE if inside else wording.BOOK
    return pattern[language].format(
        subject=curriculum.subject_name(metadata.subject, language),
        form=curriculum.form_name(metadata.form, language),
    )


def citation_place(citation: Citation, language: BookLanguage, curriculum: Curriculum) -> str:
    """Where a quote stands: "History, Form 3: Causes of the Maji Maji War, page 43"."""
    where = named_book(citation.subject, citation.form, citation.document, language, curriculum)
    section = citation.heading_path[-1] if citation.heading_path else citation.document
    page = "" if citation.page is None else ", " + wording.PAGE[language].format(page=citation.page)
    return f"{where}: {section}{page}"


def pointer_place(pointer: Pointer, language: BookLanguage, curriculum: Curriculum) -> str:
    """Where to look instead: "Biology, Form 2 (Photosynthesis)"."""
    where = named_book(pointer.subject, pointer.form, pointer.document, language, curriculum)
    section = pointer.heading_path[-1] if pointer.heading_path else pointer.document
    return f"{where} ({section})"


def scope_name(scope: Scope, language: BookLanguage, curriculum: Curriculum) -> str:
    """What the pupil chose: "History, Form 3", or "all books"."""
    parts = [curriculum.subject_name(subject, language) for subject in scope.subjects]
    parts += [curriculum.form_name(form, language) for form in scope.forms]
    parts += [str(value) for name in ("topics", "document_types", "years", "papers") for value in getattr(scope, name)]
    return ", ".join(parts) or wording.EVERYTHING[language]


def named_book(
    subject: str | None, form: int | None, title: str, language: BookLanguage, curriculum: Curriculum
) -> str:
    """ "History, Form 3"; where no subject is known the title stands for it: a form alone names no book."""
    known = subject_and_form(subject, form, language, curriculum)
    return known if subject is not None else ", ".join(part for part in (title, known) if part)


def subject_and_form(subject: str | None, form: int | None, language: BookLanguage, curriculum: Curriculum) -> str:
    """ "History, Form 3"; what is unknown is left out."""
    parts = []
    if subject is not None:
        parts.append(curriculum.subject_name(subject, language))
    if form is not None:
        parts.append(curriculum.form_name(form, language))
    return ", ".join(parts)
