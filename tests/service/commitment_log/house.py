"""What the tests of the house need of commitment log (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Requests, Spot, lists

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "getLogProof": lambda spot: lists(
        "/v1/log/proof",
        *(f"game={spot.game.id}&secret_commitment={64 * '0'}&type={kind}" for kind in ("commitment", "deal", "end")),
    ),
    "getLogConsistency": lambda spot: lists("/v1/log/consistency", "first=0", "first=0&second=0", "first=1", "first=x"),
}

CROSS_GAME: Final = {
    "the log of commitments": r"select (game_id|position, game_id), kind, .* from log_entry where position"
    r"|select (count\(\*\)|not exists \().*log_entry where position is null"
    r"|select exists \(select 1 from log_hash\)|insert into log_entry .* any\(",
}
