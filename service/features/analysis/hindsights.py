"""Hindsight of finished games: what is stored, and the jobs that compute the rest."""

from typing import Final
from uuid import UUID

from service.features.analysis.packed_results import GameHindsight
from service.features.analysis.stored_results import Answer, stored
from service.features.analysis.tables import Hindsight, Solution
from service.platform.jobs import queue

TASK: Final = "look_back"


def of_game(game_id: UUID) -> Answer[GameHindsight]:
    """Return the hindsight of a game. It has failed too if the solution has, which it needs."""
    status, packed = stored(Hindsight, game_id)
    if status == "unsolved":
        return Answer("failed" if stored(Solution, game_id).status == "failed" else "unsolved")
    return Answer(status, None if packed is None else GameHindsight.of(packed))


def is_pending(game_id: UUID) -> bool:
    """Return True if a job for this game waits or runs."""
    return queue.is_pending(_key(game_id))


def request(game_id: UUID, *, priority: int = queue.ASKED, asker: str | None = None, at_most: int | None = None) -> int:
    """Add a job for the hindsight of a finished game, unless one waits or runs. Do not call it in a transaction.

    The job does nothing for a game that has its hindsight, or has failed. Raises queue.QueueFull if `at_most` wait.
    Returns what `queue.add` does.
    """
    arguments = {"game_id": str(game_id)}
    return queue.add(
        TASK,
        _key(game_id),
        priority=priority,
        arguments=arguments,
        queue=queue.LONG_JOBS,
        asker=asker,
        at_most=at_most,
    )


def _key(game_id: UUID) -> str:
    return f"hindsight {game_id}"
