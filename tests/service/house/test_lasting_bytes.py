"""Tests of the quotas of lasting bytes, which bound what a client can leave in the database."""

from collections.abc import Callable, Mapping
from itertools import count
from secrets import token_hex
from typing import Any, Final

import psycopg
import pytest
from flask import Flask

from service.app import create_app
from service.platform.limits import rate_limit
from service.platform.settings import Quota, Settings
from service.platform.wire.operation import Operation
from tests import spread
from tests.rows import slow_unless
from tests.service.client import Answer, Api, Game, Player
from tests.service.conftest import POOL_SIZE
from tests.service.factories import game_factory, player_factory
from tests.service.replays.test_imports import TEXT

NOTATION: Final = {"Content-Type": "text/x-hanabi"}
PLENTY: Final = Quota(10**9, 1)
ENOUGH: Final = 80_000
"""Bytes that are many pages of each table."""

LONG: Final = TEXT.replace("c1:2", "v+ v- 1:v+ 1:v- " * 196 + "c1:2")
"""A game of 784 votes in 2 kB."""

Write = Callable[[Player, Game, int], Answer]


def service(url: str, account: int = 10**8, address: int = 10**8) -> Flask:
    """Return the service with quotas of bytes."""
    return create_app(
        Settings(
            database_url=url,
            pool_size=POOL_SIZE,
            rate_limits=True,
            rate_limit_token=PLENTY,
            rate_limit_address=PLENTY,
            rate_limit_account_bytes=Quota(account, 86_400),
            rate_limit_address_bytes=Quota(address, 86_400),
        )
    )


def kept(player: Player, over: Game, number: int) -> Answer:
    """Write a note that keeps the history of its texts."""
    return player.api.put(f"{over.path}/notes/game", {"text": f"{number} {token_hex(900)}", "shared": True})


def created(player: Player, headers: Mapping[str, str]) -> Answer:
    """Create a game and leave it, since an account has few open games."""
    answer = player.api.post("/v1/games", {"seats": 2}, headers=headers)
    player.api.delete(f"/v1/games/{answer.ok()['id']}/seats/me").ok()
    return answer


def commented(player: Player, over: Game, number: int) -> Answer:
    """Write a comment."""
    text = f"{number} {token_hex(240)}"
    return player.api.post(f"{over.replay_path}/comments", {"anchor": "game", "text": text})


def issued(player: Player, _: Game, number: int) -> Answer:
    """Issue a token. End the others before they are too many."""
    if number % 50 == 49:
        player.api.delete("/v1/me/access").ok()
    return player.api.post("/v1/me/tokens", {"name": str(number)})


def vote(player: Player, _: Game, number: int) -> Answer:
    """Vote to abort a game of the player, or withdraw the vote."""
    path = f"/v1/games/{player.name}/abort-votes"
    return player.api.delete(path) if number % 2 else player.api.post(path)


WRITES: Final[dict[str, Write]] = {
    "accounts": lambda player, _, number: player.api.post("/v1/accounts", {"name": f"Eva {number}"}),
    "games": lambda player, _, number: created(player, {}),
    "games with a key": lambda player, _, number: created(player, {"Idempotency-Key": str(number)}),
    "imports": lambda player, _, number: player.api.post("/v1/replays", raw=TEXT.encode(), headers=NOTATION),
    "long imports": lambda player, _, number: player.api.post("/v1/replays", raw=LONG.encode(), headers=NOTATION),
    "notes": kept,
    "tokens": issued,
    "comments": commented,
    "votes": vote,
}


def size(url: str) -> int:
    """Return the size of all tables with their indexes, without what updates have left.

    Otherwise it would depend on when Postgres prunes a page.
    """
    with psycopg.connect(url, autocommit=True) as db:
        tables = db.execute(
            "select string_agg(oid::regclass::text, ', ') from pg_class"
            " where relkind = 'r' and relnamespace = 'public'::regnamespace"
        ).fetchall()
        db.execute(f"vacuum full {tables[0][0]}".encode())
        found = db.execute(
            "select sum(pg_total_relation_size(oid)) from pg_class"
            " where relkind = 'r' and relnamespace = 'public'::regnamespace"
        ).fetchall()
    return int(found[0][0])


@spread.ONE_MACHINE
@pytest.mark.parametrize("kind", slow_unless("notes".__eq__, WRITES))
def test_the_reckoned_bytes_are_those_of_the_tables(
    another_database: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client is charged at least half of what the tables grow, and at most six times as much."""
    reckoned = 0
    plain = rate_limit.lasting_bytes

    def reckon(operation: Operation, environ: Any) -> int:
        nonlocal reckoned
        reckoned += plain(operation, environ)
        return plain(operation, environ)

    players = player_factory(Api(service(another_database)))(2)
    over, running = (game_factory(lambda _: players)(2) for _ in range(2))
    over.abort()
    player = players[0]._replace(name=running.id)
    before = size(another_database)
    monkeypatch.setattr(rate_limit, "lasting_bytes", reckon)
    numbers = count()
    while reckoned < ENOUGH:
        number = next(numbers)
        assert WRITES[kind](player, over, number).status < 300
    assert 1 / 2 < reckoned / (size(another_database) - before) < 6


@spread.ONE_MACHINE
@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "keyed", "least", "most"), [(2, False, 2.0, 8.0), (2, True, 0.8, 1.6), (5, True, 0.8, 1.6)]
)
def test_the_reckoned_bytes_of_a_move(
    another_database: str, monkeypatch: pytest.MonkeyPatch, seats: int, keyed: bool, least: float, most: float
) -> None:
    """Those of 120 moves in two games, by what the tables grow, which they do by pages. Keyed ones store the view."""
    reckoned = list[int]()
    plain = rate_limit.lasting_bytes

    def reckon(operation: Operation, environ: Any) -> int:
        reckoned.append(plain(operation, environ))
        return reckoned[-1]

    players = player_factory(Api(service(another_database)))(seats)
    games = [game_factory(lambda _: players)(seats, rules={"starting_seat": 0}) for _ in range(2)]
    before = size(another_database)
    monkeypatch.setattr(rate_limit, "lasting_bytes", reckon)
    for game in games:
        for number in range(60):
            seat = number % seats
            view = game.view(seat)
            kind = "discard" if number % 2 else "clue"
            move = next(one for one in view["legal_actions"] if one["type"] == kind)
            headers = {"Idempotency-Key": token_hex(16)} if keyed else {}
            body = {**move, "expected_version": view["version"]}
            players[seat].api.post(f"{game.path}/moves", body, headers=headers).ok()
    grown = max(8192, size(another_database) - before)  # 120 plain moves may just fit into pages that are there
    assert least < sum(reckoned) / grown < most


@spread.ONE_MACHINE
@pytest.mark.parametrize(
    ("account", "address", "counter"),
    slow_unless(lambda row: row[2] == "account", [(90_000, 10**8, "account"), (10**8, 90_000, "address")]),
)
def test_a_client_stores_at_most_its_quota(another_database: str, account: int, address: int, counter: str) -> None:
    """A client that writes until it is refused has stored about what its quota allows, and can still read."""
    app = service(another_database, account, address)
    ada, eva = player_factory(Api(app))(2)
    over = game_factory(lambda _: [ada, eva])(2)
    over.abort()
    before, written = size(another_database), 0
    while (answer := commented(ada, over, written)).status == 201:
        written += 1
    assert (answer.status, answer.code) == (429, "too-many-requests")
    assert answer.headers["RateLimit"].startswith(f'"{counter}-bytes";r=')
    assert int(answer.headers["Retry-After"]) > 0
    assert 60 < written < 101
    assert size(another_database) - before < 3 * 90_000
    assert len(ada.api.get(f"{over.replay_path}/comments", query="limit=100").ok()["items"]) == written
    assert commented(eva, over, 0).status == (201 if counter == "account" else 429)


def test_tokens_of_an_account_share_its_quota(another_database: str) -> None:
    """Another token of the account does not help."""
    (ada,) = player_factory(Api(service(another_database, account=5000)))(1)
    again = ada.api.known_by(ada.api.post("/v1/me/tokens", {"name": "again"}).ok()["token"])
    assert [api.post("/v1/games", {"seats": 2}).status for api in (ada.api, again, again)] == [201, 201, 429]
    assert ada.api.post("/v1/games", {"seats": 2}).status == 429
