"""The record of a finished game, for archiving, verification and replay.

`engine.proof.record_json` reads and writes its JSON form. `engine.proof.verify` verifies it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.codec import deal_of, event_of, row_of_document
from engine.events import Log
from engine.proof.chain import is_timed
from engine.proof.signatures import Signature
from engine.rules import Palette
from engine.score import Result


class RecordedSeat(NamedTuple):
    """The player of a seat. `bot` is the id of a bot, None for a person."""

    name: str
    bot: str | None


class RecordedEvent(NamedTuple):
    """An event in its public form, with its time and hash.

    `engine.codec.document_of` returns the public form.
    """

    document: Mapping[str, Any]
    at: str | None
    hash: str
    """64 hex digits."""


class RecordedMessage(NamedTuple):
    """A message of a seat after the end of the game.

    It is a predefined remark, by its id, or a text. The other field is None.
    """

    seat: int
    remark: str | None
    text: str | None
    at: str | None


class Record(NamedTuple):
    """A finished game.

    Times are in RFC 3339 format, in UTC with milliseconds. Hashes are hex digits.
    """

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
    """None for a given, replayed, contest or imported deck, and in old games."""
    events: tuple[RecordedEvent, ...]
    messages: tuple[RecordedMessage, ...]
    result: Result
    created_at: str
    started_at: str | None
    finished_at: str
    digest: str
    """The digest that the record states for all other members."""
    signature: Signature | None = None
    """The signature of the core; None for an unsigned record."""

    @property
    def has_core(self) -> bool:
        """True for a game with chain 3, whose record has a core that never changes."""
        return is_timed(self.events[0].document)

    @property
    def palette(self) -> Palette:
        """The cards, stacks and clues of the game."""
        return deal_of(self.events[0].document).rules.palette

    @property
    def log(self) -> Log:
        """The deal, the deck and the events."""
        deal, *later = [row_of_document(event.document) for event in self.events]
        return Log(deal_of(deal.data or {}), self.deck, [event_of(*row) for row in later])
