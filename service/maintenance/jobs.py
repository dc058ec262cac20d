"""What has to be done from time to time, for cron: `hanabi chores`."""

from typing import Final

from service.app import create_app
from service.database import stored_responses
from service.games import progress
from service.http.wire.responses import RENDERING
from service.replays import rendered_cache
from service.settings import Settings
from service.statistics import rollup

__all__ = ["main", "recount", "tally_up"]

_AT_A_TIME: Final = 1000
_COUNTED_AT_A_TIME: Final = 20_000
"""So many that a million games at once, brought by a script, change the same rows of the tally not too often."""


def main(settings: Settings | None = None) -> str:
    """End the games that have been idle past their limit (R21), forget what was kept long enough, that is answers for
    retries and renditions of finished games, and add finished games to the tally of the statistics."""
    with create_app(settings).app_context():
        ended = found = progress.abort_idle(_AT_A_TIME)
        while found == _AT_A_TIME:
            found = progress.abort_idle(_AT_A_TIME)
            ended += found
        rendered_cache.forget(RENDERING)
        forgotten = stored_responses.delete_expired()
        counted = tally_up()
        return f"ended {ended} idle games, counted {counted} finished games, forgot {forgotten} kept answers"


def recount(settings: Settings | None = None) -> int:
    """Make the tally anew from the games, and return how many; meanwhile statistics may not be answered in time."""
    with create_app(settings).app_context():
        rollup.clear()
        return tally_up()


def tally_up() -> int:
    """Add all finished games to the tally that are not in it yet; return how many."""
    counted = 0
    while found := rollup.add_finished(_COUNTED_AT_A_TIME, statement_timeout="5min"):
        counted += found
    return counted


if __name__ == "__main__":
    print(main())
