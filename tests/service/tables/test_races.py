"""Tests of races, on separate connections, and that SQL and the engine pack the same rows."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import psycopg
import pytest
from flask import Flask

from engine.codec import EventRow, document_of, packed
from engine.events import CardPlayed, LaterEvent, RankClueGiven
from service.core.tables import event_store
from service.core.tables.event_store import PACKED, SummaryUpdate
from tests.rows import in_one_test
from tests.service.client import Answer, Game, Json, Player, stacked
from tests.service.factories import NewGame, Players
from tests.service.past import rest

T = TypeVar("T")


@pytest.fixture(params=[3, pytest.param(50, marks=pytest.mark.slow)])
def rounds(request: pytest.FixtureRequest) -> int:
    """The number of times that a race is run."""
    number: int = request.param
    return number


@pytest.fixture(scope="module")
def at_once() -> Callable[..., list[Any]]:
    """A function that calls functions simultaneously, each in a thread."""

    def call(*functions: Callable[[], T]) -> list[T]:
        gate = threading.Barrier(len(functions))

        def run(function: Callable[[], T]) -> T:
            gate.wait(10)
            return function()

        with ThreadPoolExecutor(len(functions)) as pool:
            return [done.result(30) for done in [pool.submit(run, function) for function in functions]]

    return call


AtOnce = Callable[..., list[Any]]


def apart(player: Player) -> Player:
    """Return the player with another client, for use in another thread."""
    return player._replace(api=player.api.known_by(player.token))


def sender(player: Player, path: str, body: Json) -> Callable[[], Answer]:
    """Return a function that sends a request."""
    return partial(apart(player).api.post, path, body)


def test_one_of_two_moves_for_a_version_happens(
    sandbox: NewGame, at_once: AtOnce, database_url: str, rounds: int
) -> None:
    """One 201, one 409 with the other move's event, one new event, and a summary that agrees."""
    game = sandbox(stacked(""), rules={"clue_tokens": 20})
    view = game.view(0)
    for turn in range(rounds):
        if not view["clue_tokens"] or view["result"]:
            game = sandbox(stacked(""), at_table=list(game.players), rules={"clue_tokens": 20})
            view = game.view(0)
        player = game.players[view["to_move"]]
        head = {"type": "clue", "target": 1 - view["to_move"], "expected_version": view["version"]}
        bodies = [{**head, "rank": 1 + turn % 5}, {**head, "color": "red"}]
        answers = at_once(*(sender(player, f"{game.path}/moves", body) for body in bodies))
        won, lost = sorted(answers, key=lambda answer: answer.status)
        assert (won.status, lost.status, lost.code) == (201, 409, "version-conflict")
        (missed,) = lost.body["events"]
        assert (missed["seat"], missed["version"]) == (view["to_move"], view["version"] + 1)
        assert {name: missed.get(name) for name in ("color", "rank")} == {
            name: won.body["event"].get(name) for name in ("color", "rank")
        }
        view = won.body["view"]
        assert [event["version"] for event in game.events(0)] == list(range(view["version"] + 1))
        assert summary(database_url, game) == (view["version"], view["turn"], view["to_move"])


def summary(database_url: str, game: Game) -> tuple[int, int, int]:
    """Return the game's summary row."""
    with psycopg.connect(database_url) as connected:
        row = connected.execute(
            "select version, turn, to_move from game where game_id = %s::uuid", (game.id[2:],)
        ).fetchone()
    assert row is not None
    return row


def test_a_move_sent_twice_happens_once(sandbox: NewGame, at_once: AtOnce, rounds: int) -> None:
    """One card is played, and each response has the same event. Repeated ones are marked."""
    for _ in range(rounds):
        game = sandbox(stacked(""))
        body = {"type": "play", "card": 0, "expected_version": 0}
        answers = at_once(*(sender(game.players[0], f"{game.path}/moves", body) for _ in range(3)))
        assert [answer.status for answer in answers] == [201] * 3
        assert Counter(answer.headers.get("Idempotency-Replayed") for answer in answers) == {None: 1, "true": 2}
        assert all(answer.body["event"] == answers[0].body["event"] for answer in answers)
        assert [event["type"] for event in game.events(1)] == ["deal", "play"]


def test_one_of_two_appends_is_stored(sandbox: NewGame, at_once: AtOnce, app: Flask, rounds: int) -> None:
    """The event store stores one of two events for a version, and nothing of the other."""
    for _ in range(rounds):
        game = sandbox(stacked(""))
        game_id = UUID(game.id[2:])
        events: list[LaterEvent] = [CardPlayed(0, 0), RankClueGiven(0, 1, 1)]

        def append(turn: int, game_id: UUID = game_id, events: list[LaterEvent] = events) -> object:
            with app.extensions["database"].bind():
                stored = event_store.load(game_id)
                assert stored is not None
                summary = SummaryUpdate(10 + turn, turn, None, None, None)
                return event_store.append(stored, 1, events[turn], document_of(events[turn]), bytes([turn]), summary)

        stored: list[Any] = at_once(lambda: append(0), lambda: append(1))
        assert [at is None for at in stored].count(True) == 1
        with app.extensions["database"].bind():
            loaded = event_store.load(game_id)
            assert loaded is not None and loaded.log is not None
            (event,) = loaded.log.events[1:]
            winner = stored.index(next(at for at in stored if at))
            assert (event, loaded.head, loaded.times[1]) == (events[winner], stored[winner].hash, stored[winner].at)
        with app.extensions["database"].bind():
            with_a_gap = SummaryUpdate(3, 0, None, None, None)
            assert event_store.append(loaded, 3, events[0], document_of(events[0]), b"", with_a_gap) is None


@pytest.mark.parametrize("body", [{}, {"seat": 1}], ids=str)
def test_the_last_seat_is_given_once(players: Players, at_once: AtOnce, body: Json, rounds: int) -> None:
    """One of two players gets the last seat, the other one gets 409. There is one deal."""
    for _ in range(rounds):
        ada, *others = players(3)
        game = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada])
        answers = at_once(*(sender(player, f"{game.path}/seats", body) for player in others))
        won, lost = sorted(answers, key=lambda answer: answer.status)
        assert (won.status, lost.status, lost.code) == (201, 409, "game-not-open")
        assert (won.body["status"], won.body["version"]) == ("running", 0)
        assert [event["type"] for event in game.events(0)] == ["deal"]
        names = [seat["name"] for seat in game.view(0)["seats"]]
        assert names == [ada.name, others[answers.index(won)].name]


def test_a_player_joins_once(players: Players, at_once: AtOnce, rounds: int) -> None:
    """A request that is sent twice takes one seat."""
    for _ in range(rounds):
        ada, bela = players(2)
        game = Game(ada.api.post("/v1/games", {"seats": 3}).ok(), [ada])
        answers = at_once(*(sender(bela, f"{game.path}/seats", {}) for _ in range(2)))
        assert sorted(answer.code or "" for answer in answers) == ["", "already-seated"]
        assert [seat["name"] for seat in game.view(0)["seats"]] == [ada.name, bela.name, None]


def test_a_move_and_a_simultaneous_reorder_both_happen(sandbox: NewGame, at_once: AtOnce, rounds: int) -> None:
    """R26: both happen in either order, and no version is missing."""
    game, order = sandbox(stacked(""), rules={"clue_tokens": 20}), 1
    for turn in range(rounds):
        if turn % 20 == 19:  # the tokens of the last game are nearly spent
            game = sandbox(stacked(""), rules={"clue_tokens": 20})
        view = game.view(0)
        seat, order = view["to_move"], -order
        other = game.players[1 - seat]
        hand = [card["card"] for card in game.view(1 - seat)["hands"][1 - seat]["cards"]]
        clue = {"type": "clue", "target": 1 - seat, "rank": 1 + turn % 5, "expected_version": view["version"]}
        reorder = {"cards": hand[::order]}
        move, laid = at_once(
            sender(game.players[seat], f"{game.path}/moves", clue),
            partial(apart(other).api.put, f"{game.path}/hand-order", reorder),
        )
        assert (move.status, laid.status) == (201, 200)
        assert {event["type"] for event in game.events(0, view["version"])} == {"clue", "reorder"}
        assert game.version() == view["version"] + 2


def test_simultaneous_last_votes_abort_the_game_once(new_game: NewGame, at_once: AtOnce, rounds: int) -> None:
    """R21: both votes count, the second one ends the game, and nothing comes after it."""
    for _ in range(rounds):
        game = new_game(2)
        answers = at_once(*(sender(player, f"{game.path}/abort-votes", {}) for player in game.players))
        assert [answer.status for answer in answers] == [201, 201]
        assert [event["type"] for event in game.events(0)] == ["deal", "abort_vote", "abort_vote"]
        assert game.view(0)["result"]["reason"] == "agreed"


def test_an_idle_game_is_aborted_once(new_game: NewGame, at_once: AtOnce, database_url: str, rounds: int) -> None:
    """R21: simultaneous reads abort the game with one event."""
    for _ in range(rounds):
        game = new_game(2)
        rest(database_url, game.id, 8 * 24 * 3600)
        looks = [partial(apart(player).api.get, game.path) for player in (*game.players, *game.players)]
        assert [answer.body["status"] for answer in at_once(*looks)] == ["ended"] * 4
        assert [event["type"] for event in game.events(0)] == ["deal", "abort"]


ROWS = [
    EventRow(0, None, None, None, {}),
    EventRow(1, 0, 0, None, None),
    EventRow(1, 4, 59, 5, None),
    EventRow(2, 3, 31, None, None),
    EventRow(3, 0, 4, 0, None),
    EventRow(4, 4, 0, 5, None),
    EventRow(7, 2, None, None, None),
    EventRow(9, None, None, None, {}),
]


@in_one_test("row", ROWS)
def test_sql_and_the_engine_pack_rows_alike(row: EventRow, database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        found = db.execute(
            f"select {PACKED} from (values (%s::smallint, %s::smallint, %s::smallint, %s::smallint)) as"
            " event (kind, seat, target, value)",
            row[:4],
        ).fetchone()
    assert found == (packed(row),)


def test_different_rows_are_packed_differently() -> None:
    assert len({packed(row) for row in ROWS}) == len(ROWS)
