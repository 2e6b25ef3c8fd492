"""The glossary finds the terms of a question and names them in the other language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.core.errors import TutorError
from tutor.language.glossary import Glossary
from tutor.language.glossary_entries import HEADER, GlossaryEntry, read_entries


def entry(en: str, sw: str, subject: str = "biology") -> GlossaryEntry:
    return GlossaryEntry(subject, tuple(en.split(" | ")), tuple(sw.split(" | ")), f"{en}.", f"{sw}.")


SMALL = Glossary(
    [
        entry("explain", "eleza", "general"),
        entry("type | kind", "aina", "general"),
        entry("resistance", "upinzani", "history"),
        entry("resistance", "ukinzani", "physics"),
        entry("Maji Maji War | Maji Maji Rising", "Vita vya Maji Maji", "history"),
        entry("war", "vita", "history"),
        entry("water", "maji", "chemistry"),
        entry("photosynthesis", "usanisinuru | fotosinthesisi"),
        entry("plant", "mmea | mimea"),
        entry("lake", "ziwa", "geography"),
        entry("soil erosion", "mmomonyoko wa udongo", "geography"),
    ]
)


def found(text: str, language: str) -> list[tuple[str, str]]:
    return [(text[match.start : match.end], match.language) for match in SMALL.find(text, language)]


def test_the_longest_term_wins_and_none_overlap() -> None:
    assert found("Eleza Vita vya Maji Maji na maji", "sw") == [
        ("Eleza", "sw"),
        ("Vita vya Maji Maji", "sw"),
        ("maji", "sw"),
    ]


def test_forms_of_a_term_are_found() -> None:
    assert found("How do plants fight soil erosion?", "en") == [("plants", "en"), ("soil erosion", "en")]
    assert found("Ziwani kuna mimea", "sw") == [("Ziwani", "sw"), ("mimea", "sw")]


def test_terms_of_the_other_language_are_found() -> None:
    assert found("Mimea hufanyaje photosynthesis?", "sw") == [("Mimea", "sw"), ("photosynthesis", "en")]
    assert found("Define mmomonyoko wa udongo and water", "mixed") == [
        ("mmomonyoko wa udongo", "sw"),
        ("water", "en"),
    ]


def test_words_that_only_look_like_a_term_are_not_found() -> None:
    assert found("Jina lake nani?", "sw") == []
    assert found("The main reason", "en") == []


def test_a_term_of_two_subjects_gives_both() -> None:
    (match,) = SMALL.find("What is resistance?", "en")
    assert [known.subject for known in match.entries] == ["history", "physics"]
    assert SMALL.expansions("What is resistance?", "en") == ["upinzani", "ukinzani"]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Usanisinuru ni nini?", "sw", ["photosynthesis"]),
        ("Explain photosynthesis", "en", ["usanisinuru", "fotosinthesisi"]),
        ("Eleza Vita vya Maji Maji", "sw", ["Maji Maji War", "Maji Maji Rising"]),
        ("Mimea na plants", "mixed", ["plant", "mmea", "mimea"]),
        ("Eleza", "sw", []),
        ("", "en", []),
        ("'{}[1 TO AND", "en", []),
    ],
)
def test_expansions_name_the_terms_in_the_other_language(text: str, language: str, expected: list[str]) -> None:
    assert SMALL.expansions(text, language) == expected


def test_an_entry_gives_its_words_by_language() -> None:
    known = entry("plant", "mmea | mimea")
    assert (known.terms("en"), known.terms("sw")) == (("plant",), ("mmea", "mimea"))
    assert (known.definition("en"), known.definition("sw")) == ("plant.", "mmea | mimea.")


def test_the_shipped_glossary_crosses_the_languages() -> None:
    shipped = Glossary.load()
    assert len(shipped.entries) >= 620
    assert "photosynthesis" in shipped.expansions("Usanisinuru ni nini?", "sw")
    assert "mmomonyoko wa udongo" in shipped.expansions("What is soil erosion?", "en")
    assert "Maji Maji War" in shipped.expansions("Eleza sababu za Vita vya Maji Maji", "sw")
    assert "human rights" in shipped.expansions("Define haki za binadamu", "mixed")


def test_every_shipped_term_finds_its_own_entry() -> None:
    shipped = Glossary.load()
    lost = [
        term
        for known in shipped.entries
        for language in ("en", "sw")
        for term in known.terms(language)
        if not any(known in match.entries for match in shipped.find(term, language))
    ]
    assert lost == []


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (b"subject\ten\tsw\n", 1),
        ("\t".join(HEADER).encode() + b"\n", 2),
        ("\t".join(HEADER).encode() + b"\nbiology\tplant\tmmea\tA plant.\tMmea.\nbiology\tcell\tseli\tA cell.\n", 3),
        ("\t".join(HEADER).encode() + b"\nbiology\t\tmmea\tA plant.\tMmea.\n", 2),
        ("\t".join(HEADER).encode() + b"\nbiology\t|\tmmea\tA plant.\tMmea.\n", 2),
        ("\t".join(HEADER).encode() + b"\nbiology\tplant\tmm\xffea\tA plant.\tMmea.\n", 2),
    ],
)
def test_a_damaged_glossary_is_named_with_its_line(tmp_path: Path, content: bytes, line: int) -> None:
    file = tmp_path / "glossary.tsv"
    file.write_bytes(content)
    with pytest.raises(TutorError) as raised:
        read_entries(file)
    assert raised.value.code == "glossary-damaged"
    assert raised.value.facts["line"] == line
    assert str(line) in raised.value.hint("sw")


def test_a_missing_glossary_is_a_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(TutorError, match=r"glossary\.tsv"):
        Glossary.load(tmp_path / "glossary.tsv")
