"""Tests of events as list, long poll and stream: same bytes, none missed, none twice."""

import threading
import time
from collections.abc import Callable
from contextlib import closing

import orjson
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.rows import in_one_test, slow_unless
from tests.service.client import Game, Player
from tests.service.factories import NewGame
from tests.service.sse import Frame
from tests.service.tables.event_client import (
    SSE,
    EventClient,
    add_events,
    as_list,
    fetch,
    game_with_events,
    items_of,
    json_of,
    viewers,
)


@pytest.mark.parametrize("memory_aid", ["full", "none"])
def test_all_three_forms_have_the_same_items(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]], memory_aid: str
) -> None:
    """All viewers get equal bytes in all three forms.

    The viewers are each seat, a watcher with a token and one without.
    """
    game = game_with_events(new_game, memory_aid=memory_aid)
    path = f"{game.path}/events"
    for token in viewers(game, players):
        plain = fetch(app, path, token)
        assert plain.data == as_list(items := items_of(plain), 8, ended=False)
        waiting = fetch(other, path, token, Prefer="wait=9")
        assert waiting.data == plain.data
        with closing(EventClient(other, f"{path}?since=-1", token)) as stream:
            assert stream.next().event == "snapshot"
            assert [stream.next() for _ in items] == [Frame("event", item, str(n)) for n, item in enumerate(items)]


def test_a_live_stream_equals_the_list_of_the_whole_game(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """A stream that is open during all events has the items of the later list, for each viewer."""
    game = new_game(2, rules={"table_talk": "free", "starting_seat": 0})
    path = f"{game.path}/events"
    tokens = list(viewers(game, players))
    open_streams = [EventClient(other, path, token) for token in tokens]
    for token, stream in zip(tokens, open_streams, strict=True):
        assert stream.next() == Frame("snapshot", fetch(app, game.path, token).data, "0")
    add_events(game)
    game.abort()
    for token, stream in zip(tokens, open_streams, strict=True):
        items = items_of(plain := fetch(app, path, token))
        received = stream.remaining()
        assert received == [
            *(Frame("event", item, str(version)) for version, item in enumerate(items) if version > 0),
            Frame("end", b'{"version":10}', "10"),
        ]
        assert plain.data == as_list(items, 10, ended=True)
        stream.close()


def test_a_stream_resumes_after_the_last_event_id(app: Flask, new_game: NewGame) -> None:
    """A stream sends exactly the events after a version.

    A client with all events gets 204, so that browsers stop reconnecting.
    """
    game = game_with_events(new_game)
    game.abort()
    path, token = f"{game.path}/events", game.players[1].token
    items = items_of(fetch(app, path, token))
    for seen in range(-1, 10):
        remembered = EventClient(app, f"{path}?since=3", token, Last_Event_ID=str(seen)).remaining()
        resumed = EventClient(app, f"{path}?since={seen}", token).remaining()
        events = [frame for frame in remembered if frame.event == "event"]
        assert [(int(frame.id or -1), frame.data) for frame in events] == list(enumerate(items))[seen + 1 :]
        assert [frame.event for frame in remembered if frame not in events] == ["snapshot"] * (seen < 0) + ["end"]
        assert resumed == remembered
    done = fetch(app, path, token, **SSE, Last_Event_ID="10")
    assert (done.status_code, done.data) == (204, b"")
    assert "Content-Type" not in done.headers
    assert fetch(app, f"{path}?since=10", token, **SSE).status_code == 204


@pytest.mark.parametrize(
    "unknown", slow_unless(("11", "x", "9" * 30).__contains__, ["11", "x", "-2", "", "9" * 30, "1.0", "٣"])
)
def test_an_invalid_last_event_id_gets_a_snapshot(other: Flask, new_game: NewGame, unknown: str) -> None:
    """An invalid `Last-Event-ID` is ignored."""
    game = game_with_events(new_game)
    view = fetch(other, game.path).data
    with closing(EventClient(other, f"{game.path}/events", Last_Event_ID=unknown.encode().decode("latin-1"))) as stream:
        assert stream.next() == Frame("snapshot", view, "8")
        assert stream.quiet()


def test_the_stream_of_an_ended_game_is_one_snapshot(app: Flask, new_game: NewGame) -> None:
    """A late client gets the view and the end, and the stream closes."""
    game = new_game()
    game.abort()
    view = fetch(app, game.path).data
    assert EventClient(app, f"{game.path}/events").remaining() == [
        Frame("snapshot", view, "2"),
        Frame("end", b'{"version":2}', "2"),
    ]


def test_a_stream_shows_the_lobby(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """Each taken seat sends a snapshot. The last one has all names and comes before the deal."""
    people = players(3)
    game = new_game(3, at_table=people, seated=1)
    path = f"{game.path}/events"
    open_streams = [
        EventClient(other, path),
        EventClient(other, f"{path}?since=-1", people[2].token, Last_Event_ID="-1"),
    ]
    lobbies = [[json_of(stream.next())] for stream in open_streams]
    people[1].api.post(f"{game.path}/seats", {}).ok()
    for lobby, stream in zip(lobbies, open_streams, strict=True):
        lobby.append(json_of(stream.next()))
    people[2].api.post(f"{game.path}/seats", {}).ok()
    for lobby, stream in zip(lobbies, open_streams, strict=True):
        lobby.append(json_of(stream.next()))
        assert [[seat["name"] for seat in view["seats"]] for view in lobby] == [
            [player.name for player in people[:taken]] + [None] * (3 - taken) for taken in (1, 2, 3)
        ]
        assert {(view["status"], view["version"]) for view in lobby} == {("open", -1)}
        assert stream.next().id == "0"
        assert stream.quiet()
        stream.close()
    assert [lobby[-1]["viewer"]["seat"] for lobby in lobbies] == [None, 2]


def test_a_long_poll_answers_with_new_events(app: Flask, notified: Flask, new_game: NewGame) -> None:
    """A notification ends the wait. The response equals the plain list, and has Preference-Applied."""
    game = game_with_events(new_game)
    path, token = f"{game.path}/events?since=8", game.players[1].token
    answers: list[TestResponse] = []

    def wait() -> None:
        answers.append(fetch(notified, path, token, Prefer="respond-async, wait=55"))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    time.sleep(0.1)
    assert not answers
    game.play(game.view(0)["legal_actions"][0])
    waiting.join()
    [answer] = answers
    assert answer.data == fetch(app, path, token).data
    assert answer.headers["Preference-Applied"] == "wait=55"
    assert items_of(answer)  # none after the wait


@in_one_test(
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
def test_a_long_poll_without_new_events_is_empty(
    app: Flask, new_game: NewGame, prefer: str, applied: str | None
) -> None:
    """The list is empty. An unknown preference is ignored (RFC 7240)."""
    game = new_game(seated=1)
    started = time.monotonic()
    answer = fetch(app, f"{game.path}/events", Prefer=prefer)
    assert answer.data == as_list([], -1, ended=False)
    assert answer.headers.get("Preference-Applied") == applied
    assert (wait_s := int(applied[5:]) if applied else 0) <= time.monotonic() - started < wait_s + 30


def test_a_long_poll_does_not_wait_for_an_ended_game(app: Flask, new_game: NewGame) -> None:
    """A long poll waits at most a minute, and not at all if nothing can follow."""
    game = new_game()
    game.abort()
    answer = fetch(app, f"{game.path}/events?since=2", Prefer="wait=999")
    assert answer.data == as_list([], 2, ended=True)
    assert answer.headers["Preference-Applied"] == "wait=60"


def test_the_account_stream_shows_turns_of_all_games(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """The account stream has the state of running games, then each start, own turn and end."""
    ada, bo = players(2)
    first = new_game(at_table=[ada, bo], rules={"starting_seat": 1})
    new_game(at_table=[ada, bo], seated=1)
    new_game(at_table=[ada, bo]).abort()
    new_game()

    def standing(name: str, game: Game, version: int, turn: int, to_move: int | None, status: str = "running") -> Frame:
        item = {"game": game.id, "status": status, "version": version, "turn": turn, "seat": 0, "to_move": to_move}
        return Frame(name, orjson.dumps({**item, "your_turn": to_move == 0, "deadline": None}))

    with closing(EventClient(other, "/v1/me/events", ada.token)) as stream:
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
    with closing(EventClient(app, "/v1/me/events", ada.token, Last_Event_ID="7")) as stream:
        assert [stream.next(), stream.next()] == [state, Frame("ready", b'{"running":1}')]
    assert (
        fetch(app, "/v1/me/events", ada.token).data
        == b'{"items":[%s],"awaiting_reveals":[],"invited":[],"contest_invited":[]}' % state.data
    )


def test_a_stream_has_the_common_headers(app: Flask, new_game: NewGame) -> None:
    """A stream has the headers of every response, and one that stops proxies from buffering."""
    game = new_game()
    for path in (f"{game.path}/events", "/v1/me/events"):
        with closing(fetch(app, path, game.players[0].token, **SSE, Request_Id="mine", Accept_Language="da")) as answer:
            headers = {name: value for name, value in answer.headers.items() if "Access-Control" not in name}
            assert headers == {
                "Content-Type": "text/event-stream; charset=utf-8",
                "Cache-Control": "no-store",
                "X-Accel-Buffering": "no",
                "Content-Language": "da",
                "Request-Id": "mine",
                "Vary": "Accept, Accept-Encoding, Accept-Language, Authorization, Cookie",
                "X-Content-Type-Options": "nosniff",
                "Server-Timing": answer.headers["Server-Timing"],
            }


@in_one_test(
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
def test_accept_chooses_between_list_and_stream(
    app: Flask, running: Game, accept: str | None, media_type: str | None
) -> None:
    """`Accept` with its weights decides; JSON wins a tie."""
    with closing(fetch(app, f"{running.path}/events", **({"Accept": accept} if accept else {}))) as answer:
        assert answer.status_code == (200 if media_type else 406)
        assert answer.mimetype == (media_type or "application/problem+json")


def test_refused_streams_are_problem_documents(app: Flask, new_game: NewGame) -> None:
    """The response is a problem document, whatever the Accept header."""
    game = new_game()
    path = f"{game.path}/events"
    unknown = f"/v1/games/g_{'0' * 32}/events"
    for answer, status, code in (
        (fetch(app, path, "hnb_p_wrong", **SSE), 401, "invalid-token"),
        (fetch(app, "/v1/me/events", **SSE), 401, "missing-token"),
        (fetch(app, unknown, **SSE), 404, "not-found"),
        (fetch(app, f"{path}?since=x", **SSE), 422, "invalid-request"),
        (fetch(app, f"{path}?view=true", **SSE), 422, "invalid-request"),
        (fetch(app, "/v1/me/events", game.players[0].token, Accept="text/html"), 406, "not-acceptable"),
    ):
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
        assert orjson.loads(answer.data)["code"] == code
