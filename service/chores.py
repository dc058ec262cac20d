"""What has to be done from time to time, for cron: `hanabi chores`."""

from typing import Final

from service import games, renditions, retries
from service.api.answers import RENDERING
from service.app import create_app
from service.settings import Settings

__all__ = ["main"]

_AT_A_TIME: Final = 1000


def main(settings: Settings | None = None) -> str:
    """End the games that have been idle past their limit (R21), and forget what was kept long enough: answers for
    retries, and renditions of finished games."""
    with create_app(settings).app_context():
        ended = found = games.abort_idle(_AT_A_TIME)
        while found == _AT_A_TIME:
            found = games.abort_idle(_AT_A_TIME)
            ended += found
        renditions.forget(RENDERING)
        return f"ended {ended} idle games, forgot {retries.forget_old()} kept answers"


if __name__ == "__main__":
    print(main())
