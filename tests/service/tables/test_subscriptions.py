"""Tests of subscriptions: limits, lost notifications, shared reads, and how streams end."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any
from uuid import UUID

import orjson
import psycopg
import pytest
from flask import Flask

from service.app import create_app
from service.core.requests import event_streams
from service.core.tables import lookup
from service.core.tables.news import notify_listener, publisher
from service.core.tables.news.hub import Hub
from service.core.tables.routes import streams as game_streams
from service.core.tables.routes.streams import EncodedEvents
from service.platform.limits import gates
from service.platform.settings import Settings
from tests.service.client import Api, Player, waited_for_a_place
from tests.service.factories import NewGame
from tests.service.past import rest
from tests.service.sse import Frame
from tests.service.tables.event_client import KEEP_ALIVE_S, SSE, EventClient, as_list, fetch, items_of, polling
from tests.service.tables.test_invitations import invite, told


def test_streams_above_the_maximum_are_refused(
    database_url: str, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streams and long polls above the maximum get 503 after a pause. A closed one frees its place; HEAD takes none."""
    monkeypatch.setattr(gates, "REFUSAL_DELAY_S", 0.05)
    app = create_app(Settings(database_url=database_url, pool_size=2, max_streams=2))
    game = new_game()
    path, token = f"{game.path}/events", game.players[0].token
    for _ in range(3):
        assert app.test_client().head(path, headers=SSE).status_code == 200
    one, two = EventClient(app, path), EventClient(app, "/v1/me/events", token)
    for answer in (
        fetch(app, path, **SSE),
        fetch(app, f"{path}?since=0", Prefer="wait=9"),
        fetch(app, "/v1/me/events", token, **SSE),
    ):
        assert answer.status_code == 503
        assert orjson.loads(answer.data)["code"] == "too-many-streams"
        assert int(answer.headers["Retry-After"]) > 0
        assert waited_for_a_place(answer) >= gates.REFUSAL_DELAY_S
    assert fetch(app, path, Prefer="wait=9").status_code == 200
    one.close()
    with closing(EventClient(app, path)) as another:
        assert another.next().event == "snapshot"
    two.close()


def test_streams_end_when_the_worker_stops(settings: Settings, new_game: NewGame) -> None:
    """Every stream and long poll ends long before its time. A later stream gets a snapshot and `bye`."""
    app = create_app(settings)
    game = new_game()
    path = f"{game.path}/events"
    stream, mine = EventClient(app, path), EventClient(app, "/v1/me/events", game.players[0].token)
    assert stream.next().event == "snapshot"
    stopped_at = time.monotonic()
    app.extensions["subscriptions"].serving = lambda: False
    waited = fetch(app, f"{path}?since=0", Prefer="wait=55")
    assert waited.data == as_list([], 0, ended=False)
    assert stream.remaining() == [Frame("bye", b'{"reason":"restart"}')]
    assert mine.remaining()[-1] == Frame("bye", b'{"reason":"restart"}')
    assert time.monotonic() - stopped_at < 30
    assert [frame.event for frame in EventClient(app, path).remaining()] == ["snapshot", "bye"]


def test_streams_work_without_notifications(
    settings: Settings, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all notifications lost, polling finds the start, the moves and the taken seats."""
    monkeypatch.setattr(publisher, "announce", lambda *_: None)
    app = polling(create_app(settings), 0.1)
    game = new_game(3, seated=1, rules={"starting_seat": 0})
    with (
        closing(EventClient(app, f"{game.path}/events")) as stream,
        closing(EventClient(app, "/v1/me/events", game.players[0].token)) as mine,
    ):
        assert mine.next().event == "ready"
        for player in game.players[1:]:
            assert stream.next().event == "snapshot"
            player.api.post(f"{game.path}/seats", {}).ok()
        assert [stream.next().event, stream.next().id] == ["snapshot", "0"]
        assert mine.next().event == "started"
        game.play("play 0")
        assert stream.next().id == "1"


def test_a_lost_listening_connection_is_replaced(
    settings: Settings, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    """The next poll finds the events of the time in between."""
    monkeypatch.setattr(notify_listener, "_RETRY_S", 0.1)
    app = create_app(settings)
    game = new_game(rules={"starting_seat": 0})
    with closing(EventClient(app, f"{game.path}/events")) as stream, psycopg.connect(database_url) as database:
        assert stream.next().event == "snapshot"
        assert stream.quiet()
        ended = database.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
            " and application_name = 'hanabi live'"
        ).fetchall()
        assert ended
        game.play("play 0")
        assert stream.next().id == "1"
        game.play("play 5")
        assert stream.next().id == "2"


def test_streams_work_without_a_listening_connection(
    database_url: str, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Streams and long polls get new events by polling."""
    nowhere = "postgresql://nobody@127.0.0.1:1/nothing"
    app = create_app(
        Settings(database_url=database_url, listen_url=nowhere, pool_size=4, stream_keep_alive_s=KEEP_ALIVE_S)
    )
    polling(app, 0.05)
    game = new_game(rules={"starting_seat": 0})
    path, token = f"{game.path}/events", game.players[1].token
    with closing(EventClient(app, path)) as stream, closing(EventClient(app, "/v1/me/events", token)) as mine:
        assert [stream.next().event, mine.next().event, mine.next().event] == ["snapshot", "running", "ready"]
        waits = threading.Timer(0.2, game.play, ["play 0"])
        waits.start()
        assert items_of(fetch(app, f"{path}?since=0", Prefer="wait=9"))
        waits.join()
        assert [stream.next().id, mine.next().event] == ["1", "your-turn"]
    assert "cannot listen: OperationalError" in caplog.text


def test_a_stream_survives_a_database_failure(other: Flask, new_game: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers stop reconnecting after an error response, so the stream stays open and retries."""
    monkeypatch.setattr(event_streams, "_RETRY_S", 0.1)
    game = new_game(rules={"starting_seat": 0})
    calls: list[int] = []
    read = game_streams.read

    def unreliable(*args: Any, **options: Any) -> EncodedEvents:
        calls.append(1)
        if len(calls) < 3:
            raise psycopg.OperationalError
        return read(*args, **options)

    with closing(EventClient(other, f"{game.path}/events")) as stream:
        assert stream.next().event == "snapshot"
        monkeypatch.setattr(game_streams, "read", unreliable)
        game.play("play 0")
        assert stream.next().id == "1"
    assert len(calls) == 3


def test_viewers_with_the_same_view_share_reads(
    other: Flask, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With twenty watchers and both seats, a move causes three reads, not twenty-two."""
    game = new_game(rules={"starting_seat": 0})
    tokens = [None] * 20 + [player.token for player in game.players]
    open_streams = [EventClient(other, f"{game.path}/events", token) for token in tokens]
    for stream in open_streams:
        assert stream.next().event == "snapshot"
    calls: list[int] = []
    read = game_streams.read

    def counted(*args: Any, **options: Any) -> EncodedEvents:
        calls.append(1)
        return read(*args, **options)

    monkeypatch.setattr(game_streams, "read", counted)
    game.play("play 0")
    received = [stream.next() for stream in open_streams]
    assert len(calls) == 3
    assert len(set(received[:20])) == 1
    for stream in open_streams:
        stream.close()


@pytest.mark.parametrize(("moves_here", "reads"), [(False, 1), (True, 0)])
def test_a_move_costs_each_process_one_read_of_the_game(
    other: Flask, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, moves_here: bool, reads: int
) -> None:
    """Seats and watchers share it. The process that has appended the event holds the game, and reads nothing."""
    game = new_game(rules={"starting_seat": 0})
    tokens = [None, *[player.token for player in game.players]]
    open_streams = [EventClient(other, f"{game.path}/events?views=true", token) for token in tokens]
    for stream in open_streams:
        assert stream.next().event == "view"
    calls: list[int] = []
    load = lookup.load_dealt

    def counted(*args: Any) -> Any:
        calls.append(1)
        return load(*args)

    monkeypatch.setattr(lookup, "load_dealt", counted)
    mover = Api(other, token=game.players[0].token) if moves_here else game.players[0].api
    view = mover.post(f"{game.path}/moves", {"type": "play", "card": 0, "expected_version": 0}).ok()["view"]
    received = [stream.next() for stream in open_streams]
    assert len(calls) == reads
    assert orjson.loads(received[1].data)["view"] == view
    assert orjson.loads(received[0].data)["view"] == Api(other).get(game.path).ok()
    for stream in open_streams:
        stream.close()


def test_an_append_wakes_the_streams_of_its_process() -> None:
    """They do not wait for the notification, which then wakes them no second time."""
    streams, game = Hub(lambda _: None, max_streams=2, keep_alive_s=15), UUID(int=1)
    stream = streams.subscribe(game)
    streams.keep(game, 5, object())
    assert stream.wait(0) and stream.take_news() == {game}
    streams.publish(game, 5)
    assert not stream.wait(0)


def test_an_idle_game_ends_for_its_watchers(settings: Settings, new_game: NewGame, database_url: str) -> None:
    """R21: no other request for the game is needed."""
    app = polling(create_app(settings), 0.1)
    game = new_game()
    with (
        closing(EventClient(app, f"{game.path}/events")) as stream,
        closing(EventClient(app, "/v1/me/events", game.players[0].token)) as mine,
    ):
        assert [mine.next().event, mine.next().event, stream.next().event] == ["running", "ready", "snapshot"]
        rest(database_url, game.id, 365 * 24 * 3600)
        assert [frame.event for frame in stream.remaining()] == ["event", "end"]
        assert mine.next().event == "ended"


def test_an_invitation_arrives_without_notifications(
    settings: Settings,
    new_game: NewGame,
    players: Callable[[int], list[Player]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With all notifications lost, polling finds it, once."""
    monkeypatch.setattr(publisher, "announce", lambda *_: None)
    _, bo = people = players(2)
    game = new_game(at_table=people, seated=1, private=True)
    with closing(EventClient(polling(create_app(settings), 0.1), "/v1/me/events", bo.token)) as stream:
        assert stream.next().event == "ready"
        received = invite(game, bo)
        assert told(stream.next()) == received
        assert all(stream.quiet() for _ in range(4))
