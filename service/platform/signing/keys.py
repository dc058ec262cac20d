"""Ed25519 keys of the service: the key in use, rotation, and the list of all public keys."""

import time
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.proof.keys import SIGNED_TYPES, KeyEvent, KeyKind, statement
from engine.proof.signatures import Signature, SignedType, signed_message
from service.platform import timestamps
from service.platform.database.pool import Connection, Database, after_commit, bound, connection, fetch_all, transaction

_REREAD_S: Final = 60
"""The age at which a process reads the key again, so that it notices a rotation."""
_IN_USE: Final = """
    select public_key, seed, date_trunc('milliseconds', now()) from signing_key where seed is not null for update
"""
_RETIRE: Final = """
    update signing_key set seed = null, retired_at = now() + interval '2 min' where seed is not null
"""
"""The key is retired after every process has read the new one."""
_MAKE: Final = "insert into signing_key (public_key, seed) values (%s, %s) on conflict do nothing"
_SUCCEED: Final = """
    insert into signing_key (public_key, seed, made_at, predecessor, succession) values (%s, %s, %s, %s, %s)
"""
_REVOKE: Final = """
    update signing_key set revoked_at = %s, revoked_by = %s, revocation = %s where public_key = %s
"""
_LIST: Final = """
    select public_key, made_at, retired_at, predecessor, succession, revoked_at, revoked_by, revocation
      from signing_key order by made_at desc
"""


class UnknownKey(Exception):
    """The service has no such key, or has revoked it already."""


class PublicKey(NamedTuple):
    """A public key, and when the service signed with it."""

    key: str
    """64 hex digits."""
    since: datetime
    until: datetime | None
    """None for the key in use."""
    predecessor: Signature | None
    """The signature of the key before it; None for the first one, and after a revoked one."""
    revocation: KeyEvent | None


class Signer(NamedTuple):
    """The key in use."""

    private: Ed25519PrivateKey
    public: str
    read_at: float

    def __repr__(self) -> str:
        """Return the public half only."""
        return f"Signer({self.public})"

    def sign(self, type: SignedType, document: Mapping[str, Any]) -> Signature:
        """Sign a document."""
        return self.signed(signed_message(type, document))

    def signed(self, message: bytes) -> Signature:
        """Sign bytes."""
        return Signature(self.public, self.private.sign(message).hex())


_in_use: Final = WeakKeyDictionary[Database, Signer]()


def sign(type: SignedType, document: Mapping[str, Any]) -> Signature:
    """Sign a document with the key in use. The first call ever makes a key."""
    return _signed(signer(), signed_message(type, document))


@lru_cache(4096)
def _signed(signer: Signer, message: bytes) -> Signature:
    """Sign bytes once: all who see a state of a game, at the same moment, get the same receipt."""
    return signer.signed(message)


def sign_note(text: str) -> Signature:
    """Sign the text of a note (c2sp.org/signed-note). It must not begin with a brace, as documents do."""
    return newest_signer().signed(text.encode())


def signer() -> Signer:
    """Return the key in use, which is at most a minute old. The first call ever makes a key."""
    key = _in_use.get(bound())
    return newest_signer() if key is None or time.monotonic() - key.read_at > _REREAD_S else key


def newest_signer() -> Signer:
    """Return the key in use, read now: what the log shows must not be signed with a key that was just revoked."""
    database, key = bound(), _read()
    after_commit(partial(_in_use.__setitem__, database, key))  # a rollback would remove a new key
    return key


def public_keys() -> list[PublicKey]:
    """Return all public keys, newest first. There is at least one."""
    _read()
    return [_public_key(*row) for row in fetch_all(_LIST)]


def rotate() -> KeyEvent | None:
    """Make a new key, let the one in use sign it, and retire that. The seed of a retired key is deleted.

    Processes that sign with the old key read the new one within a minute. Return what the old key has signed; None if
    another process has made a new key meanwhile.
    """
    with transaction(), connection() as db:
        if (found := _locked(db)) is None:
            return None
        old, at = found
        key, seed = _new_pair()
        event = _stated(old, "key", key.hex(), at)
        db.execute(_RETIRE)
        db.execute(_SUCCEED, (key, seed, at, bytes.fromhex(old.public), bytes.fromhex(event.by.signature)))
    _in_use.pop(bound(), None)
    return event


def revoke(key: str) -> KeyEvent:
    """Revoke a key, signed by the one in use. If it is the one in use, make another one, which it does not sign.

    Whoever has a revoked key could sign a successor too. Raises UnknownKey.
    """
    with transaction(), connection() as db:
        if all(one.key != key or one.revocation for one in public_keys()) or (found := _locked(db)) is None:
            raise UnknownKey
        signing, at = found
        event = _stated(signing, "revocation", key, at)
        db.execute(_REVOKE, (at, *map(bytes.fromhex, (*event.by, key))))
        if key == signing.public:
            db.execute(_RETIRE)
            db.execute(_MAKE, _new_pair())
    _in_use.pop(bound(), None)
    return event


def _stated(signing: Signer, kind: KeyKind, key: str, at: datetime) -> KeyEvent:
    said = timestamps.rfc3339(at)
    return KeyEvent(kind, key, said, signing.sign(SIGNED_TYPES[kind], statement(key, said)))


def _locked(db: Connection) -> tuple[Signer, datetime] | None:
    """Lock the key in use until the end of the transaction. Return it and the time."""
    _read()
    row = db.execute(_IN_USE).fetchone()
    if row is None:
        return None
    public, seed, at = row
    return Signer(Ed25519PrivateKey.from_private_bytes(seed), public.hex(), time.monotonic()), at


def _public_key(
    key: bytes,
    since: datetime,
    until: datetime | None,
    predecessor: bytes | None,
    succession: bytes | None,
    revoked_at: datetime | None,
    revoked_by: bytes | None,
    revocation: bytes | None,
) -> PublicKey:
    return PublicKey(
        key.hex(),
        since,
        until,
        None if predecessor is None or succession is None else Signature(predecessor.hex(), succession.hex()),
        None
        if revoked_at is None or revoked_by is None or revocation is None
        else KeyEvent(
            "revocation", key.hex(), timestamps.rfc3339(revoked_at), Signature(revoked_by.hex(), revocation.hex())
        ),
    )


def _read() -> Signer:
    """Return the key in use, made if there is none."""
    with connection() as db:
        while (row := db.execute("select seed from signing_key where seed is not null").fetchone()) is None:
            db.execute(_MAKE, _new_pair())
    private = Ed25519PrivateKey.from_private_bytes(row[0])
    return Signer(private, private.public_key().public_bytes_raw().hex(), time.monotonic())


def _new_pair() -> tuple[bytes, bytes]:
    """Return a new public key and its seed."""
    private = Ed25519PrivateKey.generate()
    return private.public_key().public_bytes_raw(), private.private_bytes_raw()
