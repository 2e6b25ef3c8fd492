"""What a person chose on the command line, as a scope and a language."""

from __future__ import annotations

from tutor.core.errors import InputError
from tutor.core.types import Language, Scope
from tutor.curriculum.curriculum import Curriculum


def chosen_scope(subjects: list[str] | None, forms: list[str] | None, languages: tuple[str, ...] = ()) -> Scope:
    """The scope of `--subject` and `--form`. Raises TutorError for a name the curriculum does not know."""
    curriculum = Curriculum.load()
    return Scope(
        subjects=tuple(curriculum.subject(name).slug for name in subjects or ()),
        forms=tuple(curriculum.form(form) for form in forms or ()),
        languages=languages,
    )


def chosen_language(name: str | None) -> Language | None:
    """The language of `--language`; None for "auto". Raises InputError `language-unknown`."""
    languages: dict[str, Language] = {"en": "en", "sw": "sw", "mixed": "mixed"}
    if name is None or name == "auto":
        return None
    if name.lower() not in languages:
        raise InputError("language-unknown", name=name)
    return languages[name.lower()]
