"""The teacher's password: set once with the code, hashed with scrypt, guarded against guessing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from web_fakes import Clock

from tutor.web.accounts import TRIES, Accounts, hashed_password, password_fits
from tutor.web.errors import WebError
from tutor.web.stores.classroom import ClassroomStore

GOOD = "tembo mkubwa mweupe"


class Desk:
    def __init__(self, file: Path) -> None:
        self.store = ClassroomStore(file)
        self.clock = Clock()
        self.now = datetime(2026, 11, 30, tzinfo=UTC)
        self.accounts = Accounts(self.store, self.clock, lambda: self.now)

    def set(self, password: str = GOOD) -> None:
        self.accounts.set_first_password(self.accounts.setup_code, password, password, "127.0.0.1")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "classroom.db")


def code_of(action: object, *arguments: str) -> str:
    with pytest.raises(WebError) as caught:
        action(*arguments)  # type: ignore[operator]
    return caught.value.code


def test_the_first_password_needs_the_code_of_the_window(desk: Desk) -> None:
    assert code_of(desk.accounts.set_first_password, "nothing", GOOD, GOOD, "10.0.0.9") == "setup-code-wrong"
    assert not desk.accounts.is_set
    desk.set()
    assert desk.accounts.is_set
    assert code_of(desk.accounts.set_first_password, desk.accounts.setup_code, GOOD, GOOD, "x") == "password-set"


@pytest.mark.parametrize(
    "password, again, code", [("short", "short", "password-short"), (GOOD, "other words here", "password-differs")]
)
def test_passwords_that_will_not_do(desk: Desk, password: str, again: str, code: str) -> None:
    arguments = (desk.accounts.setup_code, password, again, "127.0.0.1")
    assert code_of(desk.accounts.set_first_password, *arguments) == code


def test_signing_in_and_out(desk: Desk) -> None:
    desk.set()
    token = desk.accounts.sign_in(GOOD, "127.0.0.1")
    assert desk.accounts.is_signed_in(token) and not desk.accounts.is_signed_in("") and len(token) > 30
    assert not desk.accounts.is_signed_in(token + "x")
    desk.accounts.sign_out(token)
    assert not desk.accounts.is_signed_in(token)


def test_a_session_ends_by_itself(desk: Desk) -> None:
    desk.set()
    token = desk.accounts.sign_in(GOOD, "127.0.0.1")
    desk.now += timedelta(hours=11)
    assert not desk.accounts.is_signed_in(token)


def test_a_new_password_ends_all_sessions(desk: Desk) -> None:
    desk.set()
    token = desk.accounts.sign_in(GOOD, "127.0.0.1")
    desk.accounts.change_password(GOOD, "maneno mapya kabisa", "maneno mapya kabisa", "127.0.0.1")
    assert not desk.accounts.is_signed_in(token)
    assert code_of(desk.accounts.sign_in, GOOD, "127.0.0.1") == "password-wrong"


def test_guessing_is_slowed_for_that_address_alone(desk: Desk) -> None:
    desk.set()
    for _ in range(TRIES.most):
        assert code_of(desk.accounts.sign_in, "wrong wrong", "10.0.0.7") == "password-wrong"
    assert code_of(desk.accounts.sign_in, GOOD, "10.0.0.7") == "too-many-tries"
    assert desk.accounts.sign_in(GOOD, "10.0.0.8")
    desk.clock.now += TRIES.seconds + 1
    assert desk.accounts.sign_in(GOOD, "10.0.0.7")


def test_neither_password_nor_session_stands_in_the_file(desk: Desk) -> None:
    desk.set()
    token = desk.accounts.sign_in(GOOD, "127.0.0.1")
    desk.store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = desk.store.database.file.read_bytes()
    assert GOOD.encode() not in raw and token.encode() not in raw


def test_hashes_are_salted_and_only_the_right_password_fits() -> None:
    first, second = hashed_password(GOOD), hashed_password(GOOD)
    assert first != second and first.startswith("scrypt$")
    assert password_fits(GOOD, first) and not password_fits(GOOD + "x", first)
    assert not password_fits(GOOD, "") and not password_fits("x" * 300, first)
