"""Tests of deliveries by a worker: what is sent, repeated and given up."""

import signal
from collections.abc import Iterator

import psycopg
import pytest
import standardwebhooks

from service.settings import Settings
from tests.service.client import Json, Player
from tests.service.factories import NewGame, Players
from tests.service.jobs.working import await_until, worker
from tests.service.webhooks.conftest import LOCAL, Hooked, statuses
from tests.service.webhooks.receiving import Receiver


@pytest.fixture
def url(settings: Settings) -> str:
    """The URL of the database."""
    assert settings.database_url is not None
    return settings.database_url


@pytest.fixture
def working(url: str) -> Iterator[None]:
    """A running worker."""
    with worker(url, **LOCAL):
        yield


@pytest.mark.usefixtures("working")
def test_a_game_is_told_from_its_start_to_its_end(
    players: Players, new_game: NewGame, hooked: Hooked, target: Receiver
) -> None:
    """Each event arrives once and in order, signed so that the library of Standard Webhooks accepts it."""
    ada, bela = people = players(2)
    webhook = hooked(ada)
    game = new_game(at_table=people, rules={"edition": "de", "starting_seat": 0, "table_talk": "free"})
    game.play({"type": "clue", "target": 1, "rank": _rank(game.view(0), 1)})
    game.play({"type": "clue", "target": 0, "rank": _rank(game.view(1), 0)})
    bela.api.post(f"{game.path}/messages", {"remark": "remember-your-hand"}).ok()
    ada.api.post(f"{game.path}/messages", {"remark": "remember-your-hand"}).ok()
    game.abort()
    bela.api.post(f"{game.path}/messages", {"text": "Thanks!"}).ok()
    received = target.wait_for(6)
    assert target.types() == ["game-started", "your-turn", "your-turn", "message", "game-ended", "message"]
    verifier = standardwebhooks.Webhook(webhook["secret"])
    for one in received:
        assert verifier.verify(one.body, dict(one.headers)) == one.event
        assert one.event["data"]["game"] == game.id and one.event["data"]["seat"] == 0
    versions = [one.event["data"]["version"] for one in received]
    assert versions == [0, 0, 2, 3, versions[4], None] and versions[4] > 4
    assert len({one.headers["webhook-id"] for one in received}) == 6
    await_until(lambda: set(statuses(ada.api, webhook)) == {"delivered"}, "all were recorded")


def _rank(view: Json, seat: int) -> int:
    """Return a rank that a hand has."""
    rank: int = view["hands"][seat]["cards"][0]["rank"]
    return rank
