"""What the tests of the house need of analysis (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final
from unittest.mock import patch

from service.features.analysis import positions
from service.platform.jobs import queue
from tests.service.client import Answer
from tests.service.house.scene import Scene, imported
from tests.service.leaks.requests import Requests, Spot, at_lines, lists, post

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "listPuzzles": lambda spot: lists("/v1/puzzles", "theme=play", "kind=told", "level=2", "kind=x"),
    "createLineAnalysis": lambda spot: at_lines(spot, "frames/{}/analysis"),
    "createPositionAnalysis": lambda spot: iter(
        [
            post("/v1/positions/analysis", {"position": position})
            for position in ("hands r1 / y1", "hands r1 / y1; deck g1", spot.game.id)
        ]
    ),
}

CROSS_GAME: Final = {
    "puzzles": r"SELECT (convention_)?puzzle\.puzzle_id, ",
}


def position(world: Scene, card: str) -> Answer:
    """Ask about a position with this card in the deck, while only one position may wait."""
    with patch.object(positions, "_MOST_WAITING", 1):
        return world.api.post("/v1/positions/analysis", {"position": f"hands r1 / r2; deck {card}"})


def asked(world: Scene, card: str) -> Answer:
    """Ask about a position with this card in the deck, while only one question of a caller may wait."""
    with patch.object(queue, "_MOST_OF_ASKER", 1):
        return world.ada.post("/v1/positions/analysis", {"position": f"hands r1 / r2; deck {card}"})


PROVOKED: Final[dict[str, Callable[[Scene], Answer]]] = {
    "different-decks": lambda w: w.api.get(f"{imported(w, 'r1')}/same-deck/{imported(w, 'r2').split('/')[-1]}"),
    "too-many-analyses": lambda w: [asked(w, card) for card in ("y1", "w1")][-1],
    "analysis-queue-full": lambda w: [position(w, card) for card in ("g1", "b1")][-1],
}
