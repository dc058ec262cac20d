"""The chain: every event has a hash that binds it to all events before it, the same for every viewer.

`docs/verification.md` specifies it byte by byte.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.codec import dealt_document, document_of
from engine.events import Event

__all__ = ["GENESIS", "Link", "canonical", "link", "links"]

GENESIS: Final = hashlib.sha256(b"hanabi/2 chain\0").digest()
"""What stands for the hash before event 0: the head of a game that has not been dealt."""


class Link(NamedTuple):
    """An event in its public form, and the hash that it has in the chain."""

    document: Mapping[str, Any]
    hash: bytes


_write: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True).encode


def canonical(value: Any) -> bytes:
    """Return plain values as JSON in the one form of RFC 8785.

    To be given no fractions and none but ASCII names: then what this writes is that form. UnicodeEncodeError for a text
    with half of a surrogate pair.
    """
    return _write(value).encode()


def link(previous: bytes, document: Mapping[str, Any]) -> Link:
    """Return the link of an event, in its public form, that follows the event with this hash."""
    return Link(document, hashlib.sha256(previous + canonical(document)).digest())


def links(dealt: Mapping[str, Any], events: Sequence[Event]) -> list[Link]:
    """Return the links of a log by version; `dealt` is what is stored of its deal."""
    documents = [dealt_document(dealt), *map(document_of, events[1:])]
    chain: list[Link] = []
    for document in documents:
        chain.append(link(chain[-1].hash if chain else GENESIS, document))
    return chain
