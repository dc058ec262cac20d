"""What the tests of the house need of notes (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Requests, Spot, note_deletions, notes, post

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "updateNote": notes,
    "deleteNote": note_deletions,
    "createComment": lambda spot: iter(
        [
            post(f"{spot.game.replay_path}/comments", {"anchor": anchor, "text": "Hm."})
            for anchor in ("game", "card-7", "x")
        ]
    ),
}
