"""Every error says what happened and what to do, in both languages, with the same facts."""

from __future__ import annotations

import ast
import gc
import re
import weakref
from importlib import import_module
from pathlib import Path

import pytest

from tutor.appliance.errors import ApplianceError
from tutor.core.error_texts import ERROR_TEXTS
from tutor.core.errors import TutorError
from tutor.core.places import PACKAGE

OF_ROOMS: list[dict[str, dict[str, tuple[str, str]]]] = [
    import_module(".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)).TEXTS
    for file in sorted(PACKAGE.rglob("errors.py"))
    if file.parent.name != "core"
]
"""The tables that rooms keep beside their own errors."""
ALL_TEXTS = {code: texts for table in (ERROR_TEXTS, *OF_ROOMS) for code, texts in table.items()}


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)", text))


@pytest.mark.parametrize("code", ALL_TEXTS)
def test_both_languages_say_what_and_what_to_do(code: str) -> None:
    texts = ALL_TEXTS[code]
    assert set(texts) == {"en", "sw"}
    for what, hint in texts.values():
        assert what.strip() and hint.strip()
    en, sw = (placeholders(" ".join(texts[language])) for language in ("en", "sw"))
    assert en == sw


def raised_errors() -> list[tuple[str, str, set[str]]]:
    """(where, code, facts) of every error built with a literal code in the package."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant) and isinstance(first.value, str) and "-" in first.value:
                    facts = {keyword.arg or "" for keyword in node.keywords}
                    found.append((f"{path.relative_to(PACKAGE)}:{node.lineno}", first.value, facts))
    return found


@pytest.mark.parametrize("where, code, facts", raised_errors(), ids=lambda value: str(value)[:40])
def test_every_error_raised_has_its_texts_and_facts(where: str, code: str, facts: set[str]) -> None:
    assert code in ALL_TEXTS, where
    missing = placeholders(" ".join(ALL_TEXTS[code]["en"])) - facts
    assert not missing or "" in facts, f"{where} leaves out {missing}"


def test_no_code_is_used_twice() -> None:
    assert len(ALL_TEXTS) == sum(map(len, (ERROR_TEXTS, *OF_ROOMS)))


def test_an_unknown_code_is_refused() -> None:
    with pytest.raises(KeyError):
        TutorError("no-such-code")


def test_the_message_names_its_facts() -> None:
    error = TutorError("path-missing", path=Path("books"))
    assert "books" in error.what("en") and "books" in error.what("sw")
    assert error.as_dict()["error"] == "path-missing"


def test_a_fault_that_is_kept_holds_nothing_of_what_was_at_hand_when_it_was_raised() -> None:
    class Models:
        """As large as a computer's memory."""

    def fail(models: Models) -> None:
        raise ValueError(f"no place for {models}")

    def opened() -> tuple[TutorError, weakref.ref[Models]]:
        models = Models()
        try:
            fail(models)
        except ValueError as error:
            try:
                raise ApplianceError("backup-unusable", file="b.zip", why=error) from error
            except ApplianceError as raised:
                return raised.kept(), weakref.ref(models)
        raise AssertionError

    kept, models = opened()
    gc.collect()
    assert models() is None
    assert type(kept) is ApplianceError and "b.zip" in kept.what() and "no place for" in kept.what("sw")
