"""Accounts and tokens."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

import psycopg

from tests.rows import in_one_test
from tests.service.client import Api, Game, Player
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


@in_one_test(
    "name",
    [
        "",
        " ",
        "\t",
        "x" * 41,
        "🎆" * 41,
        "a\nb",
        "a\x00",
        "a\x7f",
        "a\x9fb",
        "a\u2028b",
        "a\u202eb",
        "\u200b",
        "\u200d",
        3,
        True,
        ["Ada"],
        {},
    ],
)
def test_an_invalid_name_is_refused(api: Api, name: object) -> None:
    """Empty and long names, other types and control characters have a pointer. NUL is invalid JSON."""
    answer = api.post("/v1/accounts", {"name": name})
    if name == "a\x00":
        assert (answer.status, answer.code) == (400, "malformed-json")
        assert "contains the character U+0000" in answer.body["detail"]
    else:
        assert (answer.status, answer.code) == (422, "invalid-request")
        assert [fault["pointer"] for fault in answer.body["errors"]] == ["#/name"]


@in_one_test("name", [rb'"\ud800"', rb'"\udc00\ud800"', b'"\xff"', b'"\xed\xa0\x80"', rb'"\u0000"'])
def test_invalid_unicode_is_refused(api: Api, name: bytes) -> None:
    """A lone surrogate, a byte that is not UTF-8 and a NUL never reach the database."""
    answer = api.post("/v1/accounts", raw=b'{"name":' + name + b"}")
    assert (answer.status, answer.code) == (400, "malformed-json")


@in_one_test(
    ("body", "pointers"),
    [
        ({"name": "Ada", "admin": True}, ["#/admin"]),
        ({"Name": "Ada"}, ["#/Name"]),
        ({"name": "Ada", "a/b~c": 1}, ["#/a~1b~0c"]),
        ({"name": "Ada", "a\nb": 1}, ["#/a\nb"]),
        ([], ["#"]),
        ("Ada", ["#"]),
        (7, ["#"]),
    ],
)
def test_a_malformed_body_has_a_pointer_to_each_fault(api: Api, body: object, pointers: list[str]) -> None:
    """Missing and unknown members are named."""
    answer = api.post("/v1/accounts", body)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert sorted(fault["pointer"] for fault in answer.body["errors"]) == sorted(pointers)


def with_another_last_letter(token: str) -> str:
    """Return a token with another last letter."""
    return token[:-1] + ("0" if token[-1] != "0" else "1")


@in_one_test(
    "header",
    [
        lambda token: "",
        lambda token: "Bearer",
        lambda token: "Bearer ",
        lambda token: "Bearer nonsense",
        lambda token: f"Basic {token}",
        lambda token: token,
        lambda token: f"Bearer {with_another_last_letter(token)}",
        lambda token: f"Bearer {token[:-1]}",
        lambda token: f"Bearer {token}{token}",
        lambda token: f"Bearer {token} x",
        lambda token: f"Bearer {token.swapcase()}",
        lambda token: f"Bearer hnb_x_{token[6:]}",
        lambda token: "Bearer hnb_p_" + "é" * 49,
    ],
)
@in_one_test("method", ["GET", "POST"])
def test_an_invalid_token_is_401_even_on_public_resources(
    players: Callable[[int], list[Player]], sandbox: Callable[..., Game], api: Api, header: Any, method: str
) -> None:
    """Every invalid token gets the same response, with a challenge."""
    (ada,) = players(1)
    path = "/v1/editions" if method == "GET" else "/v1/games"
    answer = api.send(method, path, headers={"Authorization": header(ada.token).encode().decode("latin-1")})
    assert (answer.status, answer.code) == (401, "invalid-token")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


def test_a_missing_token_is_401(api: Api) -> None:
    """A missing token has another code than an invalid one. It is checked before the rest of the request."""
    answer = api.post("/v1/games", raw=b"nonsense")
    assert (answer.status, answer.code) == (401, "missing-token")


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


def test_deletions_are_204_without_a_body(players: Callable[[int], list[Player]]) -> None:
    """Leaving a seat, revoking a token and deleting an account removes them from lists and the export."""
    ada, bob = players(2)
    game = ada.api.post("/v1/games", {"seats": 3, "private": True}).ok()["id"]
    code = ada.api.post(f"/v1/games/{game}/invitations", {}).ok()["code"]
    assert bob.api.post(f"/v1/games/{game}/seats", {}).status == 404
    bob.api.post(f"/v1/games/{game}/seats", {"code": code}).ok()
    token = bob.api.post("/v1/me/tokens", {"name": "less", "game": game}).ok()
    assert [one["id"] for one in bob.api.get("/v1/me/tokens").ok()["items"]][-1] == token["id"]
    assert [one["id"] for one in bob.api.get("/v1/me/games", query="limit=1&status=open").ok()["items"]] == [game]
    assert bob.api.get("/v1/me/export").ok()["games"][0]["id"] == game
    me = bob.api.get("/v1/me")
    assert bob.api.send("PATCH", "/v1/me", {"name": "Bob"}, headers={"If-Match": me.headers["ETag"]}).status == 200
    for path in (f"/v1/games/{game}/seats/me", f"/v1/me/tokens/{token['id']}", "/v1/me"):
        answer = bob.api.delete(path)
        assert (answer.status, answer.raw) == (204, b"")
        assert "Content-Type" not in answer.headers
    assert bob.api.get("/v1/me").status == 401
    own = ada.api.known_by(ada.api.post("/v1/me/tokens", {"name": "x"}).ok()["token"])
    assert own.delete("/v1/me/tokens/current").status == 204


def test_a_revoked_token_is_not_listed(players: Callable[[int], list[Player]]) -> None:
    """The list has valid tokens only."""
    (ada,) = players(1)
    first = ada.api.get("/v1/me/tokens").ok()["items"]
    token = ada.api.post("/v1/me/tokens", {"name": "second"}).ok()
    assert [one["id"] for one in ada.api.get("/v1/me/tokens").ok()["items"]] == [first[0]["id"], token["id"]]
    ada.api.delete(f"/v1/me/tokens/{token['id']}").ok()
    assert ada.api.get("/v1/me/tokens").ok()["items"] == first
