"""Tests of the places for streams: shares of clients, places for players, and clients that are gone or do not read."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from service.app import create_app
from service.core.tables.news import frame_turns, hub
from service.core.tables.news.hub import Hub
from service.core.tables.news.topic import LOBBY
from service.platform.settings import Settings
from tests.service.client import Player
from tests.service.factories import NewGame
from tests.service.tables.event_client import SSE, EventClient, fetch

Open = Callable[..., bool]


@pytest.fixture
def served(database_url: str) -> Iterator[Callable[..., Open]]:
    """A function that starts the service with settings, and returns one that opens streams until the test ends."""
    with ExitStack() as stack:

        def serve(**settings: Any) -> Open:
            app = create_app(
                Settings(database_url=database_url, pool_size=2, rate_limits=True, trusted_proxies=1, **settings)
            )

            def opens(path: str, token: str | None = None, address: str = "192.0.2.1", **headers: str) -> bool:
                """Return False if there is no place."""
                sent = {**(headers or SSE), "X-Forwarded-For": address}
                if headers:
                    return fetch(app, path, token, **sent).status_code != 503
                client = EventClient(app, path, token, **sent)
                stack.callback(client.close)
                assert client.answer.status_code in (200, 503)
                return client.answer.status_code == 200

            return opens

        yield serve


def test_an_address_without_an_account_has_a_share(served: Callable[..., Open], new_game: NewGame) -> None:
    """Other addresses and callers with a token have places. A long poll needs one too."""
    opens, game = served(max_streams_address=8), new_game()
    path = f"{game.path}/events"
    assert [opens(path) for _ in range(3)] == [True, True, False]
    assert not opens(f"{path}?since=0", Prefer="wait=1")
    assert opens(path, address="192.0.2.2")
    assert opens(path, game.players[0].token)
    assert [opens(path, address=f"2001:db8::{number}") for number in range(3)] == [True, True, False]


def test_an_account_has_a_share(served: Callable[..., Open], new_game: NewGame) -> None:
    """Its tokens and addresses share it."""
    opens, game = served(max_streams_address=8), new_game()
    ada, bob = game.players
    other = ada.api.post("/v1/me/tokens", {"name": "other"}).ok()["token"]
    assert opens("/v1/me/events", ada.token) and opens(f"{game.path}/events", other)
    for token, address in ((ada.token, "192.0.2.1"), (other, "192.0.2.2")):
        assert not opens(f"{game.path}/events", token, address)
    assert opens("/v1/me/events", bob.token)


def test_an_address_has_a_share(
    served: Callable[..., Open], new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """New accounts from the same address do not have more places."""
    opens, game = served(max_streams_address=4), new_game()
    people = players(5)
    assert [opens("/v1/me/events", player.token) for player in people] == [True] * 4 + [False]
    assert not opens(f"{game.path}/events")
    assert opens("/v1/me/events", people[4].token, address="192.0.2.2")


def test_a_quarter_is_kept_for_players_of_running_games(
    served: Callable[..., Open], new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """Only they get the last places, also for a long poll and with a token for the seat. Half are for accounts."""
    opens, game = served(max_streams=8), new_game()
    path, (watcher,) = f"{game.path}/events", players(1)
    bound = game.players[1].api.post("/v1/me/tokens", {"name": "bot", "game": game.id}).ok()["token"]
    assert [opens(path, address=f"192.0.2.{number}") for number in range(5)] == [True] * 4 + [False]
    assert [opens(path, watcher.token) for _ in range(3)] == [True] * 2 + [False]
    assert not opens(path) and not opens("/v1/me/events", watcher.token)
    assert opens(path, bound)
    assert opens(f"{path}?since=0", game.players[0].token, Prefer="wait=1")
    assert opens("/v1/me/events", game.players[0].token)
    assert not opens(path, game.players[0].token)


def test_an_address_has_one_turn_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the seats of a table, its streams of a game are not served at one moment, while those of others are."""
    monkeypatch.setattr(frame_turns, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    streams = Hub(lambda _: None, max_streams=16, keep_alive_s=15)
    one, other = ([("address", key)] for key in (b"1", b"2"))
    game, another = UUID(int=1), UUID(int=2)
    ours = [streams.subscribe(game, limits=dict.fromkeys(one, 8)) for _ in range(3)]
    theirs = streams.subscribe(game, limits=dict.fromkeys(other, 8))
    waits = [round(streams.turn_s(each), 6) for each in ours * 3]
    assert waits == [0, 0, 0, 0, 0, 0, 0.005, 0.01, 0.015]
    assert streams.turn_s(theirs) == streams.turn_s(streams.subscribe(game)) == 0
    elsewhere = streams.subscribe(another, limits=dict.fromkeys(one, 8))
    assert streams.turn_s(elsewhere) == 0
    monkeypatch.setattr(frame_turns, "time", SimpleNamespace(monotonic=lambda: 2000.0))
    assert streams.turn_s(ours[0]) == 0 and list(streams._turns.by_address[one[0]]) == [game]
    for each in (*ours, elsewhere):
        each.close()
    assert list(streams._turns.by_address) == other


def test_a_crowd_makes_few_frames_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watchers and readers of the lobby have one pace for all addresses, and players do not wait for them."""
    monkeypatch.setattr(frame_turns, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    streams = Hub(lambda _: None, max_streams=99, keep_alive_s=15)
    crowd = [streams.subscribe(LOBBY, limits={("address", number): 8}) for number in range(10)]
    watchers = [streams.subscribe(UUID(int=1), limits={("address", number): 8}) for number in range(20, 30)]
    for one in watchers:
        one.watches = True
    player = streams.subscribe(UUID(int=1), limits={("address", 1): 8})
    turns = [round(streams.turn_s(one), 6) for one in (*crowd, *watchers)]
    assert turns == [at for at in (0, 0.02, 0.04, 0.06, 0.08) for _ in range(4)]
    assert streams.turn_s(player) == 0


@pytest.fixture
def connection() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The sockets of a client and of its server."""
    pair = socket.socketpair()
    yield pair
    for one in pair:
        one.close()


@pytest.mark.parametrize("how", ["closes", "shuts down its side", "sends bytes and closes", "only sends bytes"])
def test_a_client_that_is_gone_frees_its_place_at_once(
    database_url: str, new_game: NewGame, connection: tuple[socket.socket, socket.socket], how: str
) -> None:
    """No comment is needed to notice it. A client that only sends more bytes keeps its place."""
    app, path = create_app(Settings(database_url=database_url, pool_size=2, max_streams=1)), f"{new_game().path}/events"
    client, server = connection
    answer = app.test_client().get(path, headers=SSE, environ_overrides={"gunicorn.socket": server})
    frames = answer.iter_encoded()
    assert b"snapshot" in next(frames)
    assert fetch(app, path, **SSE).status_code == 503
    if "bytes" in how:
        client.sendall(b"GET / HTTP/1.1\r\n")
    if "close" in how:
        client.close()
    elif "shuts" in how:
        client.shutdown(socket.SHUT_WR)
    again = fetch(app, path, **SSE)
    assert again.status_code == (503 if how.startswith("only") else 200)
    if again.status_code == 200:
        assert list(frames) == []
    again.close()
    answer.close()


def test_a_client_that_does_not_read_is_disconnected(
    app: Flask, new_game: NewGame, connection: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frame that is not sent in time ends the stream, so that its memory and place are freed."""
    monkeypatch.setattr(hub, "_STALLED_S", 0.1)
    client, server = connection
    answer = app.test_client().get(
        f"{new_game().path}/events", headers=SSE, environ_overrides={"gunicorn.socket": server}
    )
    frames = answer.iter_encoded()
    assert b"snapshot" in next(frames)  # and the stream now waits for the client to take it
    client.settimeout(60)
    assert client.recv(1) == b""
    with pytest.raises(BrokenPipeError):
        server.sendall(b"more")
    assert list(frames) == []
    answer.close()
