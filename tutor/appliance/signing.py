"""Ed25519 signatures in the files of minisign, so that a bundle can be checked without tutor too.

Formats as minisign documents them: a key or signature is one base64 line below a comment. Secret keys are written
without a password: the folder that holds them is what has to be kept safe.
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tutor.appliance.errors import ApplianceError

KEY_ALGORITHM, SIGNED_HASH, CHECKSUM = b"Ed", b"ED", b"B2"
NO_PASSWORD = b"\0\0"
NUMBER, SEED, PUBLIC, SIGNED = 8, 32, 32, 64
SECRET_NAME, PUBLIC_NAME = "tutor.key", "tutor.pub"


@dataclass(frozen=True)
class PublicKey:
    """`number`: 8 bytes that name the key. `data`: its 32 bytes."""

    number: bytes
    data: bytes

    @property
    def name(self) -> str:
        """The number as minisign writes it."""
        return self.number[::-1].hex().upper()

    def as_text(self) -> str:
        """The content of a `.pub` file."""
        line = base64.b64encode(KEY_ALGORITHM + self.number + self.data).decode("ascii")
        return f"untrusted comment: minisign public key {self.name}\n{line}\n"


@dataclass(frozen=True)
class SecretKey:
    """`seed`: the 32 bytes that the key is made of."""

    number: bytes
    seed: bytes

    @property
    def public(self) -> PublicKey:
        return PublicKey(self.number, _private(self.seed).public_key().public_bytes_raw())

    def as_text(self) -> str:
        """The content of a secret key file, without a password."""
        body = self.number + self.seed + self.public.data
        check = hashlib.blake2b(KEY_ALGORITHM + body, digest_size=32).digest()
        line = base64.b64encode(KEY_ALGORITHM + NO_PASSWORD + CHECKSUM + bytes(48) + body + check).decode("ascii")
        return f"untrusted comment: minisign secret key {self.public.name}\n{line}\n"


def new_key() -> SecretKey:
    """A key that nobody else has. Raises ApplianceError `crypto-missing`."""
    return SecretKey(secrets.token_bytes(NUMBER), secrets.token_bytes(SEED))


def write_key(key: SecretKey, folder: Path) -> tuple[Path, Path]:
    """Write the secret and the public file, the secret one for its owner alone. Raises OSError where one is there."""
    folder.mkdir(parents=True, exist_ok=True)
    secret, public = folder / SECRET_NAME, folder / PUBLIC_NAME
    with os.fdopen(os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
        stream.write(key.as_text())
    public.write_text(key.public.as_text(), encoding="ascii")
    return secret, public


def read_secret_key(file: Path) -> SecretKey:
    """Raises ApplianceError `key-unusable`."""
    data = _decoded(file, 158)
    body = data[54:-32]
    if data[:2] != KEY_ALGORITHM or data[2:4] != NO_PASSWORD:
        raise ApplianceError("key-unusable", file=file, why="it has a password or is of another kind")
    if hashlib.blake2b(KEY_ALGORITHM + body, digest_size=32).digest() != data[-32:]:
        raise ApplianceError("key-unusable", file=file, why="it is damaged")
    return SecretKey(body[:NUMBER], body[NUMBER : NUMBER + SEED])


def read_public_key(file: Path) -> PublicKey:
    """Raises ApplianceError `key-unusable`."""
    data = _decoded(file, 2 + NUMBER + PUBLIC)
    if data[:2] != KEY_ALGORITHM:
        raise ApplianceError("key-unusable", file=file, why="it is of another kind")
    return PublicKey(data[2 : 2 + NUMBER], data[2 + NUMBER :])


def _decoded(file: Path, length: int) -> bytes:
    try:
        data = base64.b64decode(file.read_text(encoding="utf-8").splitlines()[1], validate=True)
    except (OSError, ValueError, IndexError) as error:
        raise ApplianceError("key-unusable", file=file, why=error) from error
    if len(data) != length:
        raise ApplianceError("key-unusable", file=file, why="its length is wrong")
    return data


def signature_of(data: bytes, key: SecretKey, comment: str) -> str:
    """The content of a `.minisig` file. The comment is signed too; it is one line."""
    private = _private(key.seed)
    signature = private.sign(_hashed(data))
    both = private.sign(signature + comment.encode("utf-8"))
    first = base64.b64encode(SIGNED_HASH + key.number + signature).decode("ascii")
    second = base64.b64encode(both).decode("ascii")
    return f"untrusted comment: signed by {key.public.name}\n{first}\ntrusted comment: {comment}\n{second}\n"


def check_signature(data: bytes, signature: str, keys: Iterable[PublicKey], name: str) -> PublicKey:
    """The key among `keys` that signed the data of that name.

    Raises ApplianceError `key-unknown`, `signature-wrong` or `crypto-missing`.
    """
    number, signed, comment, both = _parts(signature, name)
    known = [key for key in keys if key.number == number]
    if not known:
        raise ApplianceError("key-unknown", key=number[::-1].hex().upper())
    for key in known:
        if _is_valid(key, signed, _hashed(data)) and _is_valid(key, both, signed + comment):
            return key
    raise ApplianceError("signature-wrong", file=name)


def _parts(signature: str, name: str) -> tuple[bytes, bytes, bytes, bytes]:
    """Key number, signature, trusted comment, and the signature over the two before."""
    try:
        _, first, comment, second = signature.splitlines()[:4]
        body = base64.b64decode(first, validate=True)
        both = base64.b64decode(second, validate=True)
    except ValueError as error:
        raise ApplianceError("signature-wrong", file=name) from error
    start = "trusted comment: "
    if body[:2] != SIGNED_HASH or len(body) != 2 + NUMBER + SIGNED or not comment.startswith(start):
        raise ApplianceError("signature-wrong", file=name)
    return body[2 : 2 + NUMBER], body[2 + NUMBER :], comment[len(start) :].encode("utf-8"), both


def _hashed(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=64).digest()


# Imported when used: the first installation runs this module before any package is installed.
def _private(seed: bytes):  # type: ignore[no-untyped-def]
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as error:
        raise ApplianceError("crypto-missing") from error
    return Ed25519PrivateKey.from_private_bytes(seed)


def _is_valid(key: PublicKey, signature: bytes, data: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise ApplianceError("crypto-missing") from error
    try:
        Ed25519PublicKey.from_public_bytes(key.data).verify(signature, data)
    except InvalidSignature:
        return False
    return True
