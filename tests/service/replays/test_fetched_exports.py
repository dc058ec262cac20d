"""Tests of games that the service fetches from hanab.live, at a stand-in on this machine."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from service.app import create_app
from service.settings import Settings
from tests.service.client import Api, Player
from tests.service.factories import player_factory

EXPORT = json.loads((Path(__file__).resolve().parents[2] / "games" / "hanab_live_2906.json").read_text())
UNKNOWN, MOVED, NO_GAME, OTHER, LARGE, BROKEN = range(900_001, 900_007)


class StandIn(ThreadingHTTPServer):
    """Serves exports as hanab.live does, and badly for some numbers."""

    asked: list[str]


class Handler(BaseHTTPRequestHandler):
    """Answers a request for an export."""

    server: StandIn

    def do_GET(self) -> None:
        """Answer by the number in the path."""
        self.server.asked.append(self.path)
        number = int(self.path.removeprefix("/export/"))
        status = {UNKNOWN: 404, MOVED: 302, BROKEN: 500}.get(number, 200)
        body = json.dumps({**EXPORT, "tags": [], "id": OTHER - 1 if number == OTHER else number}).encode()
        body = {NO_GAME: b"<!doctype html>", LARGE: b" " * 600_000}.get(number, body)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", f"http://localhost:{self.server.server_port}/export/1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[StandIn]:
    """The stand-in for hanab.live."""
    with StandIn(("127.0.0.1", 0), Handler) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def ada(database_url: str, site: StandIn) -> Api:
    """A player at a service that may fetch."""
    url = f"http://127.0.0.1:{site.server_port}"
    app = create_app(Settings(database_url=database_url, pool_size=2, hanab_live=url))
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


@pytest.mark.parametrize(
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


def test_a_site_that_is_down_is_unavailable(database_url: str) -> None:
    """Nobody listens at that address."""
    app = create_app(Settings(database_url=database_url, pool_size=2, hanab_live="http://127.0.0.1:9"))
    answer = player_factory(Api(app))(1)[0].api.post("/v1/replays", {"link": "5"})
    assert (answer.status, answer.code) == (503, "service-unavailable")
