"""Events as a list, a long-poll and a stream: the same bytes, none missed, none twice."""

import threading
import time
from collections.abc import Callable
from contextlib import closing

import orjson
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.service.client import Game, Player
from tests.service.games.event_client import (
    SSE,
    Listener,
    a_lively_game,
    as_list,
    enliven,
    got,
    items_of,
    json_of,
    viewers,
)
from tests.service.sse import Frame

NewGame = Callable[..., Game]


@pytest.mark.parametrize("memory_aid", ["full", "none"])
def test_all_three_forms_have_the_same_items(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]], memory_aid: str
) -> None:
    """Each seat, a watcher with a token and one without get equal bytes in all three forms."""
    game = a_lively_game(new_game, memory_aid=memory_aid)
    path = f"{game.path}/events"
    for token in viewers(game, players):
        plain = got(app, path, token)
        assert plain.data == as_list(items := items_of(plain), 8, ended=False)
        waiting = got(other, path, token, Prefer="wait=9")
        assert waiting.data == plain.data
        with closing(Listener(other, f"{path}?since=-1", token)) as stream:
            assert stream.next().event == "snapshot"
            assert [stream.next() for _ in items] == [Frame("event", item, str(n)) for n, item in enumerate(items)]


def test_what_comes_live_is_what_the_list_says_afterwards(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """Each viewer's stream, open while everything happened in another process, and the list of the whole game."""
    game = new_game(2, rules={"table_talk": "free", "starting_seat": 0})
    path = f"{game.path}/events"
    tokens = list(viewers(game, players))
    open_streams = [Listener(other, path, token) for token in tokens]
    for token, stream in zip(tokens, open_streams, strict=True):
        assert stream.next() == Frame("snapshot", got(app, game.path, token).data, "0")
    enliven(game)
    game.abort()
    for token, stream in zip(tokens, open_streams, strict=True):
        items = items_of(plain := got(app, path, token))
        told = stream.rest()
        assert told == [
            *(Frame("event", item, str(version)) for version, item in enumerate(items) if version > 0),
            Frame("end", b'{"version":10}', "10"),
        ]
        assert plain.data == as_list(items, 10, ended=True)
        stream.close()


def test_a_stream_goes_on_where_the_last_one_broke_off(app: Flask, new_game: NewGame) -> None:
    """From each version exactly the later events. A client that has all gets 204, and a browser stops reconnecting."""
    game = a_lively_game(new_game)
    game.abort()
    path, token = f"{game.path}/events", game.players[1].token
    items = items_of(got(app, path, token))
    for seen in range(-1, 10):
        remembered = Listener(app, f"{path}?since=3", token, Last_Event_ID=str(seen)).rest()
        asked = Listener(app, f"{path}?since={seen}", token).rest()
        events = [frame for frame in remembered if frame.event == "event"]
        assert [(int(frame.id or -1), frame.data) for frame in events] == list(enumerate(items))[seen + 1 :]
        assert [frame.event for frame in remembered if frame not in events] == ["snapshot"] * (seen < 0) + ["end"]
        assert asked == remembered
    done = got(app, path, token, **SSE, Last_Event_ID="10")
    assert (done.status_code, done.data) == (204, b"")
    assert "Content-Type" not in done.headers
    assert got(app, f"{path}?since=10", token, **SSE).status_code == 204


@pytest.mark.parametrize("unknown", ["11", "x", "-2", "", "9" * 30, "1.0", "٣"])
def test_what_is_no_version_of_the_game_gets_a_snapshot(other: Flask, new_game: NewGame, unknown: str) -> None:
    """An invalid id counts as none."""
    game = a_lively_game(new_game)
    view = got(other, game.path).data
    with closing(Listener(other, f"{game.path}/events", Last_Event_ID=unknown.encode().decode("latin-1"))) as stream:
        assert stream.next() == Frame("snapshot", view, "8")
        assert stream.quiet()


def test_an_ended_game_is_one_snapshot(app: Flask, new_game: NewGame) -> None:
    """A late client gets the view and the end, and the stream closes."""
    game = new_game()
    game.abort()
    view = got(app, game.path).data
    assert Listener(app, f"{game.path}/events").rest() == [
        Frame("snapshot", view, "2"),
        Frame("end", b'{"version":2}', "2"),
    ]


def test_a_lobby_can_be_watched(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """Each seat taken is a snapshot; the last one comes with all names before the deal."""
    people = players(3)
    game = new_game(3, at_table=people, seated=1)
    path = f"{game.path}/events"
    open_streams = [Listener(other, path), Listener(other, f"{path}?since=-1", people[2].token, Last_Event_ID="-1")]
    lobbies = [[json_of(stream.next())] for stream in open_streams]
    people[1].api.post(f"{game.path}/seats", {}).ok()
    for lobby, stream in zip(lobbies, open_streams, strict=True):
        lobby.append(json_of(stream.next()))
    people[2].api.post(f"{game.path}/seats", {}).ok()
    for lobby, stream in zip(lobbies, open_streams, strict=True):
        lobby.append(json_of(stream.next()))
        assert [[seat["name"] for seat in view["seats"]] for view in lobby] == [
            ["Ada", None, None],
            ["Ada", "Béla", None],
            ["Ada", "Béla", "Chloé"],
        ]
        assert {(view["status"], view["version"]) for view in lobby} == {("open", -1)}
        assert stream.next().id == "0"
        assert stream.quiet()
        stream.close()
    assert [lobby[-1]["viewer"]["seat"] for lobby in lobbies] == [None, 2]


def test_a_list_that_waits_answers_with_the_news(app: Flask, other: Flask, new_game: NewGame) -> None:
    """It arrives right after the move, equals the plain list, and has Preference-Applied."""
    game = a_lively_game(new_game)
    path, token = f"{game.path}/events?since=8", game.players[1].token
    answers: list[tuple[TestResponse, float]] = []

    def wait() -> None:
        answers.append((got(other, path, token, Prefer="respond-async, wait=25"), time.monotonic()))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    time.sleep(0.1)
    assert not answers
    game.play(game.view(0)["legal_actions"][0])
    moved_at = time.monotonic()
    waiting.join()
    [(answer, at)] = answers
    assert at - moved_at < 0.5
    assert answer.data == got(app, path, token).data
    assert answer.headers["Preference-Applied"] == "wait=25"
    assert items_of(answer)


@pytest.mark.parametrize(
    ("prefer", "applied"),
    [
        ("wait=0", "wait=0"),
        ("wait=1", "wait=1"),
        ('foo; bar, Wait = "0"', "wait=0"),
        ("wait=0;x, wait=60", "wait=0"),
        ("wait=-1", None),
        ("wait=1.5", None),
        ("wait", None),
        ("return=minimal", None),
    ],
)
def test_a_wait_that_ends_without_news(app: Flask, new_game: NewGame, prefer: str, applied: str | None) -> None:
    """The list is empty. An unknown preference is ignored (RFC 7240)."""
    game = new_game(seated=1)
    started = time.monotonic()
    answer = got(app, f"{game.path}/events", Prefer=prefer)
    assert answer.data == as_list([], -1, ended=False)
    assert answer.headers.get("Preference-Applied") == applied
    assert time.monotonic() - started == pytest.approx(int(applied[5:]) if applied else 0, abs=0.5)


def test_nobody_waits_for_a_game_that_has_ended(app: Flask, new_game: NewGame) -> None:
    """The wait is at most a minute, and none if nothing can follow."""
    game = new_game()
    game.abort()
    answer = got(app, f"{game.path}/events?since=2", Prefer="wait=999")
    assert answer.data == as_list([], 2, ended=True)
    assert answer.headers["Preference-Applied"] == "wait=60"


def test_one_connection_for_all_games(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """The state of the running games; then a start, each turn that is theirs, and the end; then the state again."""
    ada, bo = players(2)
    first = new_game(at_table=[ada, bo], rules={"starting_seat": 1})
    new_game(at_table=[ada, bo], seated=1)
    new_game(at_table=[ada, bo]).abort()
    new_game()

    def standing(name: str, game: Game, version: int, turn: int, to_move: int | None, status: str = "running") -> Frame:
        told = {"game": game.id, "status": status, "version": version, "turn": turn, "seat": 0, "to_move": to_move}
        return Frame(name, orjson.dumps({**told, "your_turn": to_move == 0}))

    with closing(Listener(other, "/v1/me/events", ada.token)) as stream:
        assert stream.next() == standing("running", first, 0, 0, 1)
        assert stream.next() == Frame("ready", b'{"running":1}')
        second = new_game(at_table=[bo, ada][::-1], rules={"starting_seat": 0})
        assert stream.next() == standing("started", second, 0, 0, 0)
        assert stream.next() == standing("your-turn", second, 0, 0, 0)
        second.play("play 0")
        first.play("play 5")
        assert stream.next() == standing("your-turn", first, 1, 1, 0)
        bo.api.post(f"{second.path}/abort-votes").ok()
        assert stream.quiet()
        second.play("play 5")
        assert stream.next() == standing("your-turn", second, 3, 2, 0)
        ada.api.post(f"{second.path}/abort-votes").ok()
        assert stream.next() == standing("ended", second, 4, 2, None, "ended")
        assert stream.quiet()
    state = standing("running", first, 1, 1, 0)
    with closing(Listener(app, "/v1/me/events", ada.token, Last_Event_ID="7")) as stream:
        assert [stream.next(), stream.next()] == [state, Frame("ready", b'{"running":1}')]
    assert got(app, "/v1/me/events", ada.token).data == b'{"items":[%s],"invited":[]}' % state.data


def test_the_headers_of_a_stream(app: Flask, new_game: NewGame) -> None:
    """Those of every response, and one that keeps a proxy from buffering."""
    game = new_game()
    for path in (f"{game.path}/events", "/v1/me/events"):
        with closing(got(app, path, game.players[0].token, **SSE, Request_Id="mine", Accept_Language="da")) as answer:
            headers = {name: value for name, value in answer.headers.items() if "Access-Control" not in name}
            assert headers == {
                "Content-Type": "text/event-stream; charset=utf-8",
                "Cache-Control": "no-store",
                "X-Accel-Buffering": "no",
                "Content-Language": "da",
                "Request-Id": "mine",
                "Vary": "Accept, Accept-Language, Authorization",
                "X-Content-Type-Options": "nosniff",
            }


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (None, "application/json"),
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("text/event-stream", "text/event-stream"),
        ("text/event-stream, application/json;q=0.5", "text/event-stream"),
        ("text/event-stream;q=0.5, application/json", "application/json"),
        ("application/json;q=0, */*", "text/event-stream"),
        ("text/*", "text/event-stream"),
        ("text/html", None),
    ],
)
def test_the_caller_chooses_the_form(app: Flask, new_game: NewGame, accept: str | None, media_type: str | None) -> None:
    """By `Accept` with its weights; JSON if both are equal."""
    with closing(got(app, f"{new_game().path}/events", **({"Accept": accept} if accept else {}))) as answer:
        assert answer.status_code == (200 if media_type else 406)
        assert answer.mimetype == (media_type or "application/problem+json")


def test_refusals_come_before_a_stream(app: Flask, new_game: NewGame) -> None:
    """The response is a problem document, whatever the Accept header."""
    game = new_game()
    path = f"{game.path}/events"
    unknown = f"/v1/games/g_{'0' * 32}/events"
    for answer, status, code in (
        (got(app, path, "hnb_p_wrong", **SSE), 401, "invalid-token"),
        (got(app, "/v1/me/events", "hnb_p_wrong", **SSE), 401, "invalid-token"),
        (got(app, "/v1/me/events", **SSE), 401, "missing-token"),
        (got(app, unknown, **SSE), 404, "not-found"),
        (got(app, unknown, **SSE, Last_Event_ID="3"), 404, "not-found"),
        (got(app, unknown, Prefer="wait=9"), 404, "not-found"),
        (got(app, "/v1/games/7/events", **SSE), 404, "not-found"),
        (got(app, f"{path}?since=x", **SSE), 422, "invalid-request"),
        (got(app, f"{path}?seat=1", **SSE), 422, "invalid-request"),
        (got(app, "/v1/me/events?since=1", game.players[0].token, **SSE), 422, "invalid-request"),
        (got(app, "/v1/me/events", game.players[0].token, Accept="text/html"), 406, "not-acceptable"),
    ):
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
        assert orjson.loads(answer.data)["code"] == code
