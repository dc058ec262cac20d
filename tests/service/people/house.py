"""What the tests of the house need of people (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Request, Requests, Spot, get, lists, looks, post

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "createAccount": lambda spot: iter([post("/v1/accounts", {"name": ""})]),
    "updateMe": lambda spot: iter(
        [Request("PATCH", "/v1/me", {"name": ""}), Request("PATCH", "/v1/me", {"name": "x"})]  # without If-Match
    ),
    "createToken": lambda spot: iter(
        [post("/v1/me/tokens", body) for body in ({}, {"name": "x", "game": "x"}, {"name": "x", "scopes": ["x"]})]
    ),
    "listMyGames": lambda spot: lists("/v1/me/games", "turn=mine", "status=running", "status=ended", "turn=x"),
    "getAccount": lambda spot: looks(f"/v1/accounts/a_{'0' * 32}"),
    "listMyEvents": lambda spot: iter(
        [*looks("/v1/me/events"), get("/v1/me/events", headers={"Accept": "text/event-stream"})]
    ),
}
