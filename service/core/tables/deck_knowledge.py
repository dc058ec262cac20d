"""Who knows the deck of an earlier game: its players, who imported it, and who read or watched it while signed in."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session

from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.replays.tables import Sight
from service.core.tables.log_tables import Deal
from service.core.tables.news import publisher
from service.core.tables.tables import Game, Seat
from service.core.tables.watching import SHOWS_HELD
from service.platform.database.pool import fetch, transaction
from service.platform.refusal import Refusal

_REMEMBERED: Final = 10_000
"""How many sights a process remembers, so that it does not store them again."""


class DeckKnown(Refusal):
    """The account knows the deck that the table plays, and has not said that it sits down all the same."""

    code = "deck-known"


def replayed_key(reading: Session, game_id: UUID) -> bytes | None:
    """Return the `deck_key` of the earlier game whose deck a table plays; None for any other table."""
    key: bytes | None = reading.scalar(select(Deal.replayed_key).where(Deal.game_id == game_id))
    return key


def knows(reading: Session, account_id: UUID, key: bytes, *, besides: UUID | None = None) -> bool:
    """Return True if an account has seen the deck with a `deck_key`, in an ended game or at a table that plays it.

    What it sees at the table `besides` does not count.
    """
    of_deck = select(literal(1)).select_from(Game).where(Game.deck_key == key).limit(1)
    playing = select(literal(1)).select_from(Deal).where(Deal.replayed_key == key).limit(1)
    ways = (
        of_deck.join(Seat, Seat.game_id == Game.game_id).where(Seat.account_id == account_id),
        of_deck.join(Sight, Sight.game_id == Game.game_id).where(Sight.account_id == account_id),
        of_deck.where(Game.created_by == account_id, Game.source.is_not(None)),
        playing.join(Game, Game.game_id == Deal.game_id)
        .join(Seat, Seat.game_id == Deal.game_id)
        .where(Seat.account_id == account_id, Game.status != "open", Deal.game_id != besides),
        playing.join(Sight, Sight.game_id == Deal.game_id).where(
            Sight.account_id == account_id, Deal.game_id != besides
        ),
    )
    return any(reading.scalar(way) for way in ways)


def mark(changes: Session, account_id: UUID) -> list[tuple[UUID, int]]:
    """Mark the seats of an account, after a merge, at tables whose deck it knows.

    Only tables that have not ended count. Return them with their versions, to be announced.
    """
    unmarked = (Seat.account_id == account_id) & Seat.knew_deck.is_(False)
    joined = select(Game.game_id, Game.version, Deal.replayed_key).join(Seat, Seat.game_id == Game.game_id)
    playing = joined.join(Deal, Deal.game_id == Game.game_id).where(unmarked, Game.status != "ended")
    known = [
        (table, version)
        for table, version, key in changes.execute(playing).all()
        if key is not None and knows(changes, account_id, key, besides=table)
    ]
    for table, _ in known:
        changes.execute(update(Seat).where(Seat.game_id == table, unmarked).values(knew_deck=True))
        changes.execute(update(Game).where(Game.game_id == table).values(revision=Game.revision + 1))
    return known


def has_watched_hands_of(reading: Session, watcher: UUID, player: UUID) -> bool:
    """Return True if an account has watched a running game of another one that shows cards which are still held.

    The bots of both count as they do.
    """

    def is_of(account: UUID, column: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
        bots = select(Account.account_id).where(Account.owner_id == account)
        return or_(column == account, column.in_(bots))

    watched = select(literal(1)).select_from(Sight).join(Game, Game.game_id == Sight.game_id)
    together = watched.join(Seat, Seat.game_id == Game.game_id).where(
        is_of(watcher, Sight.account_id),
        is_of(player, Seat.account_id),
        Game.status == "running",
        Game.watching == SHOWS_HELD,
    )
    return reading.scalar(together.limit(1)) is not None


def note(game_id: UUID, caller: Caller | None) -> None:
    """Note that a caller reads a finished game, or watches one.

    A seat of the caller at a table that plays its deck then says so.
    """
    if caller is not None:
        _store(game_id, caller.account_id)


@lru_cache(maxsize=_REMEMBERED)
def _store(game_id: UUID, account_id: UUID) -> None:
    with transaction() as changes:
        row = insert(Sight).values(game_id=game_id, account_id=account_id)
        is_new = changes.scalar(row.on_conflict_do_nothing().returning(Sight.game_id)) is not None
    if not is_new:
        return
    for table, version in _tables(game_id, account_id):
        with transaction() as changes:
            mine = update(Seat).where(Seat.game_id == table, Seat.account_id == account_id)
            changes.execute(mine.values(knew_deck=True))
            changes.execute(update(Game).where(Game.game_id == table).values(revision=Game.revision + 1))
        publisher.announce(table, version)


def _tables(game_id: UUID, account_id: UUID) -> Sequence[Any]:
    """Return the tables that play the deck of a game, have not ended, and have a seat of the account."""
    of_game = select(func.coalesce(Game.deck_key, Deal.replayed_key)).outerjoin(Deal, Deal.game_id == Game.game_id)
    key = of_game.where(Game.game_id == game_id).scalar_subquery()
    joined = select(Deal.game_id).where(Deal.replayed_key == key)
    playing = select(Game.game_id, Game.version).join(Seat, Seat.game_id == Game.game_id)
    unmarked = (Seat.account_id == account_id) & Seat.knew_deck.is_(False)
    return fetch(playing.where(Game.game_id.in_(joined), Game.status != "ended", unmarked))
