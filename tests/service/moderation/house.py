"""What the tests of the house need of moderation (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Requests, Spot, lists, post

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "createReport": lambda spot: iter(
        [
            post("/v1/reports", body)
            for body in ({}, {"about": f"{spot.game.id}/c_{'0' * 32}", "reason": "other"}, {"about": "x"})
        ]
    ),
    "listReports": lambda spot: lists("/v1/moderation/reports", "status=closed", "status=x"),
    "listModerationActions": lambda spot: lists("/v1/moderation/actions", f"target={spot.game.id}", "target=x"),
    "createModerationAction": lambda spot: iter(
        [post("/v1/moderation/actions", body) for body in ({}, {"action": "hide", "target": spot.game.id})]
    ),
}
