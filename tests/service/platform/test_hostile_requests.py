"""Tests of hostile and malformed requests: headers, bodies and addresses."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from tests.rows import IN_FULL, in_one_test
from tests.service.client import Api, Game, Player, stacked
from tests.service.contract import CONTRACT, Operation
from tests.service.factories import NewGame

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def ada(players: Callable[[int], list[Player]]) -> Player:
    """A player without a seat in the games of these tests."""
    return players(1)[0]


@pytest.fixture(scope="module")
def game(sandbox: NewGame) -> Game:
    """A running game that no test changes."""
    return sandbox(stacked("r1"))


@pytest.fixture(scope="module")
def over(sandbox: NewGame) -> Game:
    """An aborted game."""
    aborted = sandbox(stacked("r1"))
    aborted.abort()
    return aborted


@in_one_test(
    ("accept", "status"),
    [
        ("application/json", 200),
        ("*/*", 200),
        ("application/*", 200),
        ("text/html, */*;q=0.1", 200),
        ("application/json;q=0", 406),
        ("text/html", 406),
        ("application/x-ndjson", 406),
        ("application/problem+json", 406),
        ("nonsense", 406),
        ("", 200),
    ],
)
def test_accept_is_respected(api: Api, game: Game, accept: str, status: int) -> None:
    """A media type that the resource does not have is 406."""
    assert api.get(game.path, headers={"Accept": accept}).status == status


@in_one_test(
    ("media_type", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ("APPLICATION/JSON", 201),
        ("application/vnd.hanabi+json", 201),
        ("text/json", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("", 415),
        ("json", 415),
    ],
)
def test_a_body_needs_a_json_content_type(api: Api, media_type: str, status: int) -> None:
    """Another `Content-Type` is 415."""
    answer = api.post("/v1/accounts", raw=b"{}", headers={"Content-Type": media_type})
    assert answer.status == status


DEEP = [b"[" * depth + inside + b"]" * depth for depth in (100, 1000, 20_000) for inside in (b"", rb'"\u0000"')]


@in_one_test(
    "raw",
    [
        b"",
        b"{",
        b"{'name':'Ada'}",
        b'{"name":NaN}',
        b'{"name":Infinity}',
        b'{"name":1e999}',
        b'{"name":"Ada"}x',
        '{"name":"Ada"}'.encode("utf-16"),
        b"\x00",
        rb'{"\u0000":1}',
        rb'[[{"x":["\u0000"]}]]',
        *DEEP,
        b'{"a":' * 1000 + rb'"\u0000"' + b"}" * 1000,
    ],
)
@in_one_test("path", ["/v1/accounts", "/v1/games", "/v1/replays"])
def test_no_body_causes_a_server_error(ada: Player, path: str, raw: bytes) -> None:
    """Broken, hostile or deep JSON is 400, or 422 if it parses. No body causes a 5xx."""
    assert ada.api.post(path, raw=raw, headers=JSON).status in (400, 422)


def content_of(operation: Operation) -> dict[str, Any]:
    """Return the forms of the body of an operation, by media type."""
    content: dict[str, Any] = CONTRACT.resolve(operation.node.get("requestBody", {})).get("content", {})
    return content


JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 2.0, 2**31, 2**53, -(2**63), 10**25, 1e300),
    *("", " ", "x" * 70, "red", "play", "0", "\u202e", "é" * 40, "../..", "'; --", "#/x~1~0"),
    *([], [[]], [None], {}, {"": {}}, {"type": "play"}, {"seat": 0, "suit": "red", "rank": 1}),
]


def spoilt(value: Any, place: str = "#") -> Iterator[tuple[str, Any]]:
    """Yield a body with one more member, or with another value at each of its places in turn, and the place."""
    if isinstance(value, dict):
        yield f"{place}/no~1such", {**value, "no/such": 1}
    yield from ((place, junk) for junk in JUNK)
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from ((where, {**value, name: other}) for where, other in spoilt(inner, f"{place}/{name}"))
    if isinstance(value, list):
        for number, inner in enumerate(value[:2]):
            before, after = value[:number], value[number + 1 :]
            yield from ((where, [*before, other, *after]) for where, other in spoilt(inner, f"{place}/{number}"))


@IN_FULL
@in_one_test(
    "operation",
    [
        one
        for one in CONTRACT.operations
        if "application/json" in content_of(one) and one.template != "/v1/replays"  # imports have more forms
    ],
)
def test_a_faulty_member_is_named(game: Game, operation: Operation, in_full: bool) -> None:
    """What the contract forbids anywhere in a body is refused there, unless the request is refused for another reason.

    In part: some of the places and values.
    """
    path = operation.template.replace("{game}", game.id)
    body = CONTRACT.resolve(next(iter(content_of(operation)["application/json"]["examples"].values())))["value"]
    schema = f"{operation.pointer}/requestBody/content/application~1json/schema"
    turn = CONTRACT.operations.index(operation)
    for where, wrong in [*spoilt(body)][:: 1 if in_full else 17]:
        raw = json.dumps(wrong).encode()
        if CONTRACT.faults(schema, raw):
            answer = game.players[turn % 2].api.send(operation.method, path, raw=raw, headers=JSON)
            assert 400 <= answer.status < 500, wrong
            if answer.code in ("invalid-request", "import-refused"):
                places = [fault["pointer"] for fault in answer.body["errors"] if "pointer" in fault]
                assert any(one.startswith(where.removesuffix("/type")) for one in places), (where, places)


WORDS = (
    "",
    "0",
    "-1",
    "1",
    "00",
    "1.0",
    "1e3",
    "x",
    "9" * 30,
    "%00",
    "%ff",
    "%F0%9F%8E%86",
    "a%2Fb",
    "..",
    "null",
    "%20",
)


@IN_FULL
@in_one_test(
    "operation", [one for one in CONTRACT.operations if one.method == "GET" and one.node["tags"] != ["service"]]
)
def test_mutated_paths_and_queries_get_a_documented_response(
    ada: Player, over: Game, operation: Operation, in_full: bool
) -> None:
    """No word in a part of the path or in a query parameter causes a 5xx. In part: a fourth of the words, by turns."""
    dice = random.Random(operation.pointer)
    parts = re.findall(r"{(\w+)}", operation.template)
    good = {**dict.fromkeys(parts, "x"), "game": over.id, "edition": "de", "version": "1"}
    shared = CONTRACT.document["paths"][operation.template].get("parameters", [])
    parameters = [CONTRACT.resolve(node) for node in (*shared, *operation.node.get("parameters", []))]
    queried = [node["name"] for node in parameters if node["in"] == "query"]
    for word in WORDS if in_full else WORDS[CONTRACT.operations.index(operation) % 6 :: 6]:
        for part in parts:
            assert ada.api.get(operation.template.format(**{**good, part: word})).status < 500
        for name in (dice.choice(queried),) if queried else ():
            assert ada.api.get(operation.template.format(**good), query=f"{name}={word}").status < 500


@in_one_test("header", ["Host", "X-Forwarded-For", "X-Forwarded-Prefix", "X-Script-Name", "Origin", "Cookie"])
def test_no_other_header_changes_a_response(ada: Player, header: str) -> None:
    """Addresses in responses are paths, so no header of a proxy or host appears in them."""
    answer = ada.api.post("/v1/games", {"seats": 2}, headers={header: "evil.example"})
    assert answer.status == 201
    assert b"evil" not in answer.raw and "evil" not in str(answer.headers)


@in_one_test(
    ("path", "query", "meant"),
    [
        ("/v1/games", "statu=open", "status"),
        ("/v1/games", "Limit=5", "limit"),
        ("/v1/replays", "multicolour=five", "multicolor"),
        ("/v1/replays", "sort_by=score", "sort"),
        ("/v1/variants", "curser=x", "cursor"),
    ],
)
def test_a_misspelt_query_parameter_is_refused(api: Api, path: str, query: str, meant: str) -> None:
    """It is 422, so that a mistyped filter does not list everything."""
    answer = api.get(path, query=query)
    fault = {"parameter": query.partition("=")[0], "detail": f"is unknown, but resembles {meant}"}
    assert (answer.code, answer.body["errors"]) == ("invalid-request", [fault])


@in_one_test("query", ["utm_source=x", "fbclid=x", "ref=x&ref=y", "_=1", "lang=de"])
@in_one_test("path", ["/v1/bots", "/v1/editions", "/v1/rules/R7", "/", "/docs", "/docs/rules", "/puzzles"])
def test_an_unknown_query_parameter_is_ignored(app: Flask, path: str, query: str) -> None:
    """Links that people share have parameters of other sites."""
    client = app.test_client()
    assert client.get(f"{path}?{query}").data == client.get(path).data
