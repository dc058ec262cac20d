"""What the tests of the house need of conventions (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from itertools import chain
from typing import Final

from tests.service.client import Answer
from tests.service.house.scene import Scene
from tests.service.leaks.requests import Requests, Spot, at_lines, lists, looks

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "getTableConventions": lambda spot: chain(
        looks(f"{spot.game.path}/conventions"), lists(f"{spot.game.path}/conventions", "level=1", "level=5", "level=6")
    ),
    "createLineConventions": lambda spot: at_lines(spot, "conventions"),
}


PROVOKED: Final[dict[str, Callable[[Scene], Answer]]] = {
    "training-off": lambda w: w.game.players[0].api.get(f"{w.game.path}/conventions"),
}
