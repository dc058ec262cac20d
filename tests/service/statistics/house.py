"""What the tests of the house need of statistics (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Requests, Spot, lists

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "getStats": lambda spot: lists("/v1/stats", "seats=2", "finished_after=2026-01-02T03:04:05Z", "player=x"),
}

CROSS_GAME: Final = {
    "statistics": r"SELECT anon_1\.kind, anon_1\.edition, .*sum\(anon_1\.games\)"
    r"|SELECT .* FROM game WHERE status = 'ended' and counted_as is null LIMIT",
    "the rollup": r"UPDATE game SET counted_as|SELECT game\.game_id, game\.finished_at|UPDATE seat SET game_created_at",
}
