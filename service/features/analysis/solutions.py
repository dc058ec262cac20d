"""Solutions of finished games: what is stored, and the jobs that compute the rest."""

from typing import Final
from uuid import UUID

from sqlalchemy import select

from service.core.tables.tables import Game
from service.features.analysis.packed_results import SolvedGame
from service.features.analysis.stored_results import Answer, stored
from service.features.analysis.tables import Solution
from service.platform.database.pool import fetch
from service.platform.jobs import queue

TASK: Final = "solve_game"


def of_game(game_id: UUID) -> Answer[SolvedGame]:
    """Return what was found out about a game."""
    status, packed = stored(Solution, game_id)
    return Answer(status, None if packed is None else SolvedGame.of(packed))


def is_pending(game_id: UUID) -> bool:
    """Return True if a job for this game waits or runs."""
    return queue.is_pending(_key(game_id))


def request(game_id: UUID, *, priority: int = queue.ASKED, asker: str | None = None, at_most: int | None = None) -> int:
    """Add a job that solves a finished game, unless one waits or runs. Do not call it in a transaction.

    The job does nothing for a game that is solved or has failed. Raises queue.QueueFull if `at_most` wait.
    Returns what `queue.add` does.
    """
    arguments = {"game_id": str(game_id)}
    return queue.add(TASK, _key(game_id), priority=priority, arguments=arguments, asker=asker, at_most=at_most)


def _key(game_id: UUID) -> str:
    return f"solution {game_id}"


def is_finished(game_id: UUID) -> bool:
    """Return True if a game exists and has ended."""
    return bool(fetch(select(Game.game_id).where(Game.game_id == game_id, Game.finished_at.is_not(None))))
