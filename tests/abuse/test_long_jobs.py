"""A short question does not wait behind the long ones of a stranger (`make test-abuse`)."""

import secrets
import time
from statistics import median
from typing import Final

import pytest

from tests.abuse.bystanders import GAME
from tests.abuse.stranger import Stranger
from tests.abuse.workers import working
from tests.served import serving

_HINDSIGHTS: Final = 50
_ASKED: Final = 7
_MEDIAN_S: Final = 2.0
_PATIENCE_S: Final = 60.0

pytestmark = pytest.mark.abuse


def imported(client: Stranger, token: str, number: int) -> list[str]:
    """Import so many games that nobody has imported, and return their ids."""
    games = [client.send("POST", "/v1/replays", {**GAME, "seed": secrets.token_hex(8)}, token) for _ in range(number)]
    return [game["id"] for game in games]


def test_an_analysis_does_not_wait_for_hindsights(another_database: str) -> None:
    """A stranger asks for 50 hindsights, and then somebody for one analysis after the other."""
    with serving(another_database) as url, working(another_database):
        stranger, somebody = Stranger(url, _PATIENCE_S), Stranger(url, _PATIENCE_S)
        strange, mine = stranger.account(), somebody.account()
        queued = [f"/v1/replays/{game}/hindsight" for game in imported(stranger, strange, _HINDSIGHTS)]
        for path in queued:
            stranger.send("GET", path, None, strange)
        waits_s = []
        for game in imported(somebody, mine, _ASKED):
            began = time.monotonic()
            while somebody.send("GET", f"/v1/replays/{game}/analysis", None, mine)["status"] == "running":
                assert time.monotonic() - began < _PATIENCE_S
                time.sleep(0.05)
            waits_s.append(time.monotonic() - began)
        still = [path for path in queued if stranger.send("GET", path, None, strange)["status"] == "running"]
    print(f"waits of an analysis in s: {[round(one, 2) for one in sorted(waits_s)]}; {len(still)} hindsights are left")
    assert len(still) > _ASKED
    assert median(waits_s) < _MEDIAN_S
