"""The hash chain of a game's events.

Each event has a hash that covers the event and all events before it, and is the same for every viewer. In chain 3, it
also covers the event's time. `docs/verification.md` specifies it byte by byte.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.codec import CHAIN, dealt_document, document_of
from engine.events import LaterEvent

GENESIS: Final = hashlib.sha256(b"hanabi/3 chain\0").digest()
"""The hash before event 0, which is the head of a game without a deal."""
_GENESIS_2: Final = hashlib.sha256(b"hanabi/2 chain\0").digest()


class Link(NamedTuple):
    """An event in its public form, with its hash."""

    document: Mapping[str, Any]
    hash: bytes


_write: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True).encode


def canonical(value: Any) -> bytes:
    """Return plain values as canonical JSON (RFC 8785).

    The values must have no fractions, and only ASCII names. Raises UnicodeEncodeError for a lone surrogate.
    """
    return _write(value).encode()


def is_timed(dealt: Mapping[str, Any]) -> bool:
    """Return True if the hashes of a game cover the times, from the data of its deal: chain 3, not 2."""
    return dealt.get("chain") == CHAIN


def genesis_of(dealt: Mapping[str, Any]) -> bytes:
    """Return the hash before event 0 of a game, from the data of its deal."""
    return GENESIS if is_timed(dealt) else _GENESIS_2


def link(previous: bytes, document: Mapping[str, Any], at: str | None = None) -> Link:
    """Return the link of an event from its public form.

    `previous` is the hash of the event before it. `at` is its time in chain 3, and None in chain 2.
    """
    hashed = document if at is None else {**document, "at": at}
    return Link(document, hashlib.sha256(previous + canonical(hashed)).digest())


def parts_around_time(document: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """Return what is hashed of a later event in chain 3 before its time and after it.

    So the database can hash an event together with the time at which it stores the event.
    """
    before, _, after = canonical({**document, "at": ""}).partition(b'"at":""')
    return before + b'"at":"', b'"' + after


def links(dealt: Mapping[str, Any], later: Sequence[LaterEvent], times: Sequence[str | None] = ()) -> list[Link]:
    """Return the links of a log, by version.

    `dealt` is the stored data of its deal. In chain 3, `times` are those of all events, by version.
    """
    at = times if is_timed(dealt) else [None] * (len(later) + 1)
    chain = [link(genesis_of(dealt), dealt_document(dealt), at[0])]
    for version, event in enumerate(later, 1):
        chain.append(link(chain[-1].hash, document_of(event), at[version]))
    return chain
