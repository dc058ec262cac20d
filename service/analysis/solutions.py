"""Solutions of finished games: what is stored, and the jobs that compute the rest."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import exists, select

from service.analysis.answers import Answer, is_done, stored
from service.analysis.results import SolvedGame
from service.database.pool import fetch
from service.database.schema import FINISHED_PUBLIC, Game, Solution
from service.jobs import queue
from service.replays.listing import IMPORTED

__all__ = ["TASK", "is_finished", "of_game", "request", "sweep"]

TASK: Final = "solve_game"

_OVERLAP: Final = timedelta(minutes=10)
"""The times of events are those of the start of a transaction, which may commit later."""


def of_game(game_id: UUID) -> Answer[SolvedGame]:
    """Return what was found out about a game."""
    status, packed = stored(Solution, game_id)
    return Answer(status, None if packed is None else SolvedGame.of(packed))


def request(game_id: UUID, *, priority: int = queue.ASKED) -> None:
    """Add a job that solves a finished game, unless one waits or runs. Do not call it in a transaction.

    The job does nothing for a game that is solved or has failed.
    """
    queue.add(TASK, f"solution {game_id}", priority=priority, arguments={"game_id": str(game_id)})


def is_finished(game_id: UUID) -> bool:
    """Return True if a game exists and has ended."""
    return bool(fetch(select(Game.game_id).where(Game.game_id == game_id, Game.finished_at.is_not(None))))


def sweep(limit: int, since: datetime | None) -> tuple[int, datetime | None]:
    """Request the newest public games without a solution. Return their number, and where the next sweep may begin.

    Games that were imported or ended before their first turn are solved only when somebody asks. `since` is the result
    of an earlier sweep, None for the first: if that one found all games, the next one reads only later ones.
    """
    solved = exists().where(Solution.game_id == Game.game_id, is_done(Solution))
    games = select(Game.game_id).where(FINISHED_PUBLIC, IMPORTED == 0, Game.turn > 0, ~solved)
    if since is not None:
        games = games.where(Game.finished_at > since)
    newest = fetch(select(Game.finished_at).where(FINISHED_PUBLIC).order_by(Game.finished_at.desc()).limit(1))
    found = fetch(games.order_by(Game.finished_at.desc()).limit(limit))
    for (game_id,) in found:
        request(game_id, priority=queue.SWEPT)
    if len(found) == limit:
        return limit, since
    return len(found), newest[0][0] - _OVERLAP if newest else since
