"""Where the games of one account stand, and in which of them it is to move."""

from typing import Any, Final, NamedTuple
from uuid import UUID

from service.database.pool import connection
from service.games import play

__all__ = ["Standing", "of_game", "running"]


class Standing(NamedTuple):
    """A game that has started, from the side of one of its players."""

    game_id: UUID
    seat: int
    status: str
    version: int
    turn: int
    to_move: int | None

    @property
    def your_turn(self) -> bool:
        """Whether it is this player's turn."""
        return self.to_move == self.seat


_STANDS: Final = """
    select g.game_id, s.seat, g.status, g.version, g.turn, g.to_move,
           g.status = 'running' and g.moved_at + make_interval(secs => g.idle_limit_s) < now()
      from seat s join game g on g.game_id = s.game_id
     where s.account_id = (select %s) and
"""
_RUNNING: Final = (
    _STANDS + "s.game_created_at is null and g.status = 'running' order by g.game_id"
)  # no settled seat's does
_OF_GAME: Final = _STANDS + "g.status <> 'open' and g.game_id = %s"


def running(account_id: UUID) -> list[Standing]:
    """Return where the running games of an account stand, oldest game first."""
    return _read(_RUNNING, account_id)


def of_game(account_id: UUID, game_id: UUID) -> Standing | None:
    """Return where one of an account's games stands; None while it is open, and for a game of others."""
    return next(iter(_read(_OF_GAME, account_id, game_id)), None)


def _read(statement: str, account_id: UUID, *values: Any) -> list[Standing]:
    rows = _rows(statement, account_id, *values)
    idle = [game_id for game_id, *_, too_long in rows if too_long]
    if idle:
        for game_id in idle:
            play.settled(game_id)  # which ends it (R21)
        rows = _rows(statement, account_id, *values)
    return [Standing(*row[:-1]) for row in rows]


def _rows(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection() as db:
        return db.execute(statement.encode(), values).fetchall()
