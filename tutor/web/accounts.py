"""The teacher's account: one password, hashed with scrypt, set with the code shown where tutor was started."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from tutor.web.errors import WebError
from tutor.web.service.limits import Limit, RateLimiter
from tutor.web.stores.classroom import ClassroomStore
from tutor.web.texts.catalogue import about_in_both

LEAST_CHARACTERS = 8
MOST_CHARACTERS = 256
SESSION_HOURS = 10
TRIES = Limit(8, 300.0)
SCRYPT_COST, SCRYPT_BLOCK, SCRYPT_LANES = 2**14, 8, 1
SCRYPT_MEMORY = 64 << 20
SETTING = "password"


class Accounts:
    """Signs a teacher in and out. Wrong tries are limited for each address.

    `setup_code` must be typed to set the first password, so that the fastest pupil does not become the teacher.
    """

    def __init__(
        self,
        store: ClassroomStore,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._now = now
        self._tries = RateLimiter(TRIES, clock)
        self.setup_code = f"{secrets.randbelow(10**6):06d}"

    @property
    def is_set(self) -> bool:
        """True once a password was set."""
        return bool(self._store.setting(SETTING))

    def set_first_password(self, code: str, password: str, again: str, address: str) -> None:
        """Raises WebError when one is set already, the code is wrong, or the password will not do."""
        if self.is_set:
            raise WebError("password-set")
        self._count_try(address)
        if not hmac.compare_digest(code.strip().encode(), self.setup_code.encode()):
            raise WebError("setup-code-wrong")
        self._store_password(password, again)
        self._tries.forget(address)

    def change_password(self, old: str, password: str, again: str, address: str) -> str:
        """Set another password and end every session. The token of a new one for who changed it. Raises WebError."""
        self.require_password(old, address)
        self._store_password(password, again)
        self._store.end_sessions()
        return self._new_session()

    def require_password(self, password: str, address: str) -> None:
        """Raises WebError `password-wrong` or `too-many-tries`."""
        self._count_try(address)
        if not password_fits(password, self._store.setting(SETTING)):
            raise WebError("password-wrong")
        self._tries.forget(address)

    def sign_in(self, password: str, address: str) -> str:
        """The session's token, for the cookie. Raises WebError `password-wrong` or `too-many-tries`."""
        self.require_password(password, address)
        return self._new_session()

    def is_signed_in(self, token: str) -> bool:
        """True for the token of a session that has not ended."""
        return bool(token) and self._store.has_session(_hash(token), self._now())

    def sign_out(self, token: str) -> None:
        """End the session."""
        self._store.end_sessions(_hash(token))

    def _new_session(self) -> str:
        token = secrets.token_urlsafe(32)
        self._store.add_session(_hash(token), self._now() + timedelta(hours=SESSION_HOURS))
        return token

    def _store_password(self, password: str, again: str) -> None:
        if not LEAST_CHARACTERS <= len(password) <= MOST_CHARACTERS:
            raise WebError("password-short", least=LEAST_CHARACTERS)
        if password != again:
            raise WebError("password-differs")
        self._store.set_setting(SETTING, hashed_password(password))

    def _count_try(self, address: str) -> None:
        wait = self._tries.seconds_to_wait(address)
        if wait:
            raise WebError("too-many-tries", wait=about_in_both(wait))


def hashed_password(password: str) -> str:
    """The password as scrypt keeps it, with its salt and costs."""
    salt = secrets.token_bytes(16)
    return f"scrypt${SCRYPT_COST}${SCRYPT_BLOCK}${SCRYPT_LANES}${salt.hex()}${_scrypt(password, salt).hex()}"


def password_fits(password: str, kept: str) -> bool:
    """True when the password is the one that was hashed. Takes as long when there is none."""
    parts = kept.split("$")
    if len(parts) != 6 or len(password) > MOST_CHARACTERS:
        _scrypt("", b"0" * 16)
        return False
    _, cost, block, lanes, salt, expected = parts
    found = _scrypt(password, bytes.fromhex(salt), int(cost), int(block), int(lanes))
    return hmac.compare_digest(found, bytes.fromhex(expected))


def _scrypt(
    password: str, salt: bytes, cost: int = SCRYPT_COST, block: int = SCRYPT_BLOCK, lanes: int = SCRYPT_LANES
) -> bytes:
    secret = password.encode("utf-8", "replace")
    return hashlib.scrypt(secret, salt=salt, n=cost, r=block, p=lanes, maxmem=SCRYPT_MEMORY)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
