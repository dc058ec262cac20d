"""Tests of the number of round trips to Postgres for each request."""

import re
import time
from collections.abc import Callable, Iterator
from itertools import chain
from itertools import count as numbers
from pathlib import Path

import pytest
from flask import Flask
from psycopg import _queries

from engine.formats.notation.games import write_game
from service.app import create_app
from service.core.tables import event_store, game_summary
from service.core.tables.news import publisher
from service.platform.settings import Settings
from tests.engine.random_games import games_of
from tests.service.browser import Browser
from tests.service.client import Answer, Api, Game, Player
from tests.service.factories import NewGame
from tests.service.oauth.app import App

Count = Callable[..., int]

# The messages that end a round trip: the last one of an extended query, or a simple query.
ROUND_TRIP = re.compile(r"\tF\t\d+\t(?:Sync|Query)\b")

STATEMENT = re.compile(r"\tF\t\d+\t(?:Execute|Query)\b")

WARM = 7
"""psycopg prepares a statement that it sends for the sixth time, which is one round trip more."""


@pytest.fixture
def traced(database_url: str, tmp_path: Path) -> Iterator[tuple[Api, Count]]:
    """A service with one connection, and a function that counts a request's round trips, or other messages."""
    app = create_app(Settings(database_url=database_url, pool_size=1))
    pool = app.extensions["database"].pool

    def wholly(ask: Callable[[], Answer]) -> Answer:
        answer = ask()
        while publisher.notifier.busy:
            time.sleep(0.001)
        return answer

    def count(ask: Callable[[], Answer], messages: re.Pattern[str] = ROUND_TRIP) -> int:
        for _ in range(WARM):
            wholly(ask)
        with (tmp_path / "trace").open("w") as file:
            with pool.connection() as only:
                only.pgconn.trace(file.fileno())
            answer = wholly(ask)
            with pool.connection() as same:
                same.pgconn.untrace()
            assert same is only
        assert answer.status < 400, answer.body
        return len(messages.findall((tmp_path / "trace").read_text()))

    yield Api(app), count
    app.extensions["database"].close()


READS = {
    "{game}": 1,
    "{game}?knowledge=true": 1,
    "{game}/events": 1,
    "{game}/events?views=true": 1,
    "{game}/events?since=0": 1,
    "{game}/messages": 3,
    "/v1/games?limit=1": 3,
    "/v1/replays?limit=1": 3,
    "/v1/me/games?limit=1": 3,
    "/v1/editions": 1,
}
"""Round trips of a GET with a token. Authentication is one of them, unless it is read with the game."""


@pytest.fixture
def game(new_game: NewGame) -> Game:
    """A running game with enough clue tokens for the tests. Seat 0 starts."""
    return new_game(2, rules={"edition": "de", "starting_seat": 0, "clue_tokens": 20})


@pytest.mark.parametrize("path", READS)
def test_a_read_takes_the_listed_round_trips(path: str, traced: tuple[Api, Count], game: Game) -> None:
    api, count = traced
    player = api.known_by(game.players[0].token)
    where, _, query = path.format(game=game.path).partition("?")
    assert count(lambda: player.get(where, query=query)) == READS[path]


@pytest.mark.parametrize("holder", ["a program", "an app", "a sign-in"])
def test_an_app_and_a_sign_in_cost_what_a_token_does(
    app: Flask, traced: tuple[Api, Count], game: Game, holder: str
) -> None:
    """A view and an unchanged view are one statement, and a move is the same three (decisions 0029 and 0082).

    These read the caller and the game, write the event and the summary, and notify after the response.
    """
    api, count = traced
    players, version = [], 0
    for player in game.players:
        secret, browser = player.token, Browser(app)
        if holder != "a program":
            browser.post("/v1/sign-in/token", {"token": player.token}).ok()
            secret = browser.secret if holder == "a sign-in" else App(app).tokens(browser)["access_token"]
        players.append(api.known_by(secret))

    def clue() -> Answer:
        nonlocal version
        seat, hand = version % 2, game.view(version % 2)["hands"][1 - version % 2]
        move = {"type": "clue", "target": 1 - seat, "rank": hand["cards"][0]["rank"], "expected_version": version}
        version += 1
        return players[seat].post(f"{game.path}/moves", move)

    assert [count(clue, messages) for messages in (ROUND_TRIP, STATEMENT)] == [3, 3]
    assert [count(lambda: players[0].get(game.path), messages) for messages in (ROUND_TRIP, STATEMENT)] == [1, 1]
    unchanged = {"If-None-Match": players[0].get(game.path).headers["ETag"]}
    assert count(lambda: players[0].get(game.path, headers=unchanged), STATEMENT) == 1
    assert players[0].get(game.path, headers=unchanged).status == 304


def test_a_repeated_move_waits_for_the_standby(traced: tuple[Api, Count], game: Game) -> None:
    """Two round trips: the caller and the game, and the wait for replication.

    The first request may have been cut off during the wait, so the second one must wait before it acknowledges.
    """
    api, count = traced
    hand = game.view(0)["hands"][1]
    move = {"type": "clue", "target": 1, "rank": hand["cards"][0]["rank"], "expected_version": 0}
    player = api.known_by(game.players[0].token)
    player.post(f"{game.path}/moves", move).ok()
    assert count(lambda: player.post(f"{game.path}/moves", move)) == 2


def test_a_long_poll_takes_three_round_trips(traced: tuple[Api, Count], game: Game) -> None:
    """A long poll reads for the response, again after it has subscribed, and whether its token is still valid."""
    api, count = traced
    player = api.known_by(game.players[0].token)
    waits = chain(["wait=0"] * WARM, ["wait=1"])  # only the request that is counted takes a second
    assert count(lambda: player.get(f"{game.path}/events", query="since=0", headers={"Prefer": next(waits)})) == 3


@pytest.mark.parametrize("statement", [event_store.LOAD_FOR_TOKEN, event_store.APPEND, game_summary.SUMMARY_FOR_TOKEN])
def test_the_statements_of_views_and_moves_are_parsed_once(statement: str) -> None:
    """psycopg parses a longer statement each time, which takes a thirtieth of a view."""
    assert len(statement.encode()) <= _queries.MAX_CACHED_STATEMENT_LENGTH


@pytest.mark.parametrize(("seat", "round_trips"), [(None, 1), (0, 2)])
def test_a_stream_that_resumes_reads_once(
    traced: tuple[Api, Count], game: Game, seat: int | None, round_trips: int
) -> None:
    """One read gives the caller's seat, the version and the events. The token is checked before the subscription."""
    api, count = traced
    caller = api if seat is None else api.known_by(game.players[seat].token)
    headers = {"Accept": "text/event-stream"}
    assert count(lambda: caller.send("HEAD", f"{game.path}/events", query="since=0", headers=headers)) == round_trips


def test_a_stream_of_an_open_game_reads_once(traced: tuple[Api, Count], players: Callable[[int], list[Player]]) -> None:
    """One read of the game, and one that tells whether its creator is suspended."""
    api, count = traced
    path = f"/v1/games/{players(1)[0].api.post('/v1/games', {'seats': 2}).ok()['id']}/events"
    assert count(lambda: api.send("HEAD", path, headers={"Accept": "text/event-stream"})) == 2


def test_an_import_takes_few_statements(traced: tuple[Api, Count], game: Game) -> None:
    """A worker serves other requests during each statement, so one for each event would take seconds under load."""
    api, count = traced
    player = api.known_by(game.players[0].token)
    log = next(log for number in numbers() for log in games_of(number) if len(log.events) > 60)
    raw, headers = write_game(log).encode(), {"Content-Type": "text/x-hanabi"}
    assert count(lambda: player.post("/v1/replays", raw=raw, headers=headers), STATEMENT) < 20


def test_a_request_holds_one_connection(database_url: str, players: Callable[[int], list[Player]]) -> None:
    """With a pool of one connection, no request waits for a second one.

    Otherwise some simultaneous requests that each hold one would stop a worker.
    """
    app = create_app(Settings(database_url=database_url, pool_size=1))
    api, (ada, bo) = Api(app), players(2)
    first, second = api.known_by(ada.token), api.known_by(bo.token)
    game = first.post("/v1/games", {"seats": 2, "private": True}).ok()["id"]
    first.post(f"/v1/games/{game}/invitations", {"account": bo.id}).ok()
    second.delete(f"/v1/me/invitations/{game}").ok()
    code = first.post(f"/v1/games/{game}/invitations", {}).ok()["code"]
    second.post(f"/v1/games/{game}/seats", {"code": code}, headers={"Idempotency-Key": "join"}).ok()
    tag = first.get("/v1/me").headers["ETag"]
    first.send("PATCH", "/v1/me", {"name": ada.name}, headers={"If-Match": tag}).ok()
    note = first.put(f"/v1/games/{game}/notes/game", {"text": "Hm."})
    first.put(f"/v1/games/{game}/notes/game", {"text": "Oh."}, headers={"If-Match": note.headers["ETag"]}).ok()
    for player in (first, second):
        player.post(f"/v1/games/{game}/abort-votes").ok()
    first.post(f"/v1/replays/{game}/comments", {"anchor": "game", "text": "Hm."}).ok()
    app.extensions["database"].close()
