"""Answers kept for clients that send their request again, in the transaction of the effect itself."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Final, NamedTuple

from sqlalchemy import delete, func, select, text

from service.database.pool import transaction, wait_for_replication
from service.database.schema import Answer

__all__ = ["InProgress", "Kept", "KeyReused", "forget_old", "once"]

KEPT_FOR: Final = text("interval '24 hours'")
_SALT_BYTES: Final = 16


class InProgress(Exception):
    """The first request with this key is still running."""


class KeyReused(Exception):
    """The key came with another request before."""


class Kept(NamedTuple):
    """An answer: status, and headers and body as bytes. `again` if it is the answer to an earlier request."""

    status: int
    content: bytes
    again: bool = False

    def __repr__(self) -> str:
        """Tell nothing of the content, which may hold a new token, wherever this may be printed."""
        return f"Kept(status={self.status}, again={self.again})"


def once(principal: bytes, route: str, key: str, body: bytes, effect: Callable[[], Kept]) -> Kept:
    """Carry an effect out once for a principal, a route and a key, and return its answer to each repetition.

    Only an effect that came to an end is kept; one that raises leaves nothing, and may be tried again.
    Raises InProgress, KeyReused, and what the effect raises.
    """
    key_digest = _digest(b"key", principal, route.encode(), key.encode())
    request_digest = _digest(b"request", body)
    with transaction() as changes:
        lock = int.from_bytes(key_digest[:8], signed=True)
        if not changes.scalar(select(func.pg_try_advisory_xact_lock(lock))):
            raise InProgress
        kept = changes.scalar(select(Answer).where(Answer.key_digest == key_digest, Answer.kept_until > func.now()))
        if kept is not None:
            if kept.request_digest != request_digest:
                raise KeyReused
            wait_for_replication()
            return Kept(kept.status, _veiled(kept.content[_SALT_BYTES:], key, kept.content[:_SALT_BYTES]), again=True)
        answer = effect()
        salt = secrets.token_bytes(_SALT_BYTES)
        changes.execute(delete(Answer).where(Answer.key_digest == key_digest))
        kept_until = changes.scalar(select(func.now() + KEPT_FOR))
        assert kept_until is not None
        changes.add(
            Answer(key_digest, request_digest, answer.status, salt + _veiled(answer.content, key, salt), kept_until)
        )
        return answer


def forget_old() -> int:
    """Drop the answers that have been kept long enough; return how many."""
    with transaction() as changes:
        gone = changes.scalars(delete(Answer).where(Answer.kept_until <= func.now()).returning(Answer.key_digest))
        return len(gone.all())


def _veiled(content: bytes, key: str, salt: bytes) -> bytes:
    """Hide, or show again, an answer: it may hold a new token, of which no more than a digest is to lie in a table.

    The key that hides it is the client's, of which the table has only a digest too.
    """
    stream = hashlib.shake_256(b"answer\0" + salt + key.encode()).digest(len(content))
    return (int.from_bytes(content) ^ int.from_bytes(stream)).to_bytes(len(content))


def _digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(len(part).to_bytes(4) + part for part in parts)).digest()
