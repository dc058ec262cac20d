"""Tests of tokens: their form, and those that are issued with others, with rights, lifetimes, limits and revocation."""

import hashlib
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import psycopg
import pytest

from service.core.people.tokens import MAX_TOKENS
from tests import spread
from tests.rows import in_one_test
from tests.service.client import Api, Json, Player
from tests.service.factories import Players, unique
from tests.waiting import await_until

HOUR_S = 3600


@pytest.fixture
def ada(players: Players) -> Player:
    """A new account."""
    return players(1)[0]


def issued(issuer: Api, **body: Any) -> Json:
    """Issue a token and return it."""
    token: Json = issuer.post("/v1/me/tokens", {"name": "child", **body}).ok()
    return token


def valid(owner: Api) -> set[str]:
    """Return the ids of the account's valid tokens."""
    return {token["id"] for token in owner.get("/v1/me/tokens").ok()["items"]}


@in_one_test(
    ("scopes", "asked", "got"),
    [
        (["account"], None, ["account"]),
        (["account", "read"], None, ["account", "read"]),
        (["account", "read"], ["read"], ["read"]),
        (["account", "play", "read"], None, ["account", "play", "read"]),
        (["account"], ["account", "play"], "play"),
        (["account"], ["read"], "read"),
    ],
)
def test_a_token_has_at_most_the_scopes_of_its_issuer(
    ada: Player, scopes: list[str], asked: list[str] | None, got: list[str] | str
) -> None:
    """By default it has the same scopes. Any other scope is `insufficient-scope`."""
    parent = ada.api.known_by(issued(ada.api, scopes=scopes)["token"])
    answer = parent.post("/v1/me/tokens", {"name": "child", **({} if asked is None else {"scopes": asked})})
    if isinstance(got, str):
        assert (answer.status, answer.code, answer.body["scope"]) == (403, "insufficient-scope", got)
    else:
        assert answer.ok()["scopes"] == got


def test_a_token_for_a_seat_needs_the_scopes_of_a_seat(ada: Player) -> None:
    """A token that may not play cannot issue one that may."""
    game = ada.api.post("/v1/games", {"seats": 2}).ok()["id"]
    parent = ada.api.known_by(issued(ada.api, scopes=["account", "read"])["token"])
    answer = parent.post("/v1/me/tokens", {"name": "bot", "game": game})
    assert (answer.status, answer.code, answer.body["scope"]) == (403, "insufficient-scope", "play")
    assert issued(parent, game=game, scopes=["read"])["scopes"] == ["read"]


def test_a_token_for_a_seat_acts_for_this_seat_alone(ada: Player, players: Players) -> None:
    """That of the creator neither removes nor invites others, seats no bot, and plays no other game. It may leave."""
    (eve,) = players(1)
    path = f"/v1/games/{ada.api.post('/v1/games', {'seats': 3}).ok()['id']}"
    eve.api.post(f"{path}/seats", {}).ok()
    bot = ada.api.known_by(issued(ada.api, game=path.removeprefix("/v1/games/"))["token"])
    refused = [
        bot.delete(f"{path}/seats/1"),
        bot.post(f"{path}/invitations", {"account": eve.id}),
        bot.post(f"{path}/seats", {"bot": "random"}),
        bot.post(f"{path}/again", {}),
    ]
    assert [(one.code, one.body["scope"]) for one in refused] == [("insufficient-scope", "games:create")] * 4
    assert all("acts for one seat alone" in one.body["detail"] for one in refused)
    assert bot.delete(f"{path}/seats/me").status == 204


def test_a_token_expires_with_its_issuer_at_the_latest(ada: Player) -> None:
    """By default it expires at the same time, used or not. A longer lifetime is invalid."""
    parent = issued(ada.api, expires_in_s=HOUR_S)
    caller = ada.api.known_by(parent["token"])
    child = issued(caller)
    assert (child["expires_at"], child["used_on"]) == (parent["expires_at"], None)
    used = {one["id"]: one["used_on"] is not None for one in caller.get("/v1/me/tokens").ok()["items"]}
    assert used[parent["id"]] and not used[child["id"]]
    shorter = issued(caller, expires_in_s=60)["expires_at"]
    assert datetime.fromisoformat(shorter) < datetime.fromisoformat(parent["expires_at"])
    longer = caller.post("/v1/me/tokens", {"name": "child", "expires_in_s": HOUR_S + 1})
    assert (longer.status, longer.code) == (422, "invalid-request")
    assert [fault["pointer"] for fault in longer.body["errors"]] == ["#/expires_in_s"]
    assert issued(ada.api)["expires_at"] is None


def test_an_account_has_at_most_a_hundred_tokens(ada: Player, database_url: str) -> None:
    """Requests at the same time exceed the limit neither. Expired tokens do not count, and are deleted."""
    with psycopg.connect(database_url) as db:
        db.execute(
            """insert into token (token_id, account_id, digest, name, scopes, expires_at)
               select gen_random_uuid(), %(account)s::uuid, sha256((%(account)s::text || number)::bytea), 'x', '{read}',
                      case when number <= 2 then now() end
                 from generate_series(1, %(more)s) number""",
            {"account": ada.id[2:], "more": MAX_TOKENS - 1},
        )
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ada.api.known_by(ada.token).post("/v1/me/tokens", {"name": "x"}), range(4)))
    assert sorted(answer.status for answer in answers) == [201, 201, 409, 409]
    assert {answer.code for answer in answers} == {None, "limit-reached"}
    with psycopg.connect(database_url) as db:
        found = db.execute("select count(*) from token where account_id = %s", (ada.id[2:],)).fetchone()
    assert found == (MAX_TOKENS,)
    made = next(answer.body for answer in answers if answer.status == 201)
    ada.api.delete(f"/v1/me/tokens/{made['id']}").ok()
    issued(ada.api)


@spread.ONE_MACHINE  # on Citus, the request waits for a lock of another node
def test_a_token_is_not_issued_with_one_that_is_being_revoked(ada: Player, database_url: str) -> None:
    """A request that waits for the revocation is refused, and leaves no token behind."""
    parent = issued(ada.api)
    with psycopg.connect(database_url) as db, ThreadPoolExecutor(1) as pool:
        db.execute("select 1 from account where account_id = %s for no key update", (ada.id[2:],))
        waiting = pool.submit(ada.api.known_by(parent["token"]).post, "/v1/me/tokens", {"name": "child"})
        await_until(lambda: db.execute("select 1 from pg_locks where not granted").fetchone(), "it waits")
        db.execute("delete from token where token_id = %s", (parent["id"][2:],))
        db.commit()
        answer = waiting.result()
    assert (answer.status, answer.code) == (401, "invalid-token")
    assert parent["id"] not in valid(ada.api) and len(valid(ada.api)) == 1


def columns(database_url: str) -> list[tuple[Any, ...]]:
    """Return all columns of accounts and tokens in the database, as text."""
    with psycopg.connect(database_url) as connected:
        return [
            *connected.execute("select account_id::text, name from account"),
            *connected.execute("select token_id::text, account_id::text, encode(digest, 'hex') from token"),
        ]


def test_a_token_is_shown_once_and_stored_as_a_digest(api: Api, database_url: str) -> None:
    """The response has the token. The database has only its SHA-256."""
    account = api.post("/v1/accounts", {"name": unique("Ada")}).ok()
    known = [cell for row in columns(database_url) for cell in row]
    assert hashlib.sha256(account["token"].encode()).hexdigest() in known
    assert not [cell for cell in known if account["token"][6:30] in cell]


@in_one_test("name", [rb'"\ud800"', rb'"\udc00\ud800"', b'"\xff"', b'"\xed\xa0\x80"', rb'"\u0000"'])
def test_invalid_unicode_is_refused(api: Api, name: bytes) -> None:
    """A lone surrogate, a byte that is not UTF-8 and a NUL never reach the database."""
    answer = api.post("/v1/accounts", raw=b'{"name":' + name + b"}")
    assert (answer.status, answer.code) == (400, "malformed-json")


@in_one_test(
    "header",
    [
        lambda token: "Bearer",
        lambda token: token,
        lambda token: f"Bearer {token[:-1]}",
        lambda token: f"Bearer {token} x",
        lambda token: f"Bearer {token.swapcase()}",
        lambda token: f"Bearer hnb_x_{token[6:]}",
        lambda token: "Bearer hnb_p_" + "é" * 49,
    ],
)
def test_an_invalid_token_is_401_even_on_public_resources(
    players: Callable[[int], list[Player]], api: Api, header: Any
) -> None:
    """Every invalid token gets the same response, with a challenge."""
    (ada,) = players(1)
    answer = api.get("/v1/editions", headers={"Authorization": header(ada.token).encode().decode("latin-1")})
    assert (answer.status, answer.code) == (401, "invalid-token")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


def test_the_authentication_scheme_ignores_case(players: Callable[[int], list[Player]], api: Api) -> None:
    """`bearer` is `Bearer`."""
    (ada,) = players(1)
    answer = api.post("/v1/games", {"seats": 2}, headers={"Authorization": f"bearer {ada.token}"})
    assert answer.status == 201


def test_a_token_has_a_checksum(players: Callable[[int], list[Player]]) -> None:
    """A token is a kind, 43 random characters and six of a checksum, by which searches for secrets know it."""
    tokens = [player.token for player in players(5)]
    assert all(re.fullmatch(r"hnb_p_[0-9A-Za-z]{49}", token) for token in tokens)
    assert len({token[6:49] for token in tokens}) == 5
