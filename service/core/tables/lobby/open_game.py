"""Open games: their time, their row under a lock, and their seats."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from service.core.log import entries
from service.core.people.tokens import Caller
from service.core.tables.log_tables import Deal
from service.core.tables.lookup import NotAPlayer, NotFound, existing, require_visible
from service.core.tables.stored_game import AwaitingReveals
from service.core.tables.tables import Game, Invitation, Seat
from service.platform.database.pool import fetch_all, transaction
from service.platform.refusal import Refusal

IS_OPEN: Final[ColumnElement[bool]] = (Game.status == "open") & (Game.open_until > func.now())
"""The game is open and has not expired."""
IS_PRESENT: Final[ColumnElement[bool]] = (Game.status != "open") | IS_OPEN
"""The game is not an open game that has expired, as in `conditions.PRESENT`."""

_KEPT: Final = "1 hour"
"""How long an expired game is kept. A transaction that began before it expired may still start it."""
_EXPIRED: Final = f"""
    select game_id from game
     where status = 'open' and open_until < now() - interval '{_KEPT}'
       and (select steady_since from clock) < now() - interval '{_KEPT}'
     limit %s
"""


class GameNotOpen(Refusal):
    """The game has started, so its seats cannot change."""

    code = "game-not-open"


def locked(changes: Session, game_id: UUID, caller: Caller) -> Game:
    """Lock a game and return it. The calling function checks access.

    Raises NotFound for an unknown or expired game, and WrongGame.
    """
    found = select(Game).where(Game.game_id == game_id, IS_PRESENT)
    game = existing(changes.scalar(found.with_for_update()))
    require_visible(game_id, caller, private=game.private, hidden=game.hidden, has_access=True)
    return game


def own_seat(changes: Session, game_id: UUID, caller: Caller) -> tuple[Game, Seat]:
    """Lock a game and return it with the caller's seat. Raises NotFound or NotAPlayer, and the errors of `locked`."""
    game = locked(changes, game_id, caller)
    seat = changes.scalar(select(Seat).where(Seat.game_id == game_id, Seat.account_id == caller.account_id))
    if seat is None:
        raise NotFound if game.private else NotAPlayer
    return game, seat


def require_changeable(game: Game) -> None:
    """Raise GameNotOpen or AwaitingReveals unless the seats of a game can change."""
    if game.status != "open":
        raise GameNotOpen
    if game.reveal_until is not None:
        raise AwaitingReveals(game.reveal_until)


def accounts_in(reading: Session, game_id: UUID) -> dict[int, UUID | None]:
    """Return the account in each taken seat; None for a bot."""
    seats = reading.execute(select(Seat.seat, Seat.account_id).where(Seat.game_id == game_id))
    return {row.seat: row.account_id for row in seats}


def until(seconds: int, *, at_least: bool = True) -> Any:
    """Return the SQL value of `open_until` for a game that stays open for some time from now.

    With `at_least`, the game stays open longer if it would have done so without the change.
    """
    end = func.now() + timedelta(seconds=seconds)
    return func.greatest(Game.open_until, end) if at_least else end


def delete_expired(limit: int) -> int:
    """Delete at most `limit` expired open games, and open their secrets in the log. Return their number.

    After a jump of the clock, nothing is deleted for some time (decision 0045).
    """
    found = fetch_all(_EXPIRED, (limit,))
    expired = [game_id for (game_id,) in found]
    if expired:
        with transaction() as changes:
            entries.withdrawn(changes, expired)
            for table in (Invitation, Seat, Deal, Game):
                changes.execute(delete(table).where(table.game_id.in_(expired)))
    return len(expired)
