"""Accounts and tokens."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

import psycopg

from tests.rows import in_one_test
from tests.service.client import Api, Player
from tests.service.factories import unique


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
