"""Tests of the size of requests: bodies by route, lengths before items, and numbers of faults."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from service.platform.wire.field_types import Whole
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, Player

KIB = 1024


@pytest.fixture(scope="module")
def ada(players: Callable[[int], list[Player]]) -> Api:
    """A client with a token."""
    return players(1)[0].api


@in_one_test(
    ("path", "size", "status"),
    [
        ("/v1/games", 64 * KIB, 400),
        ("/v1/games", 64 * KIB + 1, 413),
        ("/v1/accounts", 64 * KIB + 1, 413),
        ("/v1/replays", 512 * KIB, 400),
        ("/v1/replays", 512 * KIB + 1, 413),
        ("/v1/replays/g_1/comments", 64 * KIB + 1, 404),
    ],
)
def test_the_route_bounds_the_body(ada: Api, path: str, size: int, status: int) -> None:
    """A body above the limit of its route is 413, unless another fault comes first."""
    assert ada.post(path, raw=b" " * size).status == status


@pytest.mark.parametrize(("path", "size"), [("/v1/replays", 512), ("/v1/replays/", 64), ("/v1/games", 64)])
def test_an_import_may_be_larger(app: Flask, path: str, size: int) -> None:
    """The server knows the limit of a route before it reads a body."""
    environ = EnvironBuilder(path, method="POST").get_environ()
    assert app.extensions["exchange"].max_body_bytes(environ) == size * KIB


def many(number: int) -> Json:
    """Return an object with so many members."""
    return {f"m{place}": 0 for place in range(number)}


CARD = {"suit": "red", "rank": 1}


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"seats": 2, "sandbox": True, "deck": [CARD] * 61}, {"#/deck": "must have at most 60 cards"}),
        ({"seats": 2, "rules": many(40)}, {"#/rules": "must have at most 17 members"}),
        ({"seats": 2, **many(5000)}, {f"#/m{place}": "is unknown" for place in range(20)}),
        ({"seats": 2, "entropy": [0] * 20_000}, {"#": "must have at most 20,000 values"}),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_length_is_refused_before_its_items(
    ada: Api, monkeypatch: pytest.MonkeyPatch, body: Json, faults: dict[str, str]
) -> None:
    """A list or an object that is too long is one fault, and no item of it is validated."""

    def only_seats(_: Whole, value: object, *__: Any, **___: Any) -> object:
        assert value == 2, "an item was validated"
        return value

    monkeypatch.setattr(Whole, "_deserialize", only_seats)
    answer = ada.post("/v1/games", body)
    assert answer.status == 422
    assert {fault["pointer"]: fault["detail"] for fault in answer.body["errors"]} == faults


def test_texts_do_not_count_as_values(ada: Api) -> None:
    """Commas and brackets in a text are no values."""
    answer = ada.post("/v1/replays", {"format": "hanabi-record", "source": "[{," * 20_000})
    assert answer.code == "import-refused"


@pytest.mark.parametrize("number", [21, 60])
def test_a_card_with_many_members_is_refused(ada: Api, number: int) -> None:
    """At most a hundred faults are sent, however many objects are faulty."""
    fitting = 64 * KIB // len(json.dumps(many(number))) - 1
    body = {"seats": 2, "sandbox": True, "deck": [many(number)] * min(60, fitting)}
    assert len(ada.post("/v1/games", body).body["errors"]) == 100


@pytest.mark.parametrize("query", ["&".join(f"limit{n}=1" for n in range(900)), "&".join(["limit=0"] * 900)])
def test_a_query_has_few_faults(api: Api, query: str) -> None:
    """A query with many parameters gets at most a hundred faults."""
    answer = api.get("/v1/games", query=query)
    assert answer.status == 422
    assert len(answer.body["errors"]) <= 100


def test_a_line_with_many_moves_is_refused(ada: Api, new_game: Callable[..., Game]) -> None:
    """The number of moves is checked before the moves."""
    game = new_game()
    game.abort()
    answer = ada.post(f"{game.replay_path}/lines", {"at": 0, "moves": [1] * 10_000})
    assert answer.body["errors"] == [{"pointer": "#/moves", "detail": "must have at most 200 moves"}]
