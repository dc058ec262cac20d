"""Periodic jobs, for cron: `hanabi chores` and `hanabi db recount`."""

from typing import Final

from service.database import stored_responses
from service.games import progress
from service.maintenance.command_database import open_database
from service.replays import rendered_cache
from service.settings import Settings
from service.statistics import rollup

__all__ = ["main", "recount", "update_rollup"]

_IDLE_GAMES_AT_ONCE: Final = 1000
_COUNTED_AT_ONCE: Final = 20_000
"""Large, because each batch updates the same rows of the rollup again."""


def main(settings: Settings) -> str:
    """End idle games (R21), delete what has expired, and count finished games.

    Deletes stored responses and cached ones. Returns a summary in words. Raises psycopg.OperationalError.
    """
    with open_database(settings) as database, database.bind():
        ended = found = progress.abort_idle(_IDLE_GAMES_AT_ONCE)
        while found == _IDLE_GAMES_AT_ONCE:
            found = progress.abort_idle(_IDLE_GAMES_AT_ONCE)
            ended += found
        rendered_cache.forget(rendered_cache.RENDERING)
        deleted = stored_responses.delete_expired()
        counted = update_rollup()
        return f"ended {ended} idle games, counted {counted} finished games, forgot {deleted} kept answers"


def recount(settings: Settings) -> int:
    """Count all finished games again, and return their number.

    Meanwhile requests for statistics may be answered with 503.
    """
    with open_database(settings) as database, database.bind():
        rollup.clear()
        return update_rollup()


def update_rollup() -> int:
    """Add all finished games to the rollup that are not in it yet; return their number."""
    counted = 0
    while found := rollup.add_finished(_COUNTED_AT_ONCE, statement_timeout="5min"):
        counted += found
    return counted
