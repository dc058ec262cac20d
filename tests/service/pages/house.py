"""What the tests of the house need of pages (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Request, Requests, Spot, get

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "showGame": lambda spot: iter([get(f"/play/{spot.game.id}", headers={"Accept": "text/html"})]),
    "showReplay": lambda spot: iter(
        [
            get(f"/replays/{spot.game.id}", headers={"Accept": "text/html", **more})
            for more in ({}, {"Accept-Language": "fr"})
        ]
        + [Request("HEAD", f"/replays/{spot.game.id}")]
    ),
}
