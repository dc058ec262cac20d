"""Responses stored by `Idempotency-Key`, in the same transaction as their effect."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import delete, func, select, text

from service.database.pool import transaction, wait_for_replication
from service.database.schema import Answer

__all__ = ["InProgress", "KeyReused", "StoredResponse", "delete_expired", "once"]


_LIFETIME: Final = text("interval '24 hours'")

_NONCE_BYTES: Final = 12


class InProgress(Exception):
    """The first request with this key is still running."""


class KeyReused(Exception):
    """The key was used for a different request."""


class StoredResponse(NamedTuple):
    """The status and the serialized headers and body of a response."""

    status: int
    content: bytes
    again: bool = False
    """True if it was stored by an earlier request."""

    def __repr__(self) -> str:
        """Omit the content, which may contain a new token."""
        return f"StoredResponse(status={self.status}, again={self.again})"


def once(principal: bytes, route: str, key: str, body: bytes, effect: Callable[[], StoredResponse]) -> StoredResponse:
    """Run an effect once per principal, route and key.

    Returns its response. A repetition with the same body gets the stored response. If the effect raises, nothing is
    stored, and the request can be repeated.

    Raises InProgress, KeyReused, and the errors of the effect.
    """
    key_digest = _digest(b"key", principal, route.encode(), key.encode())
    request_digest = _digest(b"request", body)
    with transaction() as changes:
        lock = int.from_bytes(key_digest[:8], signed=True)
        if not changes.scalar(select(func.pg_try_advisory_xact_lock(lock))):
            raise InProgress
        stored = changes.scalar(select(Answer).where(Answer.key_digest == key_digest, Answer.kept_until > func.now()))
        if stored is not None:
            if stored.request_digest != request_digest:
                raise KeyReused
            wait_for_replication()
            return StoredResponse(stored.status, _decrypt(stored.content, key), again=True)
        response = effect()
        changes.execute(delete(Answer).where(Answer.key_digest == key_digest))
        expires_at = changes.scalar(select(func.now() + _LIFETIME))
        assert expires_at is not None
        content = _encrypt(response.content, key)
        changes.add(Answer(key_digest, request_digest, response.status, content, expires_at))
        return response


def delete_expired() -> int:
    """Delete expired responses and return their number."""
    with transaction() as changes:
        deleted = changes.scalars(delete(Answer).where(Answer.kept_until <= func.now()).returning(Answer.key_digest))
        return len(deleted.all())


# A response may contain a new token, and the database must not contain tokens in plain text. So the response is
# encrypted with the client's key, of which the database stores only a digest.
def _encrypt(content: bytes, key: str) -> bytes:
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + _cipher(key).encrypt(nonce, content, None)


def _decrypt(stored: bytes, key: str) -> bytes:
    try:
        return _cipher(key).decrypt(stored[:_NONCE_BYTES], stored[_NONCE_BYTES:], None)
    except InvalidTag:  # stored by a version with another cipher
        raise KeyReused from None


def _cipher(key: str) -> AESGCM:
    return AESGCM(hashlib.sha256(b"response\0" + key.encode()).digest())


def _digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(len(part).to_bytes(4) + part for part in parts)).digest()
