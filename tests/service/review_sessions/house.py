"""What the tests of the house need of review sessions (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.client import Answer
from tests.service.house.scene import Scene, ended
from tests.service.leaks.requests import Request, Requests, Spot, get, post

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "createSession": lambda spot: iter(
        [post(f"{spot.game.replay_path}/sessions", body) for body in ({}, {"place": "turn=1"}, {"place": 1})]
    ),
    "getSession": lambda spot: iter(
        get(f"{spot.game.replay_path}/sessions/s_{'0' * 32}", headers={"Accept": media_type})
        for media_type in ("application/json", "text/event-stream")
    ),
    "updateSession": lambda spot: iter(
        Request("PATCH", f"{spot.game.replay_path}/sessions/s_{'0' * 32}", body)
        for body in ({"place": "turn=1", "card": 3}, {"message": "Hm."}, {"leader": "none"}, {"remove": 2}, {})
    ),
}

CROSS_GAME: Final = {
    "reviews together that have ended": r"DELETE FROM review_session WHERE review_session\.changed_at",
}


def led_by_another(world: Scene) -> Answer:
    """Lead a review that another account leads."""
    game = ended(world)
    session = world.ada.post(f"{game.replay_path}/sessions", {}).ok()
    path = f"{game.replay_path}/sessions/{session['id']}"
    return world.game.players[0].api.send("PATCH", path, {"place": "turn=1"})


def muted(world: Scene) -> Answer:
    """Write to a review whose leader has muted the account."""
    game, other = ended(world), world.game.players[0]
    session = world.ada.post(f"{game.replay_path}/sessions", {}).ok()
    path = f"{game.replay_path}/sessions/{session['id']}"
    world.ada.send("PATCH", path, {"mute": other.id}).ok()
    return other.api.send("PATCH", path, {"message": "Hm."})


PROVOKED: Final[dict[str, Callable[[Scene], Answer]]] = {
    "muted": muted,
    "not-the-leader": led_by_another,
}
