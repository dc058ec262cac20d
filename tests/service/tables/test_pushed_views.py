"""Tests of views that the service sends when they change: one request or frame per wake-up."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from tests.rows import in_one_test
from tests.service.client import Game, Player
from tests.service.factories import NewGame
from tests.service.sse import Frame
from tests.service.tables.event_client import EventClient, add_events, fetch, items_of, viewers


def view_frame(frame: Frame) -> tuple[list[bytes], bytes]:
    """Return the events and the view of a frame, with their original bytes."""
    assert frame.event == "view"
    data = orjson.loads(frame.data)
    events, view = [orjson.dumps(event) for event in data["events"]], orjson.dumps(data["view"])
    assert frame.data == b'{"events":[%s],"view":%s}' % (b",".join(events), view)
    assert frame.id == str(data["view"]["version"])
    return events, view


def test_a_stream_of_views_has_every_event_once_and_the_view_of_a_get(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """Each viewer gets its own view, with the bytes that a GET returns to the same viewer."""
    game = new_game(2, rules={"table_talk": "free", "starting_seat": 0})
    tokens = list(viewers(game, players))
    streams = [EventClient(other, f"{game.path}/events?views=true", token) for token in tokens]
    for token, stream in zip(tokens, streams, strict=True):
        assert view_frame(stream.next()) == ([], fetch(app, game.path, token).data)
    add_events(game)
    game.abort()
    for token, stream in zip(tokens, streams, strict=True):
        *found, end = stream.remaining()
        assert end == Frame("end", b'{"version":10}', "10")
        sent = [view_frame(frame) for frame in found]
        assert [event for events, _ in sent for event in events] == items_of(
            fetch(app, f"{game.path}/events?since=0", token)
        )
        assert sent[-1][1] == fetch(app, game.path, token).data
        stream.close()


def test_a_stream_of_views_follows_a_turn_at_once(app: Flask, other: Flask, new_game: NewGame) -> None:
    """After each move, the frame has this move and the view of the seat that is to move, with legal actions."""
    game = new_game(2, rules={"starting_seat": 0})
    streams = [EventClient(other, f"{game.path}/events?views=true", player.token) for player in game.players]
    for stream in streams:
        stream.next()
    for turn in range(4):
        mover = turn % 2
        _, view = view_frame(Frame("view", *_sent(game, mover)))
        for seat, stream in enumerate(streams):
            (event,), seen = view_frame(stream.next())
            assert orjson.loads(event)["seat"] == mover
            assert seen == fetch(app, game.path, game.players[seat].token).data
            assert bool(orjson.loads(seen)["legal_actions"]) == (seat != mover)
        assert orjson.loads(view)["version"] == turn + 1
    for stream in streams:
        assert stream.quiet()
        stream.close()


def _sent(game: Game, seat: int) -> tuple[bytes, str]:
    """Make a move, and return its events and view as the data and the id of a frame."""
    done = game.send(seat, game.view(seat)["legal_actions"][-1]).ok()  # a clue
    data = orjson.dumps({"events": done["events"], "view": done["view"]})
    return data, str(done["view"]["version"])


def test_a_stream_of_views_resumes(other: Flask, new_game: NewGame) -> None:
    """It starts with the missed events and the present view, also after a version that the game has not reached."""
    game = new_game(2, rules={"table_talk": "free", "starting_seat": 0})
    add_events(game)
    path, token = f"{game.path}/events?views=true", game.players[1].token
    items, view = items_of(fetch(other, f"{game.path}/events", token)), fetch(other, game.path, token).data
    for since, missed in (("-1", items), ("5", items[6:]), ("8", []), ("99", []), ("x", [])):
        with closing(EventClient(other, path, token, Last_Event_ID=since)) as stream:
            assert view_frame(stream.next()) == (missed, view)
            assert stream.quiet()
    game.abort()
    assert fetch(other, path, token, Accept="text/event-stream", Last_Event_ID="10").status_code == 204
    (last, end) = EventClient(other, path, token).remaining()
    assert (view_frame(last), end.event) == (([], fetch(other, game.path, token).data), "end")


def test_a_stream_of_views_shows_the_lobby(app: Flask, other: Flask, new_game: NewGame) -> None:
    """Each taken seat sends the view, and the deal comes with the first view of the table."""
    people = new_game(3).players
    game = new_game(3, at_table=people, seated=1)
    with closing(EventClient(other, f"{game.path}/events?views=true", people[2].token)) as stream:
        seen = [view_frame(stream.next())]
        for player in people[1:]:
            player.api.post(f"{game.path}/seats", {}).ok()
            seen.append(view_frame(stream.next()))
        assert stream.quiet()
    assert [len(events) for events, _ in seen] == [0, 0, 1]
    assert seen[-1][1] == fetch(app, game.path, people[2].token).data


def test_a_list_of_events_can_have_the_view(app: Flask, new_game: NewGame) -> None:
    """With `views=true`, the list is as without it, and has the view too."""
    game = new_game(2)
    for token in (game.players[0].token, None):
        plain, view = fetch(app, f"{game.path}/events", token).data, fetch(app, game.path, token).data
        both = fetch(app, f"{game.path}/events?views=true", token).data
        assert both == plain[:-1] + b',"view":' + view + b"}"


def test_a_get_waits_for_the_next_view(app: Flask, notified: Flask, new_game: NewGame) -> None:
    """A notification ends the wait. The response has the new view."""
    game = new_game(2, rules={"starting_seat": 0})
    token = game.players[1].token
    tag = fetch(app, game.path, token).headers["ETag"]
    answers: list[TestResponse] = []

    def wait() -> None:
        answers.append(fetch(notified, game.path, token, Prefer="wait=55", If_None_Match=tag))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    time.sleep(0.1)
    assert not answers
    game.play(game.view(0)["legal_actions"][0])
    waiting.join()
    [answer] = answers
    assert answer.status_code == 200  # after the wait it is 304
    assert answer.data == fetch(app, game.path, token).data
    assert (answer.headers["Preference-Applied"], answer.headers["ETag"] != tag) == ("wait=55", True)


@in_one_test(
    ("query", "headers", "status", "wait_s", "applied"),
    [
        ("", {"Prefer": "wait=1"}, 304, 1, "wait=1"),
        ("knowledge=true", {"Prefer": "wait=1"}, 304, 1, "wait=1"),
        ("", {"Prefer": "wait=0"}, 304, 0, "wait=0"),
        ("", {}, 304, 0, None),
        ("", {"Prefer": "wait=55", "If_None_Match": '"x"'}, 200, 0, "wait=55"),
        ("", {"Prefer": "wait=55", "If_None_Match": ""}, 200, 0, "wait=55"),
        ("at=0", {"Prefer": "wait=55"}, 304, 0, None),
    ],
)
def test_a_get_waits_as_long_as_the_client_has_the_view(
    app: Flask, new_game: NewGame, query: str, headers: dict[str, str], status: int, wait_s: int, applied: str | None
) -> None:
    """Then it is 304. A client that lacks the view gets it at once, and a past view does not change."""
    game = new_game(2)
    path = f"{game.path}?{query}"
    sent = {"If_None_Match": fetch(app, path).headers["ETag"], **headers}
    started = time.monotonic()
    answer = fetch(app, path, **sent)
    assert wait_s <= time.monotonic() - started < wait_s + 30
    assert (answer.status_code, answer.headers.get("Preference-Applied")) == (status, applied)


def test_a_get_does_not_wait_for_an_ended_game(app: Flask, new_game: NewGame) -> None:
    """Its view does not change."""
    game = new_game()
    game.abort()
    tag = fetch(app, game.path).headers["ETag"]
    assert fetch(app, game.path, If_None_Match=tag, Prefer="wait=60").status_code == 304


def test_the_answer_to_a_move_has_all_events_since_the_expected_version(players: Callable[[int], list[Player]]) -> None:
    """The events of others, the move, and the moves of bots, up to the version of the view."""
    (ada,) = players(1)
    body = {"seats": 3, "bots": ["random", "kagiya"], "rules": {"starting_seat": 0, "table_talk": "free"}}
    view = ada.api.post("/v1/games", body).ok()
    game = Game(view, [ada])
    ada.api.post(f"{game.path}/messages", {"text": "Hm."}).ok()
    move = {**view["legal_actions"][0], "expected_version": 0}
    done = ada.api.post(f"{game.path}/moves", move).ok()
    assert [event["version"] for event in done["events"]] == [1, 2, 3, 4] == [*range(1, done["view"]["version"] + 1)]
    assert done["events"] == game.events(0, since=0)
    assert done["event"] == done["events"][1]
    unversioned = ada.api.post(f"{game.path}/moves", done["view"]["legal_actions"][0]).ok()
    assert unversioned["events"] == game.events(0, since=4)
    assert unversioned["event"] == unversioned["events"][0]


def test_a_repeated_move_is_answered_with_all_later_events(new_game: NewGame) -> None:
    """The player may have missed the answer, and what happened after it."""
    game = new_game(2, rules={"starting_seat": 0})
    move = {**game.view(0)["legal_actions"][0], "expected_version": 0}
    first = game.players[0].api.post(f"{game.path}/moves", move).ok()
    game.send(1, game.view(1)["legal_actions"][0]).ok()
    again = game.players[0].api.post(f"{game.path}/moves", move)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.body["event"] == first["event"]
    assert again.body["events"] == game.events(0, since=0)


@in_one_test(
    ("body", "status", "version", "bots"),
    [
        ({"seats": 2, "bots": ["kagiya"]}, "running", 0, [None, "kagiya"]),
        ({"seats": 4, "bots": ["kagiya", "random"]}, "open", -1, [None, "kagiya", "random", None]),
        ({"seats": 3, "bots": []}, "open", -1, [None, None, None]),
        ({"seats": 2, "bots": None, "deck": None}, "open", -1, [None, None]),
        ({"seats": 2, "bots": [], "deck": []}, "open", -1, [None, None]),  # as the client generated for Java sends it
        ({"seats": 2, "bots": ["random"], "entropy_commitment": "0" * 64}, "open", -1, [None, "random"]),
    ],
)
def test_a_new_game_can_have_bots(
    players: Callable[[int], list[Player]], body: dict[str, Any], status: str, version: int, bots: list[str | None]
) -> None:
    """Bots take the seats from 1 on. If they take all, the game starts, or waits for reveals."""
    (ada,) = players(1)
    view = ada.api.post("/v1/games", {**body, "rules": {"starting_seat": 0}}).ok()
    assert (view["status"], view["version"]) == (status, version)
    assert [seat["bot"] for seat in view["seats"]] == bots


@in_one_test(
    ("body", "code"),
    [
        ({"seats": 2, "bots": ["kagiya", "kagiya"]}, "invalid-request"),
        ({"seats": 2, "bots": ["kagiya"] * 3, "sandbox": True}, "invalid-request"),
        ({"seats": 2, "bots": ["kagiya"] * 2, "sandbox": True, "private": True}, "invalid-request"),
        ({"seats": 2, "bots": ["kagiya"] * 2, "sandbox": True, "entropy": "mine"}, "invalid-request"),
        ({"seats": 6, "bots": ["random"] * 7}, "invalid-request"),
        (
            {"seats": 3, "bots": ["random", "kagiya"], "rules": {"edition": "hanab_live", "variant": "Duck (5 Suits)"}},
            "bot-cannot-play",
        ),
    ],
)
def test_a_new_game_with_refused_bots_does_not_exist(
    players: Callable[[int], list[Player]], body: dict[str, Any], code: str
) -> None:
    """The game and the seats of its bots are created together, or not at all."""
    (ada,) = players(1)
    assert ada.api.post("/v1/games", body).code == code
    assert ada.api.get("/v1/me/games").ok()["items"] == []
