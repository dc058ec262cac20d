"""Tests of `Idempotency-Key`: repeated requests and their stored responses."""

import psycopg

from tests.service.client import Api

HEADERS = {"Idempotency-Key": "test-idempotency-1"}


def test_a_repeated_request_gets_the_stored_response(api: Api, database_url: str) -> None:
    """The account is created once. The table contains neither the token nor the key."""
    first = api.post("/v1/accounts", {"name": "Ida"}, headers=HEADERS)
    again = api.post("/v1/accounts", {"name": "Ida"}, headers=HEADERS)
    assert (first.status, first.body) == (again.status, again.body)
    assert again.headers["Idempotency-Replayed"] == "true"
    stored = _stored(database_url)
    assert stored
    for secret in (first.body["token"], HEADERS["Idempotency-Key"]):
        assert not any(secret.encode() in content for content in stored)


def test_a_stored_response_that_was_changed_is_not_repeated(api: Api, database_url: str) -> None:
    """The request is refused, and has no second effect."""
    headers = {"Idempotency-Key": "test-idempotency-2"}
    before = set(_stored(database_url))
    api.post("/v1/accounts", {"name": "Ilse"}, headers=headers).ok()
    (content,) = set(_stored(database_url)) - before
    with psycopg.connect(database_url) as db:
        changed = content[:-1] + bytes([content[-1] ^ 1])
        db.execute("update answer set content = %s where content = %s", (changed, content))
        (accounts,) = db.execute("select count(*) from account where name = 'Ilse'").fetchone() or (None,)
    again = api.post("/v1/accounts", {"name": "Ilse"}, headers=headers)
    assert (again.status, again.code) == (422, "idempotency-key-reused")
    with psycopg.connect(database_url) as db:
        assert db.execute("select count(*) from account where name = 'Ilse'").fetchone() == (accounts,)


def _stored(database_url: str) -> list[bytes]:
    with psycopg.connect(database_url) as db:
        return [bytes(content) for (content,) in db.execute("select content from answer").fetchall()]
