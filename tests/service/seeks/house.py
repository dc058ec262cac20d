"""What the tests of the house need of seeks (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Requests, Spot, post

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "createSeek": lambda spot: iter(
        [
            post("/v1/seeks", body)
            for body in ({}, {"seats": 2, "id": spot.game.id}, {"seats": 2, "rules": [{"variant": spot.game.id}]})
        ]
    ),
}
