"""Periodic jobs (`hanabi chores`), and the recount of statistics (`hanabi db recount`)."""

from collections.abc import Callable
from typing import Final

from service import timestamps
from service.analysis import positions
from service.commitment_log import sequencer
from service.database import stored_responses
from service.games import progress
from service.games.lobby import dealing, invitations, open_game
from service.identity import accounts
from service.maintenance.command_database import open_database
from service.replays import rendered_cache, sessions
from service.settings import Settings
from service.signing import keys
from service.statistics import rollup
from service.webhooks import deliveries

__all__ = ["claim_missing_handles", "list_keys", "main", "recount", "update_rollup"]

_BATCH: Final = 1000
_ROLLUP_BATCH: Final = 20_000
"""Large, because every batch updates the same rows of the rollup."""


def main(settings: Settings) -> str:
    """Perform all periodic jobs.

    End idle games (R21), deal those that wait for reveals in vain, delete what has expired, complete changes of
    accounts, count finished games, and put waiting entries into the log of commitments.

    Expired are open games, invitations, stored responses to retried requests, cached responses about replays,
    answers about positions, deliveries to webhooks, and reviews together. Returns a summary in words. Raises
    psycopg.OperationalError.
    """
    with open_database(settings) as database, database.bind():
        ended = _in_batches(progress.abort_idle)
        dealt = _in_batches(dealing.finish_due)
        expired = _in_batches(open_game.delete_expired)
        logged = sequencer.sequence_all()
        invitations.delete_old()
        accounts.claim_missing_handles()
        accounts.remove_deleted()
        rendered_cache.forget(rendered_cache.RENDERING)
        positions.delete_old()
        deliveries.delete_old()
        sessions.delete_old()
        deleted = stored_responses.delete_expired()
        counted = update_rollup()
        return (
            f"ended {ended} idle games, dealt {dealt} games, deleted {expired} expired open games, "
            f"counted {counted} finished games, added {logged} entries to the log of commitments, "
            f"deleted {deleted} expired responses"
        )


def claim_missing_handles(settings: Settings) -> None:
    """Claim handles for the accounts without any. See `accounts.claim_missing_handles`."""
    with open_database(settings) as database, database.bind():
        accounts.claim_missing_handles()


def list_keys(settings: Settings, *, rotate: bool) -> list[str]:
    """Return a line for each public signing key, newest first. With `rotate`, make a new key before."""
    with open_database(settings) as database, database.bind():
        if rotate:
            keys.rotate()
        return [
            f"{key.key}  from {timestamps.rfc3339(key.since)}  until {timestamps.rfc3339(key.until) or 'now'}"
            for key in keys.public_keys()
        ]


def recount(settings: Settings) -> int:
    """Rebuild the rollup of all finished games, and return their number.

    During the recount, requests for statistics may get a 503.
    """
    with open_database(settings) as database, database.bind():
        rollup.clear()
        return update_rollup()


def update_rollup() -> int:
    """Add all uncounted finished games to the rollup, and return their number."""
    counted = 0
    while found := rollup.add_finished(_ROLLUP_BATCH, statement_timeout="5min"):
        counted += found
    return counted


def _in_batches(process: Callable[[int], int]) -> int:
    """Process batches until one is not full. Return the number of all rows."""
    total = found = process(_BATCH)
    while found == _BATCH:
        found = process(_BATCH)
        total += found
    return total
