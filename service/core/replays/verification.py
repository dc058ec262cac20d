"""Verification of a finished game: of its record, and of what the service stored beside the log."""

from collections.abc import Mapping, Sequence
from operator import contains
from typing import NamedTuple
from uuid import UUID

from engine.proof.log_entries import entries_of, leaf
from engine.proof.record import Record
from engine.proof.record_json import core_digest_of
from engine.proof.verdicts import STORED_FAULTS
from engine.proof.verify import Fault, Verification, verify
from service.core.log import entries
from service.core.people import accounts
from service.core.people.tokens import Caller
from service.core.replays import finished_game, replays
from service.core.replays.finished_game import FinishedGame
from service.core.tables import lookup, record_signing
from service.core.tables.record_signing import holder_of
from service.core.tables.stored_game import Stored, TakenSeat
from service.platform import ids, timestamps, yielding
from service.platform.database.pool import fetch_one
from service.platform.signing import keys


class Verified(NamedTuple):
    """The record of a game and its verification."""

    record: Record
    result: Verification
    is_own_key: bool
    """True if the record is signed with a key of this service."""
    own_copy: "OwnCopy | None"
    """The game itself, if the record was imported and the caller may read the game here."""

    @property
    def is_vouched(self) -> bool:
        """True if the game was played here, or this service has signed the record."""
        return self.record.source is None or self.is_own_key

    @property
    def names_are_proved(self) -> bool:
        """True if the rows of this service have the players' names. No signature covers them."""
        if self.result.fault:
            return False
        return self.record.source is None or (self.own_copy is not None and all(self.own_copy[1:]))


class OwnCopy(NamedTuple):
    """A game that was played here, compared with an imported record of it."""

    game_id: UUID
    is_same: bool
    """True if the cores are equal."""
    has_same_names: bool


def verified(game: FinishedGame, caller: Caller | None) -> Verified:
    """Return the record of a game, verified and compared with what the service has stored."""
    record = replays.record(game)
    yielding.give_way()
    result = verify(record)
    # A revoked key proves nothing about a record from elsewhere. Of an own game, the rows are compared.
    listed = keys.public_keys() if result.signed_by else []
    own = {key.key for key in listed if game.stored.source is None or key.revocation is None}
    code = None if result.fault else stored_fault(game.stored, record, own)
    if code is not None:
        result = result._replace(fault=Fault(code, None, STORED_FAULTS[code]), signed_by=None)
    return Verified(record, result, result.signed_by in own, _own_copy(record, caller))


def _own_copy(record: Record, caller: Caller | None) -> OwnCopy | None:
    """Compare an imported record with the game here that it names, if the caller may read that."""
    game_id = ids.parse("g", str(record.events[0].document.get("game", "")))
    if record.source is None or game_id is None:
        return None
    try:
        copy = replays.record(finished_game.load(game_id, caller))
    except (lookup.NotFound, lookup.WrongGame, finished_game.GameNotFinished):
        return None
    is_same = record.has_core and copy.has_core and core_digest_of(record) == core_digest_of(copy)
    return OwnCopy(game_id, is_same, [seat.name for seat in record.seats] == [seat.name for seat in copy.seats])


def stored_fault(stored: Stored, record: Record, own_keys: set[str]) -> str | None:
    """Return the code of the first difference between the record and the rows beside the log."""
    row = fetch_one("select outcome, reason, score from game where game_id = %s", (stored.game_id,))
    if row != (record.result.outcome, record.result.reason, record.result.score):
        return "stored-result"
    if stored.rules != record.log.deal.rules or stored.seats != record.log.deal.seats:
        return "stored-rules"
    if not stored.is_timed:
        return None
    core = record_signing.frozen(stored.game_id)
    if core is not None and core.digest != core_digest_of(record):
        return "stored-core"
    if stored.source is not None:
        return None  # the other rows are about the import
    ends = (timestamps.rfc3339(stored.started_at), timestamps.rfc3339(stored.finished_at))
    if ends != (record.started_at, record.finished_at):
        return "stored-times"
    deal = record.events[0].document
    if not _are_holders(stored, deal["holders"]) or [player.bot for player in stored.taken] != deal["bots"]:
        return "stored-holders"
    if core is None:
        return "stored-core"
    expected = [leaf(entry) for entry in entries_of(record, entries.deck_of(stored.game_id))]
    if not entries.has_entries(stored.game_id, expected, stored.created_at):
        return "stored-log"
    return None if record.signature and record.signature.key in own_keys else "stored-key"


def _are_holders(stored: Stored, dealt: list[str | None]) -> bool:
    """Return True if these are the salted hashes of the accounts that have the seats now.

    An account stands for those that were merged into it.
    """
    seats = [(player, stored.holder_salt(player.seat) or b"") for player in stored.taken]
    if [holder_of(player, salt) for player, salt in seats] == dealt:
        return True
    former = accounts.merged_into([player.account_id for player in stored.taken if player.account_id is not None])
    possible = [
        [holder_of(player._replace(account_id=each), salt) for each in (player.account_id, *_of(former, player))]
        for player, salt in seats
    ]
    return len(possible) == len(dealt) and all(map(contains, possible, dealt))


def _of(former: Mapping[UUID, list[UUID]], player: TakenSeat) -> Sequence[UUID]:
    return () if player.account_id is None else former.get(player.account_id, ())
