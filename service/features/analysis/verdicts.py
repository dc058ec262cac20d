"""Verdicts of turns: what is stored, and the jobs that compute the rest."""

from typing import Final
from uuid import UUID

from engine.events import Log, TurnTaken
from service.features.analysis.packed_verdicts import GameDecisions, TurnVerdict
from service.features.analysis.stored_results import Answer, stored
from service.features.analysis.tables import Verdict
from service.platform.jobs import queue

TASK: Final = "judge_turn"
CHOICE: Final = 0
"""In place of the version of a turn, the choice of the turns of a game that are judged."""


def decisions(game_id: UUID) -> Answer[GameDecisions]:
    """Return which turns of a game are judged."""
    status, packed = stored(Verdict, (game_id, CHOICE))
    return Answer(status, None if packed is None else GameDecisions.of(packed))


def of_turn(game_id: UUID, version: int) -> Answer[TurnVerdict]:
    """Return the verdict of a turn. One that is not a turn is solved without a result."""
    status, packed = stored(Verdict, (game_id, version))
    return Answer(status, None if not packed else TurnVerdict.of(packed))


def seat_of(log: Log, version: int) -> int | None:
    """Return the seat that took the turn at a version; None if it is not a turn."""
    event = log.later[version - 1] if 0 < version <= log.version else None
    return event.seat if isinstance(event, TurnTaken) else None


def is_pending(game_id: UUID, version: int) -> bool:
    """Return True if the job for a turn waits or runs."""
    return queue.is_pending(_key(game_id, version))


def request(game_id: UUID, version: int, *, priority: int = queue.ASKED, asker: str | None = None) -> int:
    """Add a job for a turn of a finished game, unless one waits or runs. Do not call it in a transaction.

    The job of `CHOICE` adds the jobs of the turns that it chooses. Returns what `queue.add` does.
    """
    arguments = {"game_id": str(game_id), "version": str(version)}
    key = _key(game_id, version)
    return queue.add(TASK, key, priority=priority, arguments=arguments, queue=queue.LONG_JOBS, asker=asker)


def _key(game_id: UUID, version: int) -> str:
    return f"verdict {game_id} {version}"
