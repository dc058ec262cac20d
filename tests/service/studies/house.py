"""What the tests of the house need of studies (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Any, Final

from tests.service.leaks.requests import Request, Requests, Spot, post


def _bodies(spot: Spot) -> list[Any]:
    chapters = [{"game": spot.game.id, "place": "turn=1", "text": "Hm."}]
    return [{}, {"title": "Hm."}, {"title": "Hm.", "chapters": chapters}]


REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "createStudy": lambda spot: iter([post("/v1/studies", body) for body in _bodies(spot)[::2]]),
    "updateStudy": lambda spot: iter(Request("PUT", f"/v1/studies/u_{'0' * 32}", body) for body in _bodies(spot)),
}
