"""The signing keys of a service: successions, revocations, and which keys a reader trusts.

A key that retires signs its successor, and the key in use signs the revocation of one that was lost.
`docs/verification.md` specifies the list of keys.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from engine.proof.signatures import Signature, SignedType, is_signed

KeyKind = Literal["key", "revocation"]
"""A key gets a successor, or is revoked."""

SIGNED_TYPES: Final[dict[KeyKind, SignedType]] = {"key": "hanabi/key", "revocation": "hanabi/revocation"}
"""The types of the documents that are signed about a key."""


class NoKeys(ValueError):
    """A document that is not a list of keys."""


class KeyEvent(NamedTuple):
    """A new key, signed by the one before it; or the revocation of a key, signed by the one in use."""

    kind: KeyKind
    key: str
    """64 hex digits: the new key, or the revoked one."""
    at: str
    by: Signature

    @property
    def is_signed(self) -> bool:
        """True if the signature is right. Raises ImportError without the library `cryptography`."""
        return is_signed(SIGNED_TYPES[self.kind], statement(self.key, self.at), self.by)


class ListedKey(NamedTuple):
    """A key in the list of a service."""

    key: str
    succession: KeyEvent | None
    """None for the first key, for one that followed a revoked key, and for those of older releases."""
    revocation: KeyEvent | None


class Trust(NamedTuple):
    """The keys that a reader trusts who trusts some keys of a service."""

    keys: frozenset[str]
    revoked: frozenset[str]


def statement(key: str, at: str) -> dict[str, Any]:
    """Return the document that is signed about a key."""
    return {"key": key, "at": at}


def keys_in(content: bytes) -> list[ListedKey]:
    """Return the keys in the list of a service, in its order. Raises NoKeys."""
    try:
        return [_listed(item) for item in json.loads(content)["items"]]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise NoKeys("the list of keys is not that of a service") from None


def events_of(listed: Sequence[ListedKey]) -> Iterator[KeyEvent]:
    """Yield what the list says about successions and revocations."""
    for item in listed:
        yield from (event for event in (item.succession, item.revocation) if event is not None)


def trust(known: Collection[str], listed: Sequence[ListedKey]) -> Trust:
    """Return the keys that descend from known ones, without those that are revoked.

    A revocation counts if a known key, a descendant, or the key itself has signed it. The successor of a revoked key is
    not trusted for that key's signature, since a thief of the key can sign another one.
    """
    signers = _descendants(frozenset(known), listed, frozenset())
    revoked = frozenset(
        item.key
        for item in listed
        if (revocation := item.revocation) and revocation.by.key in signers | {item.key} and revocation.is_signed
    )
    return Trust(_descendants(frozenset(known) - revoked, listed, revoked), revoked)


def _descendants(known: frozenset[str], listed: Sequence[ListedKey], without: frozenset[str]) -> frozenset[str]:
    reached = known
    while True:
        more = {
            item.key
            for item in listed
            if item.key not in reached | without
            and item.succession is not None
            and item.succession.by.key in reached
            and item.succession.is_signed
        }
        if not more:
            return reached
        reached |= more


def _listed(item: dict[str, Any]) -> ListedKey:
    predecessor, revocation = item.get("predecessor"), item.get("revocation")
    return ListedKey(
        str(item["key"]),
        None if predecessor is None else _event("key", item["key"], item["from"], predecessor),
        None if revocation is None else _event("revocation", item["key"], revocation["at"], revocation),
    )


def _event(kind: KeyKind, key: object, at: object, by: dict[str, Any]) -> KeyEvent:
    return KeyEvent(kind, str(key), str(at), Signature(str(by["key"]), str(by["signature"])))
