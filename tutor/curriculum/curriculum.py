"""The curriculum of one country: its subjects, forms, topics and kinds of document, and all their names."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tutor.core.errors import InputError, TutorError
from tutor.core.types import LANGUAGES
from tutor.curriculum.words import spaced_words, squeezed

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Topic:
    """A topic of one subject and form. `names` and `keywords` are by language, `en` and `sw`.

    `prerequisites` are slugs of topics of the same subject to know first, `periods` the lesson hours a school gives it
    (None: not said). A topic with `parts` is another name for those topics together, with nothing of its own.
    """

    slug: str
    form: int
    names: Mapping[str, str]
    keywords: Mapping[str, tuple[str, ...]]
    prerequisites: tuple[str, ...] = ()
    periods: int | None = None
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Subject:
    """A school subject. `aliases` are plain words, its own names among them.

    `is_language`: its name is also that of a language, so that "in English" does not name the subject.
    """

    slug: str
    names: Mapping[str, str]
    aliases: tuple[str, ...]
    topics: tuple[Topic, ...] = ()
    is_language: bool = False


@dataclass(frozen=True)
class Form:
    """A school year and what its pupils can read.

    `ari_max` is the highest readability index of an English explanation, `max_sentence_words` the longest
    sentence in either language. `squeezed_names` are all its names, words joined: `form2`, `kidatochapili`,
    and its aliases, for levels that go by a name: `ordinarylevel`.
    """

    number: int
    names: Mapping[str, str]
    numerals: frozenset[str]
    squeezed_names: frozenset[str]
    ari_max: float
    max_sentence_words: int


@dataclass(frozen=True)
class DocumentType:
    """A kind of document. `aliases` name it anywhere; `loose_aliases` are everyday words that also name it."""

    slug: str
    names: Mapping[str, str]
    aliases: tuple[str, ...]
    loose_aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Authority:
    """Who sets the examinations. `examinations` are the names of those it sets."""

    slug: str
    names: Mapping[str, str]
    aliases: tuple[str, ...]
    examinations: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Curriculum:
    """Everything a curriculum file says; two are equal only when they are the same object.

    `strict_keys` are scope fields that widening must not open."""

    name: str
    authority: Authority
    forms: tuple[Form, ...]
    subjects: tuple[Subject, ...]
    document_types: tuple[DocumentType, ...]
    strict_keys: tuple[str, ...]
    _subject_by_alias: Mapping[str, Subject] = field(repr=False)

    @staticmethod
    def load(name: str = "tanzania") -> Curriculum:
        """The shipped curriculum of that name, read once. Raises TutorError `data-damaged`."""
        return _load(name)

    def subject(self, name: str) -> Subject:
        """The subject of that slug, name or alias in either language. Raises InputError `subject-unknown`."""
        found = self._subject_by_alias.get(spaced_words(name))
        if found is None:
            known = (_both(subject.names) for subject in self.subjects)
            raise InputError("subject-unknown", name=name, known=", ".join(dict.fromkeys(known)))
        return found

    def form(self, value: int | str) -> int:
        """The number of a form given as 2, "2", "II", "two", "Form 2" or "kidato cha pili".

        Raises InputError `form-unknown`.
        """
        if isinstance(value, str):
            wanted = squeezed(value)
            found = (form for form in self.forms if wanted in form.numerals or wanted in form.squeezed_names)
        else:
            found = (form for form in self.forms if form.number == value)
        form = next(found, None)
        if form is not None:
            return form.number
        raise InputError("form-unknown", name=value, known=", ".join(_both(form.names) for form in self.forms))

    def form_details(self, value: int | str) -> Form:
        """The form with its reading targets. Raises InputError `form-unknown`."""
        number = self.form(value)
        return next(form for form in self.forms if form.number == number)

    def topics(self, subject: str, form: int | str | None = None) -> tuple[Topic, ...]:
        """The topics of a subject, of one form or of all. Raises InputError for an unknown subject or form."""
        topics = self.subject(subject).topics
        if form is None:
            return topics
        number = self.form(form)
        return tuple(topic for topic in topics if topic.form == number)

    def topic(self, subject: str, slug: str) -> Topic | None:
        """The topic of that slug, or None where the subject has none. Raises InputError `subject-unknown`."""
        return next((topic for topic in self.subject(subject).topics if topic.slug == slug), None)

    def document_type(self, name: str) -> DocumentType | None:
        """The kind of document of that slug, name or alias in either language, or None."""
        wanted = spaced_words(name)
        for kind in self.document_types:
            if wanted in kind.aliases or wanted in kind.loose_aliases or wanted == spaced_words(kind.slug):
                return kind
        return None

    def subject_name(self, slug: str, language: str) -> str:
        """The subject's name as a pupil of that language reads it. Raises `subject-unknown`, `language-unknown`."""
        return self.subject(slug).names[_side(language)]

    def form_name(self, form: int | str, language: str) -> str:
        """`Form 2` or `Kidato cha 2`. Raises InputError `form-unknown` or `language-unknown`."""
        return self.form_details(form).names[_side(language)]


def _side(language: str) -> str:
    """The language of names: a mixed answer has a Swahili frame."""
    side = "sw" if language == "mixed" else language
    if side not in LANGUAGES:
        raise InputError("language-unknown", name=language)
    return side


@cache
def _load(name: str) -> Curriculum:
    return read_curriculum(FOLDER / f"{name}.toml")


def read_curriculum(path: Path) -> Curriculum:
    """Read a curriculum file. Raises TutorError `data-damaged` with the reason."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        subjects = tuple(_subject(entry) for entry in raw["subjects"])
        curriculum = Curriculum(
            name=path.stem,
            authority=_authority(raw["authority"]),
            forms=tuple(_form(entry, raw["form_words"]) for entry in raw["forms"]),
            subjects=subjects,
            document_types=tuple(_document_type(entry) for entry in raw["document_types"]),
            strict_keys=tuple(raw["strict_keys"]),
            _subject_by_alias={alias: subject for subject in subjects for alias in subject.aliases},
        )
        _check(curriculum)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise TutorError("data-damaged", file=path, why=error) from error
    return curriculum


def _both(names: Mapping[str, str]) -> str:
    """The name in both languages, for who must choose one."""
    return " / ".join(dict.fromkeys((names["en"], names["sw"])))


def _names(entry: dict[str, Any]) -> dict[str, str]:
    return {language: str(entry[language]) for language in LANGUAGES}


def _aliases(entry: dict[str, Any], extra: Iterable[str] = ()) -> tuple[str, ...]:
    """The entry's own names and aliases as plain words, each once."""
    named = [entry["slug"], *_names(entry).values(), *entry.get("aliases", ()), *extra]
    return tuple(dict.fromkeys(spaced_words(name) for name in named))


def _topic(entry: dict[str, Any]) -> Topic:
    keywords: dict[str, tuple[str, ...]] = {}
    for side in LANGUAGES:
        keywords[side] = tuple(spaced_words(word) for word in entry[f"keywords_{side}"])
    return Topic(
        slug=entry["slug"],
        form=int(entry["form"]),
        names=_names(entry),
        keywords=keywords,
        prerequisites=tuple(map(str, entry.get("prerequisites", ()))),
        periods=int(entry["periods"]) if "periods" in entry else None,
        parts=tuple(map(str, entry.get("parts", ()))),
    )


def _subject(entry: dict[str, Any]) -> Subject:
    return Subject(
        slug=entry["slug"],
        names=_names(entry),
        aliases=_aliases(entry),
        topics=tuple(_topic(topic) for topic in entry.get("topics", ())),
        is_language=bool(entry.get("is_language", False)),
    )


def _form(entry: dict[str, Any], words: dict[str, list[str]]) -> Form:
    numerals = frozenset(squeezed(numeral) for numeral in entry["numerals"])
    prefixes = [squeezed(prefix) for side in LANGUAGES for prefix in words[side]]
    aliases = frozenset(squeezed(alias) for alias in entry.get("aliases", ()))
    return Form(
        number=int(entry["number"]),
        names=_names(entry),
        numerals=numerals,
        squeezed_names=frozenset(prefix + numeral for prefix in prefixes for numeral in numerals) | aliases,
        ari_max=float(entry["ari_max"]),
        max_sentence_words=int(entry["max_sentence_words"]),
    )


def _document_type(entry: dict[str, Any]) -> DocumentType:
    loose = tuple(spaced_words(alias) for alias in entry.get("loose_aliases", ()))
    aliases = tuple(alias for alias in _aliases(entry) if alias not in loose)
    return DocumentType(slug=entry["slug"], names=_names(entry), aliases=aliases, loose_aliases=loose)


def _authority(entry: dict[str, Any]) -> Authority:
    return Authority(
        slug=entry["slug"],
        names=_names(entry),
        aliases=_aliases(entry),
        examinations=tuple(spaced_words(name) for name in entry.get("examinations", ())),
    )


def _check(curriculum: Curriculum) -> None:
    """Raise ValueError where the file contradicts itself."""
    numbers = [form.number for form in curriculum.forms]
    _refuse_repeats("form", numbers)
    _refuse_repeats("form name", [name for form in curriculum.forms for name in form.squeezed_names])
    _refuse_repeats("subject name", [alias for subject in curriculum.subjects for alias in subject.aliases])
    for subject in curriculum.subjects:
        _refuse_repeats(f"topic of {subject.slug}", [topic.slug for topic in subject.topics])
        for topic in subject.topics:
            if topic.form not in numbers:
                raise ValueError(
                    f"{subject.slug}: the topic {topic.slug} stands in form {topic.form}, which is not there"
                )


def _refuse_repeats(what: str, values: Iterable[object]) -> None:
    seen: set[object] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"the {what} {value} stands there twice")
        seen.add(value)
