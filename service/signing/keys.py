"""Ed25519 keys of the service: the key in use, rotation, and the list of all public keys."""

import time
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.proof.signatures import Signature, SignedType, signed_message
from service.database.pool import Database, after_commit, bound, connection, transaction

__all__ = ["PublicKey", "public_keys", "rotate", "sign", "sign_note"]

_REREAD_S: Final = 60
"""The age at which a process reads the key again, so that it notices a rotation."""
_RETIRE: Final = """
    update signing_key set seed = null, retired_at = now() + interval '2 min' where seed is not null
"""
"""The key is retired after every process has read the new one."""
_MAKE: Final = "insert into signing_key (public_key, seed) values (%s, %s) on conflict do nothing"


class PublicKey(NamedTuple):
    """A public key, and when the service signed with it."""

    key: str
    """64 hex digits."""
    since: datetime
    until: datetime | None
    """None for the key in use."""


class _KeyInUse(NamedTuple):
    private: Ed25519PrivateKey
    public: str
    read_at: float

    def __repr__(self) -> str:
        return f"_KeyInUse({self.public})"


_in_use: Final = WeakKeyDictionary[Database, _KeyInUse]()


def sign(type: SignedType, document: Mapping[str, Any]) -> Signature:
    """Sign a document with the key in use. The first call ever makes a key."""
    return _signed(signed_message(type, document))


def sign_note(text: str) -> Signature:
    """Sign the text of a note (c2sp.org/signed-note). It must not begin with a brace, as documents do."""
    return _signed(text.encode())


def _signed(message: bytes) -> Signature:
    key = _in_use.get(bound())
    if key is None or time.monotonic() - key.read_at > _REREAD_S:
        database, key = bound(), _read()
        after_commit(partial(_in_use.__setitem__, database, key))  # a rollback would remove a new key
    return Signature(key.public, key.private.sign(message).hex())


def public_keys() -> list[PublicKey]:
    """Return all public keys, newest first. There is at least one."""
    _read()
    with connection() as db:
        found = db.execute("select public_key, made_at, retired_at from signing_key order by made_at desc").fetchall()
    return [PublicKey(key.hex(), since, until) for key, since, until in found]


def rotate() -> None:
    """Make a new key, and retire the one in use. The seed of a retired key is deleted.

    Processes that sign with the old key read the new one within a minute.
    """
    with transaction(), connection() as db:
        db.execute(_RETIRE)
        db.execute(_MAKE, _new_pair())
    _in_use.pop(bound(), None)


def _read() -> _KeyInUse:
    """Return the key in use, made if there is none."""
    with connection() as db:
        while (row := db.execute("select seed from signing_key where seed is not null").fetchone()) is None:
            db.execute(_MAKE, _new_pair())
    private = Ed25519PrivateKey.from_private_bytes(row[0])
    return _KeyInUse(private, private.public_key().public_bytes_raw().hex(), time.monotonic())


def _new_pair() -> tuple[bytes, bytes]:
    """Return a new public key and its seed."""
    private = Ed25519PrivateKey.generate()
    return private.public_key().public_bytes_raw(), private.private_bytes_raw()
