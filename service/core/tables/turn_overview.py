"""Turn overview of the running games of an account, and of those that wait for its reveal."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from service.core.tables import advancing
from service.core.tables.sql_conditions import AWAITS_REVEAL, IDLE, INTERRUPTED, PRESENT, REVEALS_DUE, TIME_IS_OVER
from service.platform.database.pool import fetch_all


class PlayerGame(NamedTuple):
    """The state of a started game for one of its players."""

    game_id: UUID
    seat: int
    status: str
    version: int
    turn: int
    to_move: int | None
    deadline: datetime | None
    """When the time of the seat to move ends; None if it does not."""

    @property
    def your_turn(self) -> bool:
        """True if it is this player's turn."""
        return self.to_move == self.seat


class AwaitedReveal(NamedTuple):
    """An open game that waits for the reveal of one of its players."""

    game_id: UUID
    seat: int
    reveal_until: datetime


_AWAITING: Final = f"""
    select g.game_id, s.seat, g.reveal_until, {REVEALS_DUE}
      from seat s join game g on g.game_id = s.game_id
     where s.account_id = (select %s) and s.game_created_at is null and {AWAITS_REVEAL} and {PRESENT}
     order by g.game_id
"""

_GAMES: Final = f"""
    select g.game_id, s.seat, g.status, g.version, g.turn, g.to_move, g.deadline,
           {IDLE} or {TIME_IS_OVER} or {INTERRUPTED}
      from seat s join game g on g.game_id = s.game_id
     where s.account_id = (select %s) and
"""
# Only seats of ended games are settled, and only settled seats have game_created_at.
_RUNNING: Final = _GAMES + "s.game_created_at is null and g.status = 'running' order by g.game_id"
_OF_GAME: Final = _GAMES + "g.status <> 'open' and g.game_id = %s"


def running(account_id: UUID) -> list[PlayerGame]:
    """Return the running games of an account, oldest first."""
    return _read(_RUNNING, account_id)


def awaiting_reveal(account_id: UUID) -> list[AwaitedReveal]:
    """Return the games that wait for a reveal of an account, oldest first. A game whose time is over is dealt."""
    found = []
    for *awaited, is_due in _rows(_AWAITING, account_id):
        if is_due:
            advancing.load_current(awaited[0])
        else:
            found.append(AwaitedReveal(*awaited))
    return found


def of_game(account_id: UUID, game_id: UUID) -> PlayerGame | None:
    """Return the state of a game for one of its players.

    Returns None if the game has not started, or the account has no seat in it.
    """
    return next(iter(_read(_OF_GAME, account_id, game_id)), None)


def _read(statement: str, *values: Any) -> list[PlayerGame]:
    rows = _rows(statement, *values)
    due = [game_id for game_id, *_, is_due in rows if is_due]
    if due:
        for game_id in due:
            advancing.load_current(game_id)  # ends it (R21)
        rows = _rows(statement, *values)
    return [PlayerGame(*row[:-1]) for row in rows]


def _rows(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    return fetch_all(statement.encode(), values)
