"""Accounts and tokens."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from tests.service.client import Api, Game, Player


def columns(database_url: str) -> list[tuple[Any, ...]]:
    """Return everything that the database knows of accounts and tokens, column by column, as text."""
    with psycopg.connect(database_url) as connected:
        return [
            *connected.execute("select account_id::text, name from account"),
            *connected.execute("select token_id::text, account_id::text, encode(digest, 'hex') from token"),
        ]


def test_a_token_is_shown_once_and_only_its_digest_is_kept(api: Api, database_url: str) -> None:
    """The response has the token. The database has only its SHA-256."""
    account = api.post("/v1/accounts", {"name": "Ada"}).ok()
    known = [cell for row in columns(database_url) for cell in row]
    assert hashlib.sha256(account["token"].encode()).hexdigest() in known
    assert not [cell for cell in known if account["token"][6:30] in cell]


def test_two_accounts_may_have_one_name(players: Callable[[int], list[Player]]) -> None:
    """Names are not unique; ids and tokens are."""
    (one,), (other,) = players(1), players(1)
    assert one.name == other.name
    assert one.id != other.id and one.token != other.token


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Ada", "Ada"),
        (" Ada  ", "Ada"),
        ("x" * 40, "x" * 40),
        ("Be\u0301la", "Béla"),  # NFC
        ("名前 🎆", "名前 🎆"),
        ("<b>&amp;'; drop table account", "<b>&amp;'; drop table account"),
    ],
)
def test_a_name_is_kept_as_it_is_read(api: Api, sent: str, kept: str) -> None:
    """Any text is a name, without blanks around it and in composed letters."""
    assert api.post("/v1/accounts", {"name": sent}).ok()["name"] == kept


@pytest.mark.parametrize(
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
        None,
        3,
        True,
        ["Ada"],
        {},
    ],
)
def test_a_bad_name_is_refused_at_the_door(api: Api, name: object) -> None:
    """Empty, too long, not text, control characters: reported with a pointer. A NUL is invalid JSON here."""
    answer = api.post("/v1/accounts", {"name": name})
    if name == "a\x00":
        assert (answer.status, answer.code) == (400, "malformed-json")
    else:
        assert (answer.status, answer.code) == (422, "invalid-request")
        assert [fault["pointer"] for fault in answer.body["errors"]] == ["#/name"]


@pytest.mark.parametrize("name", [rb'"\ud800"', rb'"\udc00\ud800"', b'"\xff"', b'"\xed\xa0\x80"', rb'"\u0000"'])
def test_what_is_no_unicode_text_is_refused_at_the_door(api: Api, name: bytes) -> None:
    """A lone surrogate, a byte that is no UTF-8 and a NUL never reach the database."""
    answer = api.post("/v1/accounts", raw=b'{"name":' + name + b"}")
    assert (answer.status, answer.code) == (400, "malformed-json")


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["#/name"]),
        ({"name": "Ada", "admin": True}, ["#/admin"]),
        ({"Name": "Ada"}, ["#/Name", "#/name"]),
        ({"name": "Ada", "a/b~c": 1}, ["#/a~1b~0c"]),
        ({"name": "Ada", "a\nb": 1}, ["#/a\nb"]),
        ([], ["#"]),
        ("Ada", ["#"]),
        (7, ["#"]),
    ],
)
def test_a_body_of_another_form_is_refused_with_a_pointer_to_each_fault(
    api: Api, body: object, pointers: list[str]
) -> None:
    """A member that is missing or not known is named."""
    answer = api.post("/v1/accounts", body)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert sorted(fault["pointer"] for fault in answer.body["errors"]) == sorted(pointers)


def flipped(token: str) -> str:
    """Return a token with another last letter."""
    return token[:-1] + ("0" if token[-1] != "0" else "1")


@pytest.mark.parametrize(
    "header",
    [
        lambda token: "",
        lambda token: "Bearer",
        lambda token: "Bearer ",
        lambda token: "Bearer nonsense",
        lambda token: f"Basic {token}",
        lambda token: token,
        lambda token: f"Bearer {flipped(token)}",
        lambda token: f"Bearer {token[:-1]}",
        lambda token: f"Bearer {token}{token}",
        lambda token: f"Bearer {token} x",
        lambda token: f"Bearer {token.swapcase()}",
        lambda token: f"Bearer hnb_x_{token[6:]}",
        lambda token: "Bearer hnb_p_" + "é" * 49,
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_wrong_token_is_401_also_where_none_is_needed(
    players: Callable[[int], list[Player]], sandbox: Callable[..., Game], api: Api, header: Any, method: str
) -> None:
    """Every invalid token gets the same response, with a challenge."""
    (ada,) = players(1)
    path = "/v1/editions" if method == "GET" else "/v1/games"
    answer = api.send(method, path, headers={"Authorization": header(ada.token).encode().decode("latin-1")})
    assert (answer.status, answer.code) == (401, "invalid-token")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


def test_no_token_where_one_is_needed_is_401(api: Api) -> None:
    """It has another code than an invalid token, and is checked before the rest of the request."""
    answer = api.post("/v1/games", raw=b"nonsense")
    assert (answer.status, answer.code) == (401, "missing-token")


def test_the_scheme_of_a_token_is_read_in_any_case(players: Callable[[int], list[Player]], api: Api) -> None:
    """`bearer` is `Bearer`."""
    (ada,) = players(1)
    answer = api.post("/v1/games", {"seats": 2}, headers={"Authorization": f"bearer {ada.token}"})
    assert answer.status == 201


def test_a_token_tells_typing_errors_by_itself(players: Callable[[int], list[Player]]) -> None:
    """A token is a kind, 43 random characters and six of a checksum."""
    tokens = [player.token for player in players(5)]
    assert all(re.fullmatch(r"hnb_p_[0-9A-Za-z]{49}", token) for token in tokens)
    assert len({token[6:49] for token in tokens}) == 5


def test_what_is_gone_is_204_without_a_body(players: Callable[[int], list[Player]]) -> None:
    """After a left seat, a revoked token and a deleted account. Before that each is in its list and in the export."""
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
    assert ada.api.delete("/v1/me/tokens/current").status == 204


def test_a_revoked_token_is_not_listed(players: Callable[[int], list[Player]]) -> None:
    """The list holds valid tokens only."""
    (ada,) = players(1)
    first = ada.api.get("/v1/me/tokens").ok()["items"]
    token = ada.api.post("/v1/me/tokens", {"name": "second"}).ok()
    assert [one["id"] for one in ada.api.get("/v1/me/tokens").ok()["items"]] == [first[0]["id"], token["id"]]
    ada.api.delete(f"/v1/me/tokens/{token['id']}").ok()
    assert ada.api.get("/v1/me/tokens").ok()["items"] == first
