"""What has to be done from time to time, for cron: `hanabi chores`."""

from typing import Final

from service import games, renditions, retries, stats
from service.api.answers import RENDERING
from service.app import create_app
from service.settings import Settings

__all__ = ["main"]

_AT_A_TIME: Final = 1000


def main(settings: Settings | None = None) -> str:
    """End the games that have been idle past their limit (R21), forget what was kept long enough, that is answers for
    retries and renditions of finished games, and add finished games to the tally of the statistics."""
    with create_app(settings).app_context():
        ended = found = games.abort_idle(_AT_A_TIME)
        while found == _AT_A_TIME:
            found = games.abort_idle(_AT_A_TIME)
            ended += found
        renditions.forget(RENDERING)
        forgotten = retries.forget_old()
        counted = found = stats.fold_in(_AT_A_TIME)
        while found == _AT_A_TIME:
            found = stats.fold_in(_AT_A_TIME)
            counted += found
        return f"ended {ended} idle games, counted {counted} finished games, forgot {forgotten} kept answers"


if __name__ == "__main__":
    print(main())
