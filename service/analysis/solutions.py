"""Solutions of finished games: what is stored, and the jobs that compute the rest."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import and_, exists, select

from service.analysis.answers import Answer, is_done, stored
from service.analysis.results import SolvedGame
from service.database.pool import fetch
from service.database.schema import FINISHED_PUBLIC, Game, Hindsight, Solution
from service.jobs import queue
from service.replays.listing import IMPORTED

__all__ = ["TASK", "is_finished", "is_pending", "of_game", "request", "sweep", "without"]

TASK: Final = "solve_game"

_OVERLAP: Final = timedelta(minutes=10)
"""The times of events are those of the start of a transaction, which may commit later."""


def of_game(game_id: UUID) -> Answer[SolvedGame]:
    """Return what was found out about a game."""
    status, packed = stored(Solution, game_id)
    return Answer(status, None if packed is None else SolvedGame.of(packed))


def is_pending(game_id: UUID) -> bool:
    """Return True if a job for this game waits or runs."""
    return queue.is_pending(_key(game_id))


def request(game_id: UUID, *, priority: int = queue.ASKED) -> None:
    """Add a job that solves a finished game, unless one waits or runs. Do not call it in a transaction.

    The job does nothing for a game that is solved or has failed.
    """
    queue.add(TASK, _key(game_id), priority=priority, arguments={"game_id": str(game_id)})


def _key(game_id: UUID) -> str:
    return f"solution {game_id}"


def is_finished(game_id: UUID) -> bool:
    """Return True if a game exists and has ended."""
    return bool(fetch(select(Game.game_id).where(Game.game_id == game_id, Game.finished_at.is_not(None))))


def sweep(limit: int, since: datetime | None) -> datetime | None:
    """Request the newest public games without a solution. Return the time from which the next sweep may read.

    `since` is the result of an earlier sweep, None for the first: if a sweep finds fewer games than the limit, the next
    one reads only later games.
    """
    newest = fetch(select(Game.finished_at).where(FINISHED_PUBLIC).order_by(Game.finished_at.desc()).limit(1))
    found = without(Solution, limit, since)
    for game_id in found:
        request(game_id, priority=queue.SWEPT)
    return newest[0].finished_at - _OVERLAP if newest and len(found) < limit else since


def without(table: type[Solution] | type[Hindsight], limit: int, since: datetime | None = None) -> list[UUID]:
    """Return the newest public games that have no result in a table, and could have one.

    Games that were imported or ended before their first turn are left out: they get one when somebody asks. Hindsight
    needs a solution first.
    """
    done = exists().where(table.game_id == Game.game_id, is_done(table))
    games = select(Game.game_id).where(FINISHED_PUBLIC, IMPORTED == 0, Game.turn > 0, ~done)
    if table is Hindsight:
        solved = and_(Solution.game_id == Game.game_id, is_done(Solution), Solution.packed.is_not(None))
        games = games.where(exists().where(solved))
    if since is not None:
        games = games.where(Game.finished_at > since)
    return [game_id for (game_id,) in fetch(games.order_by(Game.finished_at.desc()).limit(limit))]
