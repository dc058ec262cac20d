"""Tests of open games: their expiry, removed seats, and limits of what one account holds open."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, Final

import psycopg
import pytest
from flask import Flask

from service.core.tables.lobby import creation, seats
from service.maintenance import chores
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Answer, Api, Game, Json, Player
from tests.service.factories import NewGame, Players
from tests.service.sse import Frame
from tests.service.tables.event_client import EventClient

HOUR: Final = 3600
BOT: Final = {"bot": "random"}


class Clock:
    """Moves the expiry of open games."""

    def __init__(self, database: psycopg.Connection[Any]) -> None:
        self._database = database

    def left_s(self, game: Game) -> float:
        """Return the seconds until a game expires."""
        row = self._row("select extract(epoch from open_until - now()) from game where game_id = %s", game)
        return float(row[0])

    def set_left(self, game: Game, seconds: int) -> None:
        """Let a game expire in some seconds, or some seconds ago."""
        change = "update game set open_until = now() + make_interval(secs => %s) where game_id = %s"
        self._database.execute(change, (seconds, game.id[2:]))

    def rows(self, game: Game) -> int:
        """Return the number of stored rows of a game."""
        tables = ("game", "seat", "deal", "invitation")
        return sum(self._row(f"select count(*) from {table} where game_id = %s", game)[0] for table in tables)

    def _row(self, statement: str, game: Game) -> tuple[Any, ...]:
        row: tuple[Any, ...] | None = self._database.execute(statement.encode(), (game.id[2:],)).fetchone()
        assert row is not None
        return row


@pytest.fixture
def clock(database_url: str) -> Iterator[Clock]:
    """The expiry of open games."""
    with psycopg.connect(database_url, autocommit=True) as database:
        yield Clock(database)


def open_game(owner: Player, seats: int = 3, **body: Any) -> Game:
    """Return an open game with the owner in seat 0."""
    return Game(owner.api.post("/v1/games", {"seats": seats, **body}).ok(), [owner])


def listed(api: Api, path: str, query: str = "limit=100") -> set[str]:
    """Return the ids of the games in a list."""
    return {item.get("id") or item["game"] for item in api.get(path, query=query).ok()["items"]}


# Expiry.

REQUESTS: Final[list[tuple[str, str, Json | None]]] = [
    ("GET", "", None),
    ("GET", "/events", None),
    ("GET", "/messages", None),
    ("POST", "/seats", {}),
    ("POST", "/seats", BOT),
    ("DELETE", "/seats/me", None),
    ("DELETE", "/seats/1", None),
    ("PUT", "/seats/me/entropy", {"entropy": "x"}),
    ("POST", "/invitations", {}),
    ("POST", "/abort-votes", {}),
]


@pytest.mark.parametrize("private", [False, True])
def test_an_expired_game_is_unknown_at_once(private: bool, players: Players, clock: Clock) -> None:
    """No list has it, and every request gets the response of an unknown game, also from its creator."""
    ada, bo = players(2)
    game = open_game(ada, private=private)
    ada.api.post(f"{game.path}/invitations", {"account": bo.id}).ok()
    tag = ada.api.get(game.path).headers["ETag"]
    lists = [(ada, "/v1/me/games"), (bo, "/v1/me/invitations"), *([] if private else [(bo, "/v1/games")])]
    assert all(game.id in listed(player.api, path) for player, path in lists)
    clock.set_left(game, 0)
    assert not any(game.id in listed(player.api, path) for player, path in lists)
    assert game.id not in listed(bo.api, "/v1/games", "status=open&limit=100")
    assert bo.api.get("/v1/me/events").ok()["invited"] == []
    for player in (ada, bo):
        for method, path, body in REQUESTS:
            assert player.api.send(method, game.path + path, body).code == "not-found", (method, path)
    assert ada.api.get(game.path, headers={"If-None-Match": tag}).status == 404


@pytest.mark.parametrize(
    ("private", "path", "body", "hours"),
    [
        (False, "/seats", {"entropy": "x"}, 24),
        (False, "/seats", BOT, 24),
        (False, "/invitations", {"expires_in_s": 48 * HOUR}, 24),
        (True, "/invitations", {"expires_in_s": 48 * HOUR}, 48),
        (True, "/invitations", {"expires_in_s": HOUR}, 24),
    ],
)
def test_a_seat_or_an_invitation_keeps_a_game_open(
    private: bool, path: str, body: Json, hours: int, players: Players, clock: Clock
) -> None:
    """The game stays open for a day from then on, and a private game as long as its invitations."""
    ada, bo = players(2)
    game = open_game(ada, private=private)
    assert 23 * HOUR < clock.left_s(game) <= 24 * HOUR
    clock.set_left(game, 60)
    (bo if "entropy" in body else ada).api.post(game.path + path, body).ok()
    assert (hours - 1) * HOUR < clock.left_s(game) <= hours * HOUR


def test_expired_games_are_deleted(players: Players, clock: Clock, database_url: str) -> None:
    """`hanabi chores` deletes games that expired an hour ago, with all their rows, and no others.

    After a jump of the clock it deletes none.
    """
    ada, bo = players(2)
    old, fresh, present = (open_game(ada) for _ in range(3))
    started = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada, bo])
    bo.api.post(f"{started.path}/seats", {}).ok()
    for game in (old, fresh, present):
        ada.api.post(f"{game.path}/invitations", {"account": bo.id}).ok()
    for game, left_s in ((old, -HOUR - 1), (fresh, -HOUR + 60), (started, -HOUR - 1)):
        clock.set_left(game, left_s)
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update clock set steady_since = now()")
        assert "deleted 0 expired open games" in chores.main(Settings(database_url=database_url))
        db.execute("update clock set steady_since = '-infinity'")
    assert "deleted 1 expired open games" in chores.main(Settings(database_url=database_url))
    assert [clock.rows(game) for game in (old, fresh, present, started)] == [0, 4, 4, 4]
    assert (present.view(0)["status"], started.view(0)["status"]) == ("open", "running")


def test_a_stream_of_an_expired_game_ends(app: Flask, players: Players, clock: Clock) -> None:
    """The stream says so within the poll interval."""
    (ada,) = players(1)
    game = open_game(ada)
    with closing(EventClient(app, f"{game.path}/events", ada.token)) as stream:
        stream.next()
        clock.set_left(game, 0)
        assert stream.remaining()[-1] == Frame("bye", b'{"reason":"gone"}')


def test_a_game_without_players_disappears(players: Players) -> None:
    """When the last account leaves its seat, the game is gone, even if a bot is left."""
    ada, bo = players(2)
    game = open_game(ada, 4)
    ada.api.post(f"{game.path}/seats", BOT).ok()
    bo.api.post(f"{game.path}/seats", {}).ok()
    ada.api.delete(f"{game.path}/seats/me").ok()
    assert bo.api.get(game.path).status == 200
    bo.api.delete(f"{game.path}/seats/me").ok()
    assert ada.api.get(game.path).status == 404


def test_a_deleted_account_leaves_open_games(players: Players, database_url: str) -> None:
    """Its own open games leave the list, and are unknown to others, at once.

    `hanabi chores` lets them expire, and frees its seats in others. Its running games remain.
    """
    ada, bo, eve = players(3)
    own, other = open_game(ada), open_game(bo)
    running = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada, bo])
    for game, player in ((own, bo), (other, ada), (running, bo)):
        player.api.post(f"{game.path}/seats", {}).ok()
    assert own.id in listed(bo.api, "/v1/games")
    ada.api.delete("/v1/me").ok()
    assert own.id not in listed(bo.api, "/v1/games")
    for method, path, body in REQUESTS[:4]:
        assert eve.api.send(method, own.path + path, body).code == "not-found", (method, path)
    assert bo.api.get(own.path).status == 200
    chores.main(Settings(database_url=database_url))
    assert bo.api.get(own.path).status == 404
    assert [seat["name"] for seat in bo.api.get(other.path).ok()["seats"]] == [bo.name, None, None]
    assert bo.api.get(running.path).ok()["status"] == "running"


# Removed seats.


@pytest.mark.parametrize("private", [False, True])
def test_the_creator_removes_a_seat(private: bool, app: Flask, players: Players) -> None:
    """The seat is free again, and an invited player needs a new invitation."""
    ada, bo, eve = players(3)
    game = open_game(ada, 5, private=private)
    for player in (bo, eve):
        ada.api.post(f"{game.path}/invitations", {"account": player.id}).ok()
        player.api.post(f"{game.path}/seats", {}).ok()
    ada.api.post(f"{game.path}/seats", BOT).ok()
    with closing(EventClient(app, f"{game.path}/events", eve.token)) as stream:
        stream.next()
        assert ada.api.delete(f"{game.path}/seats/1").status == 204
        assert b'"seat":1,"name":null' in stream.next().data
    assert [seat["name"] for seat in ada.api.get(game.path).ok()["seats"]][:3] == [ada.name, None, eve.name]
    assert bo.api.get("/v1/me/invitations").ok()["items"] == []
    again = bo.api.post(f"{game.path}/seats", {})
    assert again.status == (404 if private else 201)


@in_one_test("private", [False, True])
@in_one_test("dealt", [False, True])
def test_a_creator_without_a_seat_removes_nobody(private: bool, dealt: bool, players: Players) -> None:
    """Whoever has left the own game leaves it to the others, also after the deal."""
    ada, bo, *others = players(4)
    game = open_game(ada, 3, private=private)
    code = ada.api.post(f"{game.path}/invitations", {}).ok()["code"]
    bo.api.post(f"{game.path}/seats", {"code": code}).ok()
    ada.api.delete(f"{game.path}/seats/0").ok()
    for player in others if dealt else ():
        player.api.post(f"{game.path}/seats", {"code": code}).ok()
    assert removed(game, 0, 1) == ((404, "not-found") if private else (403, "not-a-player"))
    assert bo.api.get(game.path).ok()["status"] == ("running" if dealt else "open")


def test_a_bot_is_removed(players: Players) -> None:
    """A bot's seat becomes free too."""
    (ada,) = players(1)
    game = open_game(ada)
    ada.api.post(f"{game.path}/seats", BOT).ok()
    ada.api.delete(f"{game.path}/seats/1").ok()
    assert game.view(0)["seats"][1] == {"seat": 1, "name": None, "account": None, "bot": None, "program": None}


def removed(game: Game, by: int, seat: object) -> tuple[int, str | None]:
    """Let a player remove a seat. Return status and code of the response."""
    answer: Answer = game.players[by].api.delete(f"{game.path}/seats/{seat}")
    return answer.status, answer.code


@pytest.fixture
def with_a_free_seat(players: Players) -> Game:
    """A game in which two of its three players have seats."""
    people = players(3)
    game = open_game(people[0])
    people[1].api.post(f"{game.path}/seats", {}).ok()
    game.players = people
    return game


@in_one_test(
    ("by", "seat", "refusal"),
    [
        (0, 2, (404, "not-found")),
        (0, "x", (404, "not-found")),
        (1, 0, (403, "not-the-creator")),
        (1, 1, (403, "not-the-creator")),
        (2, 1, (403, "not-the-creator")),
    ],
)
def test_refused_removals(by: int, seat: object, refusal: object, with_a_free_seat: Game) -> None:
    """A free seat and an unknown one are not removed, and nobody but the creator removes any."""
    before = with_a_free_seat.view(0)
    assert removed(with_a_free_seat, by, seat) == refusal
    assert with_a_free_seat.view(0) == before


def test_no_seat_is_removed_after_the_deal(new_game: NewGame) -> None:
    """R21: the creator has seen cards, so the game goes on, and only the other seats can help to end it."""
    game = new_game(3)
    before = game.view(0)
    assert removed(game, 1, 2) == (403, "not-the-creator")
    assert removed(game, 0, 0) == (409, "game-not-open")
    assert removed(game, 0, 4) == (404, "not-found")
    assert removed(game, 0, 2) == (409, "game-not-open")
    assert game.view(0) == before


# Limits.


def limit_of(answer: Answer) -> tuple[str, str, int]:
    """Return the limit that a response names."""
    assert answer.status == 409, answer.body
    return answer.body["code"], answer.body["limit"], answer.body["maximum"]


def test_an_account_has_few_open_games(players: Players, clock: Clock) -> None:
    """Of 24 games that are created at the same time there are ten. An ended or expired one makes room."""
    ada, bo = players(2)
    with ThreadPoolExecutor(4) as pool:
        answers = [*pool.map(lambda _: ada.api.known_by(ada.token).post("/v1/games", {"seats": 2}), range(24))]
    games = [Game(answer.body, [ada, bo]) for answer in answers if answer.status == 201]
    assert len(games) == creation.MAX_OPEN_GAMES
    reached = {limit_of(answer) for answer in answers if answer.status != 201}
    assert reached == {("limit-reached", "open-games", 10)}
    bo.api.post(f"{games[0].path}/seats", {}).ok()
    open_game(ada)
    clock.set_left(games[1], 0)
    open_game(ada)
    ada.api.delete(f"{games[2].path}/seats/me").ok()
    open_game(ada)
    assert limit_of(ada.api.post("/v1/games", {"seats": 2, "private": True})) == ("limit-reached", "open-games", 10)


def test_an_account_takes_few_seats_of_others(players: Players) -> None:
    """A stranger takes ten of twelve seats at the same time. Its own games are apart."""
    hosts, (eve,) = [players(1)[0] for _ in range(3)], players(1)
    games = [open_game(host) for host in hosts for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = [*pool.map(lambda game: eve.api.known_by(eve.token).post(f"{game.path}/seats", {}), games)]
    refused = [limit_of(answer) for answer in answers if answer.status != 201]
    assert refused == [("limit-reached", "seats-in-open-games", 10)] * 2
    open_game(eve)
    left = next(game for game, answer in zip(games, answers, strict=True) if answer.status == 201)
    eve.api.delete(f"{left.path}/seats/me").ok()
    free = next(game for game, answer in zip(games, answers, strict=True) if answer.status != 201)
    eve.api.post(f"{free.path}/seats", {}).ok()


def test_an_account_plays_few_games_at_a_time(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither creates nor joins more, until a game ends."""
    monkeypatch.setattr(seats, "MAX_RUNNING", 2)
    ada, bo = players(2)
    games = [Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada, bo]) for _ in range(3)]
    for game in games[:2]:
        bo.api.post(f"{game.path}/seats", {}).ok()
    expected = ("limit-reached", "running-games", 2)
    assert limit_of(bo.api.post(f"{games[2].path}/seats", {})) == expected
    assert limit_of(bo.api.post("/v1/games", {"seats": 2})) == expected
    games[0].abort()
    bo.api.post(f"{games[2].path}/seats", {}).ok()
