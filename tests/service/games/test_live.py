"""Events as a list, as a list that waits and as a stream: the same to the byte, and nothing missed or told twice."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import orjson
import psycopg
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.app import create_app
from service.games.news import listener, publisher, subscriptions
from service.http.routes.games import game_stream
from service.http.routes.games.game_stream import EncodedEvents
from service.http.wire import sse
from service.settings import Settings
from tests.service.client import Game, Json, Player
from tests.service.sse import COMMENT, Frame, frames

KEEP_ALIVE_S = 0.15
SSE = {"Accept": "text/event-stream"}

NewGame = Callable[..., Game]


@pytest.fixture(scope="module")
def settings(database_url: str) -> Settings:
    """A stream of these tests shows more often than others that it is there."""
    return Settings(database_url=database_url, pool_size=4, stream_keep_alive_s=KEEP_ALIVE_S)


@pytest.fixture(scope="module")
def other(settings: Settings) -> Flask:
    """The service once more, as another process has it: what it learns of a move comes through the database."""
    return create_app(settings)


class Listener:
    """A client of a stream."""

    def __init__(self, app: Flask, path: str, token: str | None = None, **headers: str) -> None:
        sent = SSE | {name.replace("_", "-"): value for name, value in headers.items()}
        self.answer = got(app, path, token, **sent)
        self._frames = frames(self.answer.iter_encoded())

    def next(self, limit_s: float = 3) -> Frame:
        """Return the next frame that is no comment."""
        started = time.monotonic()
        for frame in self._frames:
            if frame != COMMENT:
                return frame
            assert time.monotonic() - started < limit_s, "nothing came"
        raise AssertionError("the stream has ended")

    def rest(self) -> list[Frame]:
        """Return what comes until the stream ends."""
        return [frame for frame in self._frames if frame != COMMENT]

    def quiet(self) -> bool:
        """Say whether the next thing to come is a comment."""
        return next(self._frames) == COMMENT

    def close(self) -> None:
        """Hang up."""
        self.answer.close()


def got(app: Flask, path: str, token: str | None = None, **headers: str) -> TestResponse:
    """Return the answer to a GET."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    known = {} if token is None else {"Authorization": f"Bearer {token}"}
    return app.test_client(use_cookies=False).get(path, headers=known | sent)


def as_list(items: list[bytes], version: int, *, ended: bool) -> bytes:
    """Return the bytes of a list of these items."""
    return b'{"items":[' + b",".join(items) + b'],"version":%d,"ended":%s}' % (version, b"true" if ended else b"false")


def items_of(answer: TestResponse) -> list[bytes]:
    """Return the items of a list in the bytes that they had there."""
    found = [orjson.dumps(item) for item in orjson.loads(answer.data)["items"]]
    assert b",".join(found) in answer.data
    return found


def viewers(game: Game, players: Callable[[int], list[Player]]) -> Iterator[str | None]:
    """The tokens of the seats, of somebody without a seat, and of nobody."""
    yield from [player.token for player in game.players]
    yield players(1)[0].token
    yield None


def a_lively_game(new_game: NewGame, **rules: Any) -> Game:
    """A game that has had events of nearly every kind, and goes on."""
    game = new_game(2, rules={"table_talk": "free", "starting_seat": 0, **rules})
    enliven(game)
    return game


def enliven(game: Game) -> None:
    """Make eight events of many kinds; seat 0 is to move before and after."""
    one, two = game.players
    in_view = game.view(0)["hands"][1]["cards"]
    game.play(f"clue 1 {in_view[0]['rank']}")
    hand = [card["card"] for card in game.view(1)["hands"][1]["cards"]]
    two.api.put(f"{game.path}/hand-order", {"cards": hand[::-1]}).ok()
    two.api.post(f"{game.path}/messages", {"text": "“Non”,\\ dit-elle."}).ok()
    one.api.post(f"{game.path}/abort-votes").ok()
    one.api.delete(f"{game.path}/abort-votes").ok()
    game.play(f"play {hand[0]}", f"discard {game.view(0)['hands'][0]['cards'][0]['card']}", f"play {hand[1]}")


@pytest.mark.parametrize("memory_aid", ["full", "none"])
def test_all_three_forms_have_the_same_items(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]], memory_aid: str
) -> None:
    """Byte for byte, for each seat, for somebody without one and for nobody; the lists are made of them."""
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
    """From each version exactly what came after it; 204 for those who have it all, which ends a browser's attempts."""
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
    """An id that says nothing is as good as none."""
    game = a_lively_game(new_game)
    view = got(other, game.path).data
    with closing(Listener(other, f"{game.path}/events", Last_Event_ID=unknown.encode().decode("latin-1"))) as stream:
        assert stream.next() == Frame("snapshot", view, "8")
        assert stream.quiet()


def test_an_ended_game_is_one_snapshot(app: Flask, new_game: NewGame) -> None:
    """Somebody who comes late gets the view, the end, and the end of the stream."""
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


def json_of(frame: Frame) -> Json:
    assert frame.event == "snapshot"
    value: Json = orjson.loads(frame.data)
    return value


def test_a_list_that_waits_answers_with_the_news(app: Flask, other: Flask, new_game: NewGame) -> None:
    """It comes within a moment of the move, is the plain list, and says that it has waited."""
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
    """The list is empty; a preference that nobody understands is not honoured, and does no harm (RFC 7240)."""
    game = new_game(seated=1)
    started = time.monotonic()
    answer = got(app, f"{game.path}/events", Prefer=prefer)
    assert answer.data == as_list([], -1, ended=False)
    assert answer.headers.get("Preference-Applied") == applied
    assert time.monotonic() - started == pytest.approx(int(applied[5:]) if applied else 0, abs=0.5)


def test_nobody_waits_for_a_game_that_has_ended(app: Flask, new_game: NewGame) -> None:
    """A minute at most is promised, and none where nothing can come."""
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
    """Those of every answer, and one that keeps a proxy from gathering the frames."""
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
    """By `Accept`, with its weights; JSON where it is all the same."""
    with closing(got(app, f"{new_game().path}/events", **({"Accept": accept} if accept else {}))) as answer:
        assert answer.status_code == (200 if media_type else 406)
        assert answer.mimetype == (media_type or "application/problem+json")


def test_refusals_come_before_a_stream(app: Flask, new_game: NewGame) -> None:
    """A problem document, whatever was asked for."""
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


def test_no_more_streams_than_were_agreed(database_url: str, new_game: NewGame) -> None:
    """Above the maximum 503, for those who wait as well; who hangs up makes room, and HEAD never took any."""
    app = create_app(Settings(database_url=database_url, pool_size=2, max_streams=2))
    game = new_game()
    path, token = f"{game.path}/events", game.players[0].token
    for _ in range(3):
        assert app.test_client().head(path, headers=SSE).status_code == 200
    one, two = Listener(app, path), Listener(app, "/v1/me/events", token)
    for answer in (
        got(app, path, **SSE),
        got(app, f"{path}?since=0", Prefer="wait=9"),
        got(app, "/v1/me/events", token, **SSE),
    ):
        assert answer.status_code == 503
        assert orjson.loads(answer.data)["code"] == "too-many-streams"
        assert int(answer.headers["Retry-After"]) > 0
    assert got(app, path, Prefer="wait=9").status_code == 200
    one.close()
    with closing(Listener(app, path)) as another:
        assert another.next().event == "snapshot"
    two.close()


def test_a_farewell_when_the_worker_is_to_stop(settings: Settings, new_game: NewGame) -> None:
    """Every stream and every wait ends within a second; a stream that comes later gets a snapshot and the farewell."""
    app = create_app(settings)
    game = new_game()
    path = f"{game.path}/events"
    stream, mine = Listener(app, path), Listener(app, "/v1/me/events", game.players[0].token)
    assert stream.next().event == "snapshot"
    told_at = time.monotonic()
    app.extensions["subscriptions"].serving = lambda: False
    waited = got(app, f"{path}?since=0", Prefer="wait=9")
    assert waited.data == as_list([], 0, ended=False)
    assert stream.rest() == [Frame("bye", b'{"reason":"restart"}')]
    assert mine.rest()[-1] == Frame("bye", b'{"reason":"restart"}')
    assert time.monotonic() - told_at < 1
    assert [frame.event for frame in Listener(app, path).rest()] == ["snapshot", "bye"]


def test_hints_are_not_needed(settings: Settings, new_game: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every hint lost, a look now and then finds the start, the moves and the seats that were taken."""
    monkeypatch.setattr(publisher, "announce", lambda *_: None)
    monkeypatch.setattr(subscriptions, "POLL_S", 0.1)
    app = create_app(settings)
    game = new_game(3, seated=1, rules={"starting_seat": 0})
    with (
        closing(Listener(app, f"{game.path}/events")) as stream,
        closing(Listener(app, "/v1/me/events", game.players[0].token)) as mine,
    ):
        assert mine.next().event == "ready"
        for player in game.players[1:]:
            assert stream.next().event == "snapshot"
            player.api.post(f"{game.path}/seats", {}).ok()
        assert [stream.next().event, stream.next().id] == ["snapshot", "0"]
        assert mine.next().event == "started"
        game.play("play 0")
        assert stream.next().id == "1"


def test_a_lost_connection_for_hints_is_made_anew(
    settings: Settings, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    """What happened meanwhile is found."""
    monkeypatch.setattr(listener, "_RETRY_S", 0.1)
    app = create_app(settings)
    game = new_game(rules={"starting_seat": 0})
    with closing(Listener(app, f"{game.path}/events")) as stream, psycopg.connect(database_url) as database:
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


def test_who_cannot_listen_looks(
    database_url: str, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where no connection for hints can be had at all, streams and waits still have the news a little later."""
    monkeypatch.setattr(subscriptions, "POLL_S", 0.05)
    nowhere = "postgresql://nobody@127.0.0.1:1/nothing"
    app = create_app(
        Settings(database_url=database_url, listen_url=nowhere, pool_size=4, stream_keep_alive_s=KEEP_ALIVE_S)
    )
    game = new_game(rules={"starting_seat": 0})
    path, token = f"{game.path}/events", game.players[1].token
    with closing(Listener(app, path)) as stream, closing(Listener(app, "/v1/me/events", token)) as mine:
        assert [stream.next().event, mine.next().event, mine.next().event] == ["snapshot", "running", "ready"]
        waits = threading.Timer(0.2, game.play, ["play 0"])
        waits.start()
        assert items_of(got(app, f"{path}?since=0", Prefer="wait=9"))
        waits.join()
        assert [stream.next().id, mine.next().event] == ["1", "your-turn"]
    assert "cannot listen: OperationalError" in caplog.text


def test_a_stream_outlives_a_database_that_does_not_answer(
    other: Flask, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser gives up for good on an answer that is no stream, so the stream stays and asks again."""
    monkeypatch.setattr(sse, "_RETRY_S", 0.1)
    game = new_game(rules={"starting_seat": 0})
    calls: list[int] = []
    read = game_stream.read

    def unreliable(*args: Any) -> EncodedEvents:
        calls.append(1)
        if len(calls) < 3:
            raise psycopg.OperationalError
        return read(*args)

    with closing(Listener(other, f"{game.path}/events")) as stream:
        assert stream.next().event == "snapshot"
        monkeypatch.setattr(game_stream, "read", unreliable)
        game.play("play 0")
        assert stream.next().id == "1"
    assert len(calls) == 3


def test_whoever_has_the_same_eyes_is_read_for_once(
    other: Flask, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty watchers and both seats: a move is read three times, not twenty-two times."""
    game = new_game(rules={"starting_seat": 0})
    tokens = [None] * 20 + [player.token for player in game.players]
    open_streams = [Listener(other, f"{game.path}/events", token) for token in tokens]
    for stream in open_streams:
        assert stream.next().event == "snapshot"
    calls: list[int] = []
    read = game_stream.read
    monkeypatch.setattr(game_stream, "read", lambda *args: calls.append(1) or read(*args))
    game.play("play 0")
    told = [stream.next() for stream in open_streams]
    assert len(calls) == 3
    assert len(set(told[:20])) == 1
    for stream in open_streams:
        stream.close()


def test_a_token_that_is_taken_back_ends_its_streams(other: Flask, new_game: NewGame, database_url: str) -> None:
    """It is asked for as often as the stream shows that it is there."""
    game = new_game()
    mine = Listener(other, "/v1/me/events", game.players[0].token)
    stream = Listener(other, f"{game.path}/events", game.players[0].token)
    nobodys = Listener(other, f"{game.path}/events")
    for one in (mine, stream, nobodys):
        one.next()
    with psycopg.connect(database_url) as database:
        database.execute("delete from token where account_id = %s", (game.players[0].id.removeprefix("a_"),))
    assert mine.rest()[-1] == stream.rest()[-1] == Frame("bye", b'{"reason":"token"}')
    assert nobodys.quiet()
    nobodys.close()


def test_an_idle_game_ends_for_those_who_watch_it(
    settings: Settings, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    """R21: nobody has to ask for the game."""
    monkeypatch.setattr(subscriptions, "POLL_S", 0.1)
    app = create_app(settings)
    game = new_game()
    with (
        closing(Listener(app, f"{game.path}/events")) as stream,
        closing(Listener(app, "/v1/me/events", game.players[0].token)) as mine,
    ):
        assert [mine.next().event, mine.next().event, stream.next().event] == ["running", "ready", "snapshot"]
        with psycopg.connect(database_url) as database:
            database.execute("update game set moved_at = now() - interval '1 year' where game_id = %s", (game.id[2:],))
        assert [frame.event for frame in stream.rest()] == ["event", "end"]
        assert mine.next().event == "ended"


def invite(game: Game, player: Player, expires_in_s: int = 3600) -> Json:
    """Invite a player to a game; return what the player is told."""
    body = {"account": player.id, "expires_in_s": expires_in_s}
    made: Json = game.players[0].api.post(f"{game.path}/invitations", body).ok()
    assert (made["code"], made["account"]) == (None, player.id)
    return {"game": game.id, "status": "open", "invited_by": "Ada", "expires_at": made["expires_at"]}


def mine(player: Player) -> list[Json]:
    """Return the open invitations of a player."""
    found: list[Json] = player.api.get("/v1/me/events").ok()["invited"]
    return found


def test_an_invitation_comes_as_it_is_made(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """It is told at once, again on each new connection, and to nobody else; who has joined has no invitation."""
    _, bo, eve = people = players(3)
    game = new_game(at_table=people, seated=1, private=True)
    with closing(Listener(other, "/v1/me/events", bo.token)) as stream:
        with closing(Listener(other, "/v1/me/events", eve.token)) as hers:
            assert [stream.next().event, hers.next().event] == ["ready", "ready"]
            told = invite(game, bo)
            assert stream.next(0.5) == Frame("invited", orjson.dumps(told))
            assert mine(bo) == [told]
            with closing(Listener(app, "/v1/me/events", bo.token)) as again:
                assert [again.next(), again.next().event] == [Frame("invited", orjson.dumps(told)), "ready"]
            assert hers.quiet()
            assert mine(eve) == []
        longer = invite(game, bo, 7200)
        assert stream.next() == Frame("invited", orjson.dumps(longer))
        assert mine(bo) == [longer]
        for path in (game.path, f"{game.path}/events", f"{game.path}/messages"):
            assert [player.api.get(path).status for player in (bo, eve)] == [404, 404]
        assert eve.api.post(f"{game.path}/seats", {}).status == 404
        bo.api.post(f"{game.path}/seats", {}).ok()
        assert stream.next().event == "started"
        assert mine(bo) == []
    with closing(Listener(app, "/v1/me/events", bo.token)) as again:
        assert [again.next().event, again.next().event] == ["running", "ready"]
    assert eve.api.get(game.path).status == 404


def test_an_invitation_lasts_as_long_as_its_time_and_the_lobby(
    app: Flask, new_game: NewGame, players: Callable[[int], list[Player]], database_url: str
) -> None:
    """One that has expired opens nothing; one to a game that has started is answered with that."""
    _, bo, eve = people = players(3)
    late, full = (new_game(at_table=people, seated=1, private=True) for _ in range(2))
    invite(late, bo)
    with psycopg.connect(database_url) as database:
        database.execute("update invitation set expires_at = now() where game_id = %s", (late.id[2:],))
    assert mine(bo) == []
    assert bo.api.post(f"{late.path}/seats", {}).status == 404
    invite(full, bo)
    invite(full, eve)
    eve.api.post(f"{full.path}/seats", {}).ok()
    assert mine(bo) == []
    assert bo.api.post(f"{full.path}/seats", {}).code == "game-not-open"
    with closing(Listener(app, "/v1/me/events", bo.token)) as stream:
        assert stream.next().event == "ready"


def test_a_seat_given_back_leaves_the_invitation(new_game: NewGame, players: Callable[[int], list[Player]]) -> None:
    """Whoever was invited may come again; a public game's invitation is told as well."""
    _, bo = people = players(2)
    game = new_game(3, at_table=people, seated=1)
    told = invite(game, bo)
    bo.api.post(f"{game.path}/seats", {}).ok()
    assert mine(bo) == []
    bo.api.delete(f"{game.path}/seats/me").ok()
    assert mine(bo) == [told]


def test_who_leaves_a_private_game_is_told_that_its_stream_ends(
    app: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """From then on the game is nobody's business but its players'."""
    _, bo = people = players(2)
    game = new_game(3, at_table=people, seated=1, private=True)
    invite(game, bo)
    bo.api.post(f"{game.path}/seats", {}).ok()
    with closing(Listener(app, f"{game.path}/events", bo.token)) as stream:
        stream.next()
        bo.api.delete(f"{game.path}/seats/me").ok()
        assert stream.rest()[-1] == Frame("bye", b'{"reason":"gone"}')


def test_an_invitation_needs_no_hint(
    settings: Settings,
    new_game: NewGame,
    players: Callable[[int], list[Player]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With every hint lost, a look now and then finds it, once."""
    monkeypatch.setattr(publisher, "announce", lambda *_: None)
    monkeypatch.setattr(subscriptions, "POLL_S", 0.1)
    _, bo = people = players(2)
    game = new_game(at_table=people, seated=1, private=True)
    with closing(Listener(create_app(settings), "/v1/me/events", bo.token)) as stream:
        assert stream.next().event == "ready"
        told = invite(game, bo)
        assert stream.next() == Frame("invited", orjson.dumps(told))
        assert all(stream.quiet() for _ in range(4))


@pytest.mark.parametrize("account", ["a_" + "0" * 32, "x", "", "g_" + "0" * 32])
def test_nobody_to_invite_is_422(new_game: NewGame, account: str) -> None:
    """An id that no account has, and what is no id at all."""
    game = new_game(seated=1, private=True)
    answer = game.players[0].api.post(f"{game.path}/invitations", {"account": account})
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert [fault["pointer"] for fault in answer.body["errors"]] == ["#/account"]


def test_who_leaves_takes_the_invitations_along(new_game: NewGame, players: Callable[[int], list[Player]]) -> None:
    """The export has those made and those got; a deleted account has none, and cannot be invited."""
    ada, bo = people = players(2)
    game = new_game(at_table=people, seated=1, private=True)
    invite(game, bo)
    kept = [player.api.get("/v1/me/export").ok()["invitations"] for player in people]
    assert [[(one["game"], one["received"]) for one in each] for each in kept] == [
        [(game.id, False)],
        [(game.id, True)],
    ]
    bo.api.delete("/v1/me").ok()
    assert ada.api.get("/v1/me/export").ok()["invitations"] == []
    assert ada.api.post(f"{game.path}/invitations", {"account": bo.id}).status == 422
