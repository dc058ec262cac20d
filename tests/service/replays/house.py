"""What the tests of the house need of replays (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from itertools import chain
from typing import Final

from tests.service.leaks.requests import Requests, Spot, frames, get, known, lists, looks, post

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "listReplays": lambda spot: chain(
        lists(
            "/v1/replays", "sort=-score", "score_gte=0", "outcome=won", "player=x", "name=ada", "name=", "curve=true"
        ),
        (
            get("/v1/replays", query=query, headers={"Accept": "application/x-ndjson"})
            for query in ("limit=2", "limit=2&sort=score", "seats=0", f"after={spot.game.id}")
        ),
    ),
    "createReplay": lambda spot: iter(
        [
            *(post("/v1/replays", body) for body in ({}, {"id": spot.game.id}, {"link": spot.game.id}, {"link": "2"})),
            post(
                "/v1/replays",
                raw=f'{{"link":"hanab.live/replay/{spot.game.id}"}}\n\n{{"id":"{spot.game.id}"}}\n{{'.encode(),
                headers={"Content-Type": "application/x-ndjson"},
            ),
        ]
    ),
    "getReplayExport": lambda spot: iter(
        get(f"{spot.game.replay_path}/export", query=query)
        for query in (
            "",
            "format=hanab-live",
            "format=hanab-live-link",
            "format=notation",
            "format=csv",
            "format=csv&report=only",
            "format=x",
        )
    ),
    "listFrames": frames,
    "getFrame": lambda spot: iter(
        [*looks(f"{spot.game.replay_path}/frames/0"), get(f"{spot.game.replay_path}/frames/99")]
    ),
    "getKnowledge": known,
}
