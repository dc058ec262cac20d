"""What the tests of the house need of lines (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Requests, Spot, at_lines, bodies_of_lines

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "createLine": lambda spot: bodies_of_lines(f"{spot.game.replay_path}/lines"),
    "createLineFrames": lambda spot: bodies_of_lines(f"{spot.game.replay_path}/frames"),
    "createLineKnowledge": lambda spot: at_lines(spot, "frames/{}/knowledge"),
}
