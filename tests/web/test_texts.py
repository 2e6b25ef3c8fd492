"""One catalogue: every word of every page exists in both languages, is used, and stands nowhere else."""

from __future__ import annotations

import ast
import re
import string
from datetime import date
from pathlib import Path

import pytest

from tutor.core.places import PACKAGE
from tutor.web import errors
from tutor.web.texts.catalogue import CATALOGUE, about, counted, day, joined, number, words

TEMPLATES = sorted((PACKAGE / "web" / "templates").glob("*.html"))
HEALTH = PACKAGE / "answering" / "health.py"
SOURCES = sorted((PACKAGE / "web").rglob("*.py"))
ENDPOINTS = (
    "asking.", "reading.", "door.", "api.", "first_start.", "teach_classes.", "teach_library.", "teach_questions.",
    "teach_sheet.", "tech.", "tech_restore.", "learn.", "teach_lessons.",
)  # fmt: skip
COMPOSED = ("desk.", "lesson.is_", "lesson.mark_", "tlesson.", "questions.", "questions.is_", "questions.outcome_",
            "status.", "status.log_")  # fmt: skip
"""Beginnings of keys that templates put together with a value."""
COUNT_KEYS = {key.rsplit(".", 1)[0] for key in CATALOGUE if key.endswith((".one", ".other"))}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(CATALOGUE))
def test_every_text_exists_in_both_languages(key: str) -> None:
    english, swahili = CATALOGUE[key]
    assert english.strip() and swahili.strip()
    assert english != swahili or not re.search("[a-z]", re.sub(r"{[^}]*}", "", english))
    assert placeholders(english) == placeholders(swahili)


@pytest.mark.parametrize("code", sorted(errors.TEXTS))
def test_every_error_exists_in_both_languages(code: str) -> None:
    texts = errors.TEXTS[code]
    assert set(texts) == {"en", "sw"}
    for english, swahili in zip(texts["en"], texts["sw"], strict=True):
        assert english.strip() and swahili.strip() and english != swahili
    assert placeholders(" ".join(texts["en"])) == placeholders(" ".join(texts["sw"]))


def keys_in_templates() -> set[str]:
    found = set()
    for template in TEMPLATES:
        text = template.read_text(encoding="utf-8")
        found |= set(re.findall(r"'([a-z_]+\.[a-z_.]+)'", text))
    return {
        key for key in found if not key.endswith((".html", ".css", ".js", ".svg")) and not key.startswith(ENDPOINTS)
    }


def keys_used() -> set[str]:
    text = "\n".join(path.read_text(encoding="utf-8") for path in [*TEMPLATES, *SOURCES] if path.parent.name != "texts")
    text += (PACKAGE / "web" / "texts" / "catalogue.py").read_text(encoding="utf-8")
    used = {key for key in CATALOGUE if f"'{key}'" in text or f'"{key}"' in text}
    used |= {key for key in CATALOGUE if key.rsplit(".", 1)[0] in COUNT_KEYS and key.rsplit(".", 1)[0] in text}
    used |= {key for key in CATALOGUE if any(f"'{b}' ~" in text and composed(key, b) for b in COMPOSED)}
    return used | {key for key in CATALOGUE if key.startswith("state.") and "'state.' ~ report.state" in text}


def composed(key: str, beginning: str) -> bool:
    """True for a key that is the beginning and a value that some module or template names."""
    value = key.removeprefix(beginning)
    text = "\n".join(path.read_text(encoding="utf-8") for path in [*TEMPLATES, *SOURCES, HEALTH])
    return key.startswith(beginning) and (f"'{value}'" in text or f'"{value}"' in text)


def test_every_key_of_a_template_is_in_the_catalogue() -> None:
    missing = {
        key
        for key in keys_in_templates()
        if key not in CATALOGUE and key not in COUNT_KEYS and key not in ("state.", *COMPOSED)
    }
    doors = {f"door.{name}" for name in ("sign_in", "sign_out", "sign_in_now", "first_password", "change_password")}
    assert missing - doors == set()


def test_no_text_of_the_catalogue_is_left_over() -> None:
    assert sorted(set(CATALOGUE) - keys_used()) == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_words_of_its_own(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", text, flags=re.DOTALL)
    named = re.findall(r'(?:title|aria-label|placeholder|alt)="([^"]*[A-Za-z][^"]*)"', text)
    left = re.sub(r"<[^>]*>", " ", text)
    spoken = [word for word in re.findall(r"[A-Za-z]{2,}", left) if word != "tutor"]
    assert spoken == [] and named == []


def test_no_module_of_the_pages_holds_words_of_its_own() -> None:
    for source in (PACKAGE / "web" / "pages").glob("*.py"):
        tree = ast.parse(source.read_text(encoding="utf-8"))
        documented = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        spoken = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documented
            and re.search(r"[a-z]{3,} [a-z]{2,} ", node.value)
        ]
        assert spoken == [], source.name


def test_the_script_holds_no_words_of_its_own() -> None:
    script = (PACKAGE / "web" / "static" / "tutor.js").read_text(encoding="utf-8")
    script = re.sub(r"/\*.*?\*/", "", script, flags=re.DOTALL)
    assert [text for text in re.findall(r'"([^"]*)"', script) if re.search(r"[a-z]{3,} [a-z]{3,} [a-z]", text)] == []


def test_numbers_days_and_times_in_both_languages() -> None:
    assert counted("books.count", 1, "en") == "1 book" and counted("books.count", 2, "en") == "2 books"
    assert counted("books.count", 1, "sw") == "Kitabu 1" and counted("books.count", 2, "sw") == "Vitabu 2"
    assert number(12345, "en") == "12,345" and number(12345, "sw") == "12,345"
    assert day(date(2026, 11, 30), "en") == "30 November 2026" and day(date(2026, 11, 30), "sw") == "30 Novemba 2026"
    assert about(12, "en") == "10 seconds" and about(200, "sw") == "dakika 3" and about(61, "en") == "1 minute"


def test_a_key_that_stands_twice_or_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a\.b"):
        joined(({"a.b": ("x", "y")}, {"a.b": ("x", "z")}))
    with pytest.raises(KeyError):
        words("no.such.key", "en")
