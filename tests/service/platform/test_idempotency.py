"""Tests of `Idempotency-Key`: repeated requests and their stored responses."""

import psycopg
import pytest

from tests.service.client import Api
from tests.service.factories import Players

TOKEN: tuple[str, dict[str, str]] = ("/v1/me/tokens", {"name": "phone"})
CODE: tuple[str, dict[str, str]] = ("/v1/games/{game}/invitations", {})


def test_a_repeated_request_gets_the_stored_response(players: Players, database_url: str) -> None:
    """The token is created once. The table contains neither the token nor the key."""
    (ada,), (path, body) = players(1), TOKEN
    key = {"Idempotency-Key": "test-idempotency-1"}
    first, again = (ada.api.post(path, body, headers=key) for _ in range(2))
    assert (first.status, first.body) == (again.status, again.body)
    assert again.headers["Idempotency-Replayed"] == "true"
    stored = _stored(database_url)
    assert stored
    for secret in (first.body["token"], *key.values()):
        assert not any(secret.encode() in content for content in stored)


def test_an_anonymous_request_is_never_repeated(api: Api, database_url: str) -> None:
    """Two strangers who send the same key and the same body get different accounts."""
    before = _stored(database_url)
    first, again = (api.post("/v1/accounts", {}, headers={"Idempotency-Key": "1"}).ok() for _ in range(2))
    assert first["id"] != again["id"] and first["token"] != again["token"]
    assert _stored(database_url) == before


@pytest.mark.parametrize(("path", "body"), [TOKEN, CODE])
def test_a_credential_is_repeated_to_the_same_token_only(players: Players, path: str, body: dict[str, str]) -> None:
    """Another token of the account with the same rights gets a token or code of its own."""
    (ada,) = players(1)
    other = ada.api.known_by(ada.api.post("/v1/me/tokens", {"name": "other"}).ok()["token"])
    path = path.format(game=ada.api.post("/v1/games", {"seats": 2}).ok()["id"])
    key = {"Idempotency-Key": "test-idempotency-3"}
    secrets = [
        answer.get("token") or answer["code"]
        for answer in (caller.post(path, body, headers=key).ok() for caller in (ada.api, ada.api, other))
    ]
    assert secrets[0] == secrets[1] != secrets[2]


def test_a_stored_response_that_was_changed_is_not_repeated(players: Players, database_url: str) -> None:
    """The request is refused, and has no second effect."""
    (ada,), (path, body) = players(1), TOKEN
    headers = {"Idempotency-Key": "test-idempotency-2"}
    before = set(_stored(database_url))
    ada.api.post(path, body, headers=headers).ok()
    (content,) = set(_stored(database_url)) - before
    with psycopg.connect(database_url) as db:
        changed = content[:-1] + bytes([content[-1] ^ 1])
        db.execute("update answer set content = %s where content = %s", (changed, content))
    tokens = ada.api.get(path).ok()
    again = ada.api.post(path, body, headers=headers)
    assert (again.status, again.code) == (422, "idempotency-key-reused")
    assert ada.api.get(path).ok() == tokens


def _stored(database_url: str) -> list[bytes]:
    with psycopg.connect(database_url) as db:
        return sorted(bytes(content) for (content,) in db.execute("select content from answer").fetchall())
