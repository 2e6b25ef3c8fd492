"""One exception family. Each error has a code, says what happened and what to do, in English and Swahili."""

from __future__ import annotations

from pathlib import PurePath
from typing import Self

from tutor.core.error_texts import ERROR_TEXTS
from tutor.core.one_line import on_one_line


class TutorError(Exception):
    """A fault that a person can understand and act on.

    `code` is a key of ERROR_TEXTS; `facts` fill its placeholders. The page, the command and the tests
    share the codes. Raises KeyError when built with an unknown code or a missing fact.
    """

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        # A file may be called whatever its system allows.
        self.facts = {
            name: on_one_line(str(fact)) if isinstance(fact, str | PurePath) else fact for name, fact in facts.items()
        }
        super().__init__(self.what("en"))

    def what(self, language: str = "en") -> str:
        """What happened, in plain words."""
        return ERROR_TEXTS[self.code][language][0].format(**self.facts)

    def hint(self, language: str = "en") -> str:
        """What to do about it."""
        return ERROR_TEXTS[self.code][language][1].format(**self.facts)

    def kept(self) -> Self:
        """The same fault to be shown later. The one that was raised holds everything that its functions had at hand."""
        told = {name: str(fact) if isinstance(fact, BaseException) else fact for name, fact in self.facts.items()}
        return type(self)(self.code, **told)

    def as_dict(self) -> dict[str, str]:
        return {"error": self.code, "message": self.what(), "hint": self.hint()}


class ModelError(TutorError):
    """Weights are missing, damaged, or cannot be fetched or run."""


class LibraryError(TutorError):
    """A book cannot be read, imported, found or removed."""


class IndexStateError(TutorError):
    """The built index is missing or damaged."""


class SettingsError(TutorError):
    """A setting has an impossible value or does not exist."""


class InputError(TutorError):
    """What was typed cannot be used as it is."""
