"""Tests of hostile and malformed requests: headers, bodies and addresses."""

import json
import random
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.rows import IN_FULL, in_one_test
from tests.service.client import Api, Game, Player, stacked
from tests.service.contract import CONTRACT, Operation
from tests.service.factories import NewGame

JSON = {"Content-Type": "application/json"}
FORM = "application/x-www-form-urlencoded"


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


@in_one_test("body", [[], 0, "", None, True, {"": ""}, {"name": {"name": []}}, {"type": {}}, {"rules": {"x": [[[]]]}}])
@in_one_test(
    ("method", "path"),
    [
        ("POST", "/v1/accounts"),
        ("POST", "/v1/games"),
        ("POST", "/v1/replays"),
        ("POST", "/v1/games/{game}/moves"),
        ("POST", "/v1/games/{game}/messages"),
        ("PUT", "/v1/games/{game}/hand-order"),
        ("PUT", "/v1/games/{game}/card-orientation"),
        ("POST", "/v1/games/{game}/clock-changes"),
        ("POST", "/v1/sandbox/{game}/clock"),
        ("POST", "/v1/games/{game}/abort-votes"),
        ("DELETE", "/v1/games/{game}/abort-votes"),
    ],
)
def test_a_malformed_body_is_422(game: Game, method: str, path: str, body: Any) -> None:
    """A body that parses but does not fit has a pointer to each fault."""
    answer = game.players[0].api.send(
        method, path.replace("{game}", game.id), raw=json.dumps(body).encode(), headers=JSON
    )
    assert answer.status == 422
    assert all(fault["pointer"].startswith("#") for fault in answer.body["errors"])


JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 2.0, 2**31, 2**53, -(2**63), 10**25, 1e300),
    *("", " ", "x" * 70, "red", "play", "0", "\u202e", "é" * 40, "../..", "'; --", "#/x~1~0"),
    *([], [[]], [None], {}, {"": {}}, {"type": "play"}, {"seat": 0, "suit": "red", "rank": 1}),
]


def mutated(value: Any, dice: random.Random) -> Any:
    """Return a body with a part of it replaced, removed, duplicated or added."""
    if isinstance(value, dict) and value and dice.random() < 0.8:
        name = dice.choice(list(value))
        rest = {other: inner for other, inner in value.items() if other != name}
        what = dice.choice(["inside", "inside", "gone", "other name", "more"])
        if what == "inside":
            return {**rest, name: mutated(value[name], dice)}
        if what == "gone":
            return rest
        return {
            **rest,
            dice.choice(["", "id", "a/b~c", "__class__", name.upper()]): value[name],
            **(value if what == "more" else {}),
        }
    if isinstance(value, list) and value and dice.random() < 0.8:
        place = dice.randrange(len(value))
        inside = dice.choice([[], [mutated(value[place], dice)], [value[place]] * 2])
        return value[:place] + inside + value[place + 1 :]
    return dice.choice(JUNK)


@pytest.mark.parametrize(
    "operation",
    [operation for operation in CONTRACT.operations if "requestBody" in operation.node],
    ids=lambda operation: operation.node["operationId"],
)
@IN_FULL
def test_mutated_bodies_get_a_documented_response(sandbox: NewGame, operation: Operation, in_full: bool) -> None:
    """The service accepts no body that the contract forbids, and never responds with 5xx."""
    dice = random.Random(operation.pointer)
    contents = operation.node["requestBody"]["content"]
    media_type = JSON["Content-Type"] if JSON["Content-Type"] in contents else FORM
    examples = contents[media_type]["examples"]
    game = sandbox(
        stacked("r1 r2 r3 r4 r5"), rules={"table_talk": "free", "color_declaration": True, "clue_tokens": 20}
    )
    path = operation.template.replace("{game}", game.id)
    for turn in range(40 if in_full else 3):
        body = CONTRACT.resolve(dice.choice(list(examples.values())))["value"]
        for _ in range(dice.choice([1, 1, 2, 3])):
            body = mutated(body, dice)
        sender = game.players[turn % 2].api
        raw = form(body) if media_type == FORM else json.dumps(body).encode()
        answer = sender.send(operation.method, path, raw=raw, headers={"Content-Type": media_type})
        assert answer.status < 500, body


def form(body: Any) -> bytes:
    """Return a body as a form. A list is a field that is repeated."""
    return (urlencode(body, doseq=True) if isinstance(body, dict) else str(body)).encode()


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
