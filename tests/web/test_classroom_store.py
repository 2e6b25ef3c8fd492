"""`classroom.db`: classes with links, settings, the secret; damaged files are said, not replaced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tutor.core.errors import LibraryError
from tutor.core.types import Scope
from tutor.web.stores.classroom import ClassroomStore


@pytest.fixture
def store(tmp_path: Path) -> ClassroomStore:
    return ClassroomStore(tmp_path / "classroom.db")


def test_a_class_comes_back_as_it_was_made(store: ClassroomStore) -> None:
    made = store.add_class("Form 2 B", "biology", 2, "sw", Scope(subjects=("biology",), forms=(1, 2)))
    assert store.classroom(made.token) == made
    assert store.classes() == [made]
    changed = replace(made, name="2B", allowed=Scope(documents=("a/b",)))
    assert store.change_class(changed) and store.classroom(made.token) == changed
    assert store.remove_class(made.token) and store.classroom(made.token) is None
    assert not store.change_class(changed) and not store.remove_class(made.token)


def test_tokens_cannot_be_guessed_from_one_another(store: ClassroomStore) -> None:
    tokens = {store.add_class(f"class {number}").token for number in range(50)}
    assert len(tokens) == 50 and all(len(token) >= 8 for token in tokens)


def test_a_renewed_link_makes_the_old_one_void(store: ClassroomStore) -> None:
    old = store.add_class("2B")
    new = store.renew_link(old.token)
    assert new is not None and new.token != old.token and new.name == "2B"
    assert store.classroom(old.token) is None and store.renew_link(old.token) is None


def test_the_secret_stays_and_differs_between_schools(tmp_path: Path) -> None:
    first = ClassroomStore(tmp_path / "one.db")
    secret = first.secret
    first.close()
    assert ClassroomStore(tmp_path / "one.db").secret == secret
    assert ClassroomStore(tmp_path / "two.db").secret != secret and len(secret) == 64


def test_a_damaged_file_is_said_and_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "classroom.db"
    file.write_bytes(b"no database" * 500)
    with pytest.raises(LibraryError) as caught:
        ClassroomStore(file)
    assert caught.value.code == "library-damaged"
    assert file.read_bytes().startswith(b"no database")
