"""Leak tests: what another seat contributes in secret changes no byte of any response before the deal."""

import hashlib
import re
from typing import Final

import pytest

from service.app import create_app
from service.platform.settings import Settings
from tests.rows import IN_FULL, slow_unless
from tests.service.client import Answer, Api, Game, Json
from tests.service.conftest import POOL_SIZE
from tests.service.factories import player_factory
from tests.service.leaks.comparison import Worlds
from tests.service.leaks.operations import NOTHING_OF_A_GAME, REQUESTS, described
from tests.service.leaks.requests import Request, Spot

REVEAL_S: Final = 600
"""Longer than all requests that are compared take."""
_HASH: Final = re.compile(rb"[0-9a-f]{64,128}")
"""Commitments, and the signatures over them: they hide what they commit to."""
_SHARED: Final = bytes(range(32))
_HIDDEN: Final = (bytes(range(100, 132)), bytes(range(150, 182)))
"""What seat 2 contributes in each world. No example of the contract has it."""


class RevealWorlds(Worlds):
    """Two games with the same contributions, except for those of seat 2."""

    def _sent(self, request: Request, game: Game, viewer: Api) -> Answer:
        answer = super()._sent(request, game, viewer)
        for hidden in _HIDDEN:
            assert hidden not in answer.raw and hidden.hex().encode() not in answer.raw.lower(), request
            assert hidden.hex() not in str(answer.headers)
        return answer

    def _mapped(self, answer: Answer, world: int) -> tuple[int, Json, bytes]:
        status, headers, body = super()._mapped(answer, world)
        return status, headers, _HASH.sub(b"HASH", body)

    def compare_reads(self, view: Json, *, described_too: bool = False) -> None:
        """Compare the responses to reads that do not wait, or also with each parameter of the contract."""
        spot = Spot(self.games[0], self.seat, view)
        requests = [
            request
            for name, of_operation in REQUESTS.items()
            if name not in NOTHING_OF_A_GAME
            for request in of_operation(spot)
        ]
        requests += described(spot) if described_too else []
        self._compare(one for one in requests if one.method == "GET" and "Prefer" not in one.options.get("headers", {}))


def commitment(entropy: bytes) -> Json:
    """Return the member of a request that commits to some bytes."""
    return {"entropy_commitment": hashlib.sha256(b"hanabi/1 entropy commitment\0" + entropy).hexdigest()}


@IN_FULL
@pytest.mark.parametrize("viewer", slow_unless(lambda viewer: viewer == 1, [0, 1, None]))
def test_secret_contributions_do_not_leak_before_the_deal(database_url: str, viewer: int | None, in_full: bool) -> None:
    """Before all seats are taken, while they reveal, and after the other seat has revealed. The deal shows them."""
    api = Api(create_app(Settings(database_url=database_url, pool_size=POOL_SIZE, reveal_timeout_s=REVEAL_S)))
    players = player_factory(api)
    tables = players(3), players(3)
    games = []
    for (ada, _, eva), hidden in zip(tables, _HIDDEN, strict=True):
        body = {"seats": 3, "sandbox": True, "rules": {"starting_seat": 0}, **commitment(_SHARED)}
        game = Game(ada.api.post("/v1/games", body).ok(), [ada, _, eva])
        eva.api.post(f"{game.path}/seats", {"seat": 2, **commitment(hidden)}).ok()
        games.append(game)
    first, second = [api, api] if viewer is None else [table[viewer].api for table in tables]
    # Seat 1 is still free, so its player is a stranger first.
    seat, step = None if viewer == 1 else viewer, 1 if in_full else 16
    worlds = RevealWorlds((games[0], games[1]), (first, second), seat, in_full=True, step=step, first=viewer or 2)
    worlds.compare_reads(worlds.compare_view())
    for game in games:
        game.players[1].api.post(f"{game.path}/seats", {}).ok()
    worlds.seat = viewer
    view = worlds.compare_view()
    assert view["awaiting_reveals"] == [0, 2]
    worlds.compare_reads(view)
    for game, hidden in zip(games, _HIDDEN, strict=True):
        game.players[2].api.put(f"{game.path}/seats/me/entropy", {"reveal": hidden.hex()}).ok()
    view = worlds.compare_view()
    assert view["awaiting_reveals"] == [0]
    worlds.compare_reads(view, described_too=viewer == 0)
    for game, hidden in zip(games, _HIDDEN, strict=True):
        game.players[0].api.put(f"{game.path}/seats/me/entropy", {"reveal": _SHARED.hex()}).ok()
        assert game.events(1)[0]["reveals"] == [_SHARED.hex(), None, hidden.hex()]
    assert worlds.compared > 250 // step
