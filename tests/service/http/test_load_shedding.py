"""Tests of load shedding: the order of waiting requests, refusals, and recovery."""

import threading
import time
from collections.abc import Callable

import pytest
from flask import Flask

from service.app import create_app
from service.http.pipeline import load_shedding
from service.http.pipeline.exchange import Exchange
from service.http.pipeline.load_shedding import FairSemaphore
from service.settings import Settings
from tests.service.client import Api, Game
from tests.service.conftest import POOL_SIZE
from tests.service.operations.test_metrics import samples

_NO_SUCH_TIME_S = 20


@pytest.fixture
def narrow(database_url: str) -> Flask:
    """The service with a concurrency limit of 1."""
    return create_app(Settings(database_url=database_url, pool_size=POOL_SIZE, max_in_flight=1))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests wait for a place for at most 0.05 s."""
    monkeypatch.setattr(load_shedding, "QUEUE_TIMEOUT_S", 0.05)


def place_of(app: Flask) -> FairSemaphore:
    exchange: Exchange = app.extensions["exchange"]
    return exchange.concurrency.slots


def test_slots_are_given_in_order_of_arrival() -> None:
    """Waiting requests get a slot in order of arrival."""
    places = FairSemaphore(1)
    assert places.acquire(0)
    served: list[int] = []

    def wait(number: int) -> None:
        assert places.acquire(_NO_SUCH_TIME_S)
        served.append(number)

    waiting = [threading.Thread(target=wait, args=(number,), daemon=True) for number in range(4)]
    for thread in waiting:
        thread.start()
        time.sleep(0.02)
    for number, thread in enumerate(waiting):
        places.release()
        assert not places.acquire(0)
        thread.join(_NO_SUCH_TIME_S)
        assert served == list(range(number + 1))
    places.release()
    assert places.acquire(0)


def test_a_timed_out_request_gets_no_slot() -> None:
    """A request that gave up waiting gets no slot later."""
    places = FairSemaphore(1)
    assert places.acquire(0)
    began = time.monotonic()
    assert not places.acquire(0.1)
    assert 0.1 <= time.monotonic() - began < 1
    places.release()
    assert places.acquire(0)
    assert not places.acquire(0)


@pytest.mark.usefixtures("impatient")
def test_requests_above_the_limit_are_refused(narrow: Flask, new_game: Callable[..., Game]) -> None:
    """A refusal is 503 in the caller's language, with Retry-After. Health checks still work, and a retry succeeds."""
    game = new_game()
    to_move = game.view(0)["to_move"]
    view, actor = game.view(to_move), game.players[to_move].token
    move = {**next(a for a in view["legal_actions"] if a["type"] == "clue"), "expected_version": view["version"]}
    api, before = Api(narrow, token=actor), samples().get("hanabi_shed_total", 0)
    place_of(narrow).acquire(0)
    refused = api.post(f"{game.path}/moves", move, headers={"Accept-Language": "de"})
    assert (refused.status, refused.code, refused.headers["Retry-After"]) == (503, "service-unavailable", "2")
    assert refused.headers["Content-Language"] == "de"
    assert samples()["hanabi_shed_total"] == before + 1
    assert [Api(narrow).get(path).status for path in ("/livez", "/readyz", "/metrics")] == [200] * 3
    assert game.view(0)["version"] == view["version"]
    place_of(narrow).release()
    assert api.post(f"{game.path}/moves", move).status == 201


@pytest.mark.usefixtures("impatient")
def test_every_end_of_a_request_frees_its_slot(narrow: Flask, new_game: Callable[..., Game]) -> None:
    """Responses, refusals, unknown paths and open streams free their slot when they end."""
    game = new_game()
    api = Api(narrow, token=game.players[0].token)
    for method, path, body, status in (
        ("GET", game.path, None, 200),
        ("GET", "/v1/games/g_00", None, 404),
        ("POST", f"{game.path}/moves", {}, 422),
        ("GET", "/v1/none-such", None, 404),
        ("DELETE", "/v1/games", None, 405),
        ("GET", f"{game.path}?x=1", None, 422),
    ):
        assert (
            narrow.test_client()
            .open(path, method=method, json=body, headers={"Authorization": f"Bearer {game.players[0].token}"})
            .status_code
            == status
        )
        assert place_of(narrow).acquire(0), path
        place_of(narrow).release()
    stream = narrow.test_client().get(f"{game.path}/events", headers={"Accept": "text/event-stream"}, buffered=False)
    assert stream.status_code == 200
    assert api.get(game.path).status == 200
    stream.close()
    assert place_of(narrow).acquire(0)
    assert not place_of(narrow).acquire(0)


@pytest.mark.usefixtures("impatient")
def test_a_waiting_long_poll_holds_no_slot(narrow: Flask, new_game: Callable[..., Game]) -> None:
    """A long poll holds no slot while it waits, and is answered when events arrive."""
    game = new_game()
    api = Api(narrow, token=game.players[0].token)
    answers = []

    def wait() -> None:
        headers = {"Prefer": "wait=20"}
        answers.append(api.get(f"{game.path}/events", query=f"since={game.version()}", headers=headers))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    time.sleep(0.3)
    assert api.get(game.path).status == 200
    assert not answers
    game.abort()
    waiting.join(_NO_SUCH_TIME_S)
    assert answers[0].ok()["items"]


def test_a_stream_waits_longer_for_a_slot(
    narrow: Flask, new_game: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream waits longer for a slot than other requests."""
    monkeypatch.setattr(load_shedding, "QUEUE_TIMEOUT_S", 0.05)
    game = new_game()
    place_of(narrow).acquire(0)
    threading.Timer(0.5, place_of(narrow).release).start()
    headers = {"Accept": "text/event-stream"}
    assert narrow.test_client().get(game.path).status_code == 503
    stream = narrow.test_client().get(f"{game.path}/events", headers=headers, buffered=False)
    assert stream.status_code == 200
    stream.close()
