"""What the tests of the house need of pictures (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import Requests, Spot, get, lists, looks

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "showEmbed": lambda spot: iter(
        get(f"/replays/{spot.game.id}/embed", query=query, headers={"Accept": "text/html"})
        for query in ("", "turn=1&seat=0", "turn=1&seat=9", "x=1")
    ),
    "drawBoard": lambda spot: iter(
        get(f"/replays/{spot.game.id}/board.png", query=query, headers={"Accept": "*/*"})
        for query in ("", "turn=1&seat=0", "turn=1&seat=9", "from=1&moves=d0", "moves=x&from=0", "line=x", "x=1")
    ),
    "getOembed": lambda spot: lists(
        "/oembed",
        *(f"url=http%3A%2F%2Flocalhost%2Freplays%2F{spot.game.id}{rest}" for rest in ("", "%3Fturn%3D1", "x")),
    ),
    "getPositionPicture": lambda spot: iter(
        [
            *looks(f"{spot.game.replay_path}/positions/0.svg"),
            *(get(f"{spot.game.replay_path}/positions/1.svg", query=f"seat={seat}") for seat in range(6)),
            get(f"{spot.game.replay_path}/positions/99.svg"),
            *looks(f"{spot.game.replay_path}/positions/0.png"),
            *(get(f"{spot.game.replay_path}/positions/1.png", query=f"seat={seat}") for seat in range(6)),
            get(f"{spot.game.replay_path}/positions/0.png", query="scheme=light"),
        ]
    ),
    "getReplayAnimation": lambda spot: iter(
        [
            *looks(f"{spot.game.replay_path}/animation.gif"),
            *(get(f"{spot.game.replay_path}/animation.gif", query=f"seat={seat}") for seat in range(6)),
        ]
    ),
    "getScorePicture": lambda spot: iter(
        [*looks(f"{spot.game.replay_path}/score.svg"), *looks(f"{spot.game.replay_path}/score.png")]
    ),
}
