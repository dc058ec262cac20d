"""The record of a finished game: everything about it in one value, for storing, verifying and replaying.

`engine.proof.record_json` reads and writes its JSON form. `engine.proof.verify` checks whether a record is true.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.codec import deal_of, event_of, row_of_document
from engine.events import Log
from engine.score import Result

__all__ = ["Record", "RecordedEvent", "RecordedMessage", "RecordedSeat"]


class RecordedSeat(NamedTuple):
    """The player of a seat; `bot` is the id of a bot."""

    name: str
    bot: str | None


class RecordedEvent(NamedTuple):
    """An event in its public form (`engine.codec.document_of`), its time, and its hash in the chain."""

    document: Mapping[str, Any]
    at: str | None
    hash: str
    """64 hex digits."""


class RecordedMessage(NamedTuple):
    """A message of a seat after the end: a fixed remark, by its id, or a text."""

    seat: int
    remark: str | None
    text: str | None
    at: str | None


class Record(NamedTuple):
    """A finished game. Times are RFC 3339 in UTC with milliseconds; hashes are hex digits."""

    id: str
    """The game's id in the service that wrote the record."""
    sandbox: bool
    private: bool
    idle_limit_s: int
    source: Mapping[str, Any] | None
    """The origin of an imported game."""
    seats: tuple[RecordedSeat, ...]
    deck: bytes
    salt: bytes
    secret: bytes | None
    """None for a given or imported deck, and in old games."""
    events: tuple[RecordedEvent, ...]
    messages: tuple[RecordedMessage, ...]
    result: Result
    created_at: str
    started_at: str | None
    finished_at: str
    digest: str
    """The digest of everything else, as the record states it."""

    @property
    def log(self) -> Log:
        """The deal, the deck and the events."""
        deal, *later = [row_of_document(one.document) for one in self.events]
        return Log(deal_of(deal.data or {}), self.deck, [event_of(*row) for row in later])
