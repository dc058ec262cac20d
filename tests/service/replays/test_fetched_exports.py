"""Tests of games that the service fetches from hanab.live, at a stand-in on this machine."""

import json
from collections.abc import Callable, Iterator
from ipaddress import ip_network

import pytest

from service.app import create_app
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Api, Json, Player
from tests.service.factories import player_factory
from tests.service.replays.hanab_live import (
    BROKEN,
    EXPORT,
    LARGE,
    MOVED,
    NO_GAME,
    OF_ALICE,
    OTHER,
    UNKNOWN,
    StandIn,
    stand_in,
)

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.fixture(scope="module")
def site() -> Iterator[StandIn]:
    """The stand-in for hanab.live."""
    with stand_in() as server:
        yield server


@pytest.fixture(scope="module")
def ada(database_url: str, site: StandIn) -> Api:
    """A player at a service that may fetch."""
    url = f"http://127.0.0.1:{site.server_port}"
    app = create_app(Settings(database_url=database_url, pool_size=2, hanab_live=url, webhook_networks=LOOPBACK))
    players: Callable[[int], list[Player]] = player_factory(Api(app))
    return players(1)[0].api


@pytest.mark.parametrize("link", ["https://hanab.live/replay/2906#8", "hanab.live/shared-replay/2906", "2906"])
def test_a_game_is_fetched_once(ada: Api, site: StandIn, link: str) -> None:
    """By its address or number. What was fetched before is found again."""
    was_there = "/export/2906" in site.asked
    answer = ada.post("/v1/replays", {"link": link})
    assert answer.status == (200 if was_there else 201)
    assert answer.body["source"]["id"] == 2906 and [seat["name"] for seat in answer.body["seats"]] == EXPORT["players"]
    assert answer.body["left_out"] == ([] if was_there else ["tags"])
    assert site.asked.count("/export/2906") == 1


@in_one_test(
    ("number", "status", "code"),
    [
        (UNKNOWN, 422, "import-refused"),
        (MOVED, 503, "service-unavailable"),
        (NO_GAME, 503, "service-unavailable"),
        (OTHER, 503, "service-unavailable"),
        (LARGE, 503, "service-unavailable"),
        (BROKEN, 503, "service-unavailable"),
    ],
)
def test_what_is_no_export_is_refused(ada: Api, site: StandIn, number: int, status: int, code: str) -> None:
    """A redirect is not followed, and nothing is stored."""
    answer = ada.post("/v1/replays", {"link": str(number)})
    assert (answer.status, answer.code) == (status, code)
    assert site.asked[-1] == f"/export/{number}" and "/export/1" not in site.asked
    assert status == 422 or answer.headers["Retry-After"] == "30"


def imported(api: Api, *links: str) -> list[Json]:
    """Import links in one request, and return the reports."""
    lines = "\n".join(json.dumps({"link": link}) for link in links)
    answer = api.post("/v1/replays", raw=lines.encode(), headers={"Content-Type": "application/x-ndjson"})
    assert answer.status == 207
    return [json.loads(line) for line in answer.raw.splitlines()]


def test_links_in_lines_are_fetched(ada: Api, site: StandIn) -> None:
    """A link that fails changes nothing about the others."""
    reports = imported(ada, "hanab.live/replay/41#3", str(UNKNOWN), "41", str(BROKEN))
    assert [report["status"] for report in reports] == ["imported", "refused", "known", "refused"]
    assert reports[0]["id"] == reports[2]["id"]
    assert [report["problem"]["code"] for report in reports[1::2]] == ["import-refused", "service-unavailable"]
    assert site.asked.count("/export/41") == 2  # the second time before the first was stored


def test_the_games_of_a_player_are_fetched_ten_at_a_time(ada: Api, site: StandIn) -> None:
    """The newest first, until none is left. A player without games has none, and a list that is none is refused."""
    ada.post("/v1/replays", {"link": "2906"})
    first, second, third = (imported(ada, "https://hanab.live/history/Alice%20B") for _ in range(3))
    assert [len(first), len(second), len(third)] == [10, 2, 0]
    assert {report["status"] for report in (*first, *second)} == {"imported"}
    asked = [path for path in site.asked if int(path.rpartition("/")[2] if "export" in path else 0) in OF_ALICE]
    assert asked == [f"/export/{number}" for number in OF_ALICE]
    assert "/api/v1/history/Alice%20B?size=100&page=1" in site.asked
    assert imported(ada, "hanab.live/history/nobody") == []
    (report,) = imported(ada, "hanab.live/history/Alice%20B/broken")
    assert report["problem"]["code"] == "service-unavailable"


def test_a_request_fetches_ten_games(ada: Api) -> None:
    """Further ones are reported as unavailable. Those that were fetched before do not count."""
    reports = imported(ada, *map(str, range(500, 512)), "2906")
    assert [report["status"] for report in reports] == ["imported"] * 10 + ["refused"] * 2 + ["known"]


def test_a_site_that_is_down_is_unavailable(database_url: str) -> None:
    """Nobody listens at that address."""
    app = create_app(
        Settings(database_url=database_url, pool_size=2, hanab_live="http://127.0.0.1:9", webhook_networks=LOOPBACK)
    )
    answer = player_factory(Api(app))(1)[0].api.post("/v1/replays", {"link": "5"})
    assert (answer.status, answer.code) == (503, "service-unavailable")
