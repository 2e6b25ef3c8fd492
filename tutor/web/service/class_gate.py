"""What a class may see: the scope its questions are asked in, and the books it can open."""

from __future__ import annotations

from dataclasses import replace

from tutor.answering.places_in_books import scope_name
from tutor.core.types import LANGUAGES, Metadata, Passage, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.library.store import Document
from tutor.web.errors import WebError

GATED = ("subjects", "forms", "languages", "document_types", "documents")


def scope_for_class(chosen: Scope, allowed: Scope) -> Scope:
    """The part of what was chosen that the class may see. Raises WebError `not-for-class` when there is none."""
    narrowed = {}
    for name in GATED:
        wanted, may = getattr(chosen, name), getattr(allowed, name)
        both = tuple(value for value in wanted if value in may) if wanted and may else wanted or may
        if wanted and not both:
            curriculum = Curriculum.load()
            raise WebError("not-for-class", scope={each: scope_name(chosen, each, curriculum) for each in LANGUAGES})
        narrowed[name] = both
    return replace(chosen, without_types=(*chosen.without_types, *allowed.without_types), **narrowed)


def admits(allowed: Scope, passage: Passage) -> bool:
    """True when the class may see the passage. Unknown is not let through, as in the gate of questions."""
    return _admits(allowed, passage.metadata, passage.document_id)


def admits_document(allowed: Scope, document: Document) -> bool:
    """True when the class may see the book."""
    return _admits(allowed, document.metadata, document.id)


def _admits(allowed: Scope, metadata: Metadata, document_id: str) -> bool:
    values = {
        "subjects": metadata.subject, "forms": metadata.form, "languages": metadata.language,
        "document_types": metadata.document_type, "documents": document_id,
    }  # fmt: skip
    inside = all(not getattr(allowed, name) or value in getattr(allowed, name) for name, value in values.items())
    return inside and metadata.document_type not in allowed.without_types
