"""The hash chain of a game's events.

Each event has a hash that covers the event and all events before it, and is the same for every viewer.
`docs/verification.md` specifies it byte by byte.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.codec import dealt_document, document_of
from engine.events import LaterEvent

__all__ = ["GENESIS", "Link", "canonical", "link", "links"]

GENESIS: Final = hashlib.sha256(b"hanabi/2 chain\0").digest()
"""The hash before event 0, which is the head of a game without a deal."""


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


def link(previous: bytes, document: Mapping[str, Any]) -> Link:
    """Return the link of an event from its public form.

    `previous` is the hash of the event before it.
    """
    return Link(document, hashlib.sha256(previous + canonical(document)).digest())


def links(dealt: Mapping[str, Any], later: Sequence[LaterEvent]) -> list[Link]:
    """Return the links of a log, by version.

    `dealt` is the stored data of its deal.
    """
    chain = [link(GENESIS, dealt_document(dealt))]
    for event in later:
        chain.append(link(chain[-1].hash, document_of(event)))
    return chain
