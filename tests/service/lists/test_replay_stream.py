"""Tests of the list of replays as a stream: complete, rate-limited, without resources between lines."""

import json
import time
import tracemalloc
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.platform.limits import gates
from service.platform.settings import Settings
from tests.rows import in_one_test, slow_unless
from tests.service.client import Api, Json, waited_for_a_place
from tests.service.factories import Players

NDJSON = {"Accept": "application/x-ndjson"}
MANY = 300
OLD = "imported=true&finished_before=2000-01-01T00:00:00Z"
"""The filter that matches these games only."""

_COPY = """
    with copied as (
        insert into game select (jsonb_populate_record(g, jsonb_build_object(
               'game_id', gen_random_uuid(),
               'finished_at', timestamptz '1999-01-01T00:00:00Z' + n * interval '1 second'))).*
          from game g, generate_series(1, %(many)s) n where g.game_id = %(game_id)s returning game_id),
    dealt as (insert into deal select (jsonb_populate_record(d, jsonb_build_object('game_id', c.game_id))).*
          from deal d, copied c where d.game_id = %(game_id)s),
    seated as (insert into seat select (jsonb_populate_record(s, jsonb_build_object('game_id', c.game_id))).*
          from seat s, copied c where s.game_id = %(game_id)s)
    insert into event select (jsonb_populate_record(e, jsonb_build_object('game_id', c.game_id))).*
      from event e, copied c where e.game_id = %(game_id)s
"""


@pytest.fixture(scope="module")
def busy(empty_database_url: str) -> Flask:
    """The service with a rate limit so high that no test waits."""
    return create_app(Settings(database_url=empty_database_url, pool_size=2, bulk_rate=100_000))


@pytest.fixture(scope="module")
def many(busy: Flask, players: Players, empty_database_url: str) -> list[str]:
    """Hundreds of finished games, newest first."""
    with open("tests/games/hanab_live_2906.json") as file:
        export = json.load(file)
    export["actions"] = [{"type": 5, "target": -1, "value": 10}]
    replay = players(1)[0].api.post("/v1/replays", export).ok()
    with psycopg.connect(empty_database_url, autocommit=True) as connected:
        game_id = replay["id"].removeprefix("g_")
        connected.execute(_COPY, {"game_id": game_id, "many": MANY})
    pages, query = [], f"{OLD}&limit=100"
    while query:
        answer = Api(busy).get("/v1/replays", query=query)
        pages += [item["id"] for item in answer.ok()["items"]]
        link = answer.headers.get("Link", "?>")
        query = link[link.index("?") + 1 : link.index(">")]
    assert len(pages) == MANY == len(set(pages))
    return pages


def streamed(client: FlaskClient, query: str, *, by: str = "192.0.2.1", token: str | None = None) -> Iterator[Json]:
    """Yield the lines of a stream as they arrive. Close the stream when the caller stops."""
    response = opened(client, query, by, token)
    assert response.status_code == 200
    try:
        for chunk in response.iter_encoded():
            yield json.loads(chunk)
    finally:
        response.close()


def opened(client: FlaskClient, query: str, by: str, token: str | None) -> TestResponse:
    """Open a stream from an address."""
    headers = NDJSON | ({"Authorization": f"Bearer {token}"} if token else {})
    at = {"REMOTE_ADDR": by}
    return client.get("/v1/replays", query_string=query, headers=headers, environ_overrides=at, buffered=False)


def test_the_stream_has_every_game_once_in_order(busy: Flask, many: list[str]) -> None:
    """The lines are the rows of the pages, in their order."""
    api = Api(busy)
    answer = api.get("/v1/replays", query=f"{OLD}&lines=summary", headers=NDJSON)
    assert [line["id"] for line in answer.body] == many
    assert answer.body[:100] == api.get("/v1/replays", query=f"{OLD}&limit=100").ok()["items"]
    assert (answer.headers["Content-Type"], answer.headers["X-Accel-Buffering"]) == ("application/x-ndjson", "no")
    assert api.get("/v1/replays", query=f"{OLD}&score_gte=30", headers=NDJSON).raw == b""
    records = api.get("/v1/replays", query=f"{OLD}&limit=60", headers=NDJSON).body
    assert [(line["format"], line["id"]) for line in records] == [("hanabi-record", name) for name in many[:60]]


@pytest.mark.parametrize(
    "sort", slow_unless(("-finished", "score").__contains__, ["finished", "-finished", "score", "-score"])
)
def test_a_stream_resumes_after_a_game(busy: Flask, many: list[str], sort: str) -> None:
    """`after` continues behind a game in every order. `limit` ends a stream early."""
    api, query = Api(busy), f"{OLD}&sort={sort}&lines=summary"
    whole = [line["id"] for line in api.get("/v1/replays", query=query, headers=NDJSON).body]
    for at in (0, 49, 50, 99, 200, MANY - 1):
        rest = api.get("/v1/replays", query=f"{query}&after={whole[at]}", headers=NDJSON)
        assert [line["id"] for line in rest.body or []] == whole[at + 1 :]
    some = api.get("/v1/replays", query=f"{query}&after={whole[9]}&limit=60", headers=NDJSON)
    assert [line["id"] for line in some.body] == whole[10:70]
    link = api.get("/v1/replays", query=f"{OLD}&sort={sort}&limit=70").headers["Link"]
    cursor = link[link.index("cursor=") :].split(">")[0].split("&")[0]
    assert [line["id"] for line in api.get("/v1/replays", query=f"{query}&{cursor}", headers=NDJSON).body] == whole[70:]


@in_one_test(
    ("query", "headers", "status"),
    [
        ("limit=101", {}, 422),
        (f"limit=101&seats=5&{OLD}", NDJSON, 200),
        ("limit=0", NDJSON, 422),
        ("lines=frames", NDJSON, 422),
        ("after=x", NDJSON, 422),
        ("after=g_" + "0" * 32, NDJSON, 422),
        ("after=g_" + "0" * 32 + "&cursor=x", NDJSON, 422),
        ("cursor=x", NDJSON, 422),
        ("lines=summary", {}, 422),
        ("after=g_" + "0" * 32, {}, 422),
        ("", {"Accept": "text/csv"}, 406),
        ("", {**NDJSON, "Authorization": "Bearer x"}, 401),
    ],
)
def test_parameters_are_validated_for_streams_and_pages(busy: Flask, query: str, headers: Any, status: int) -> None:
    """Parameters of a stream are refused for a page, and the other way round."""
    assert Api(busy).get("/v1/replays", query=query, headers=headers).status == status


def test_no_connection_is_held_between_lines(busy: Flask, many: list[str]) -> None:
    """The stream holds no connection of the pool."""
    pool = busy.extensions["database"].pool
    found = [pool.get_stats() for _ in streamed(busy.test_client(), f"{OLD}&lines=summary")]
    assert [stats["pool_size"] - stats["pool_available"] for stats in found] == [0] * MANY


@pytest.mark.slow
def test_no_memory_is_held_between_lines(busy: Flask, many: list[str]) -> None:
    """Memory does not grow with the number of games."""
    stream = streamed(busy.test_client(), f"{OLD}")
    tracemalloc.start()
    try:
        memory = []
        for number, _ in enumerate(stream):
            if number >= 100:
                memory.append(tracemalloc.get_traced_memory()[0])
        assert number == MANY - 1
        assert max(memory) - memory[0] < 500_000
    finally:
        tracemalloc.stop()


def test_streams_share_a_rate(empty_database_url: str, many: list[str]) -> None:
    """Two streams together get no more games a second than one alone."""
    client = create_app(Settings(database_url=empty_database_url, pool_size=2, bulk_rate=50)).test_client()
    readers = [streamed(client, f"{OLD}&lines=summary", by=f"192.0.2.{one}") for one in range(2)]
    for reader in readers:
        next(reader)
    began = time.monotonic()
    for _ in range(10):
        for reader in readers:
            next(reader)
    took_s = time.monotonic() - began
    for reader in readers:
        reader.close()  # type: ignore[attr-defined]
    assert took_s > 19 / 50


LIMITS = {
    "one address without a token": ([(1, None)] * 3, 1),
    "many addresses without a token": ([(one, None) for one in range(9)], 4),
    "one account": ([(one, 0) for one in range(9)], 2),
    "one address with many accounts": ([(1, one) for one in range(5)], 4),
    "an address with and without a token": ([(1, None), (1, 0), (1, 0), (1, 1), (1, 2)], 4),
    "all": ([*((one, None) for one in range(4)), *((9, one) for one in range(4)), (8, 4)], 8),
}
"""Clients, each an address and the number of an account or None, and how many of their streams are served."""


@in_one_test(("clients", "served"), LIMITS.values())
def test_the_streams_of_a_client_and_of_all_are_limited(
    busy: Flask,
    many: list[str],
    players: Players,
    monkeypatch: pytest.MonkeyPatch,
    clients: list[tuple[int, int | None]],
    served: int,
) -> None:
    """A stream above a maximum gets 503 after a pause. A place is left for others. A closed stream frees its place."""
    monkeypatch.setattr(gates, "REFUSAL_DELAY_S", 0.05)
    client, accounts = busy.test_client(), players(5)
    for _ in range(2):
        answers = [
            opened(client, f"{OLD}&lines=summary", f"192.0.2.{by}", None if one is None else accounts[one].token)
            for by, one in clients
        ]
        refused = [answer for answer in answers if answer.status_code != 200]
        assert len(answers) - len(refused) == served
        assert {(answer.status_code, answer.headers["Retry-After"]) for answer in refused} == {(503, "5")}
        assert {answer.get_json()["code"] for answer in refused} == {"too-many-streams"}
        assert all(waited_for_a_place(answer) >= gates.REFUSAL_DELAY_S for answer in refused)
        for answer in answers:
            answer.close()


def test_other_requests_take_no_place(busy: Flask, many: list[str]) -> None:
    """Neither a page nor a HEAD request counts as a stream."""
    api, reader = Api(busy), streamed(busy.test_client(), f"{OLD}&lines=summary", by="127.0.0.1")
    next(reader)
    assert api.get("/v1/replays", headers=NDJSON).status == 503
    assert api.get("/v1/replays", query="limit=1").status == 200
    reader.close()  # type: ignore[attr-defined]
    for _ in range(9):
        assert api.send("HEAD", "/v1/replays", headers=NDJSON).status == 200
    assert api.get("/v1/replays", query="limit=1", headers=NDJSON).status == 200


def test_a_stopping_worker_aborts_the_stream(empty_database_url: str, many: list[str]) -> None:
    """The connection is aborted, since a stream that ends properly is complete."""
    app = create_app(Settings(database_url=empty_database_url, pool_size=2, bulk_rate=100_000))
    stream = streamed(app.test_client(), f"{OLD}&lines=summary")
    next(stream)
    app.extensions["subscriptions"].serving = lambda: False
    with pytest.raises(ConnectionResetError):
        next(stream)
