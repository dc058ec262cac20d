"""What is answered ahead of the routes is answered as the routes would, byte for byte."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from flask import Flask

from service.app import create_app
from service.settings import Settings
from tests.service.client import Answer, Api, Game

NewGame = Callable[..., Game]

ROUTED = {"Accept": "application/json;q=0.9, text/plain;q=0.1"}
"""The same wish in words that only the routes understand."""

PECULIAR = ("Date", "Request-Id", "RateLimit")


class Asked(NamedTuple):
    """A request, by what it says of the game at hand; `ahead` where no route is to be needed for it."""

    method: str
    path: str
    body: bytes = b""
    token: str = "{player}"
    headers: Mapping[str, str] = {}
    status: int = 200
    ahead: bool = False


JUNK = "hnb_p_0000000000000000000000000000000000000000000000000"

REQUESTS = {
    "a view": Asked("GET", "{game}", ahead=True),
    "in another language": Asked("GET", "{game}", headers={"Accept-Language": "da, en;q=0.5"}, ahead=True),
    "a watcher's": Asked("GET", "{game}", token="{other}", ahead=True),
    "not changed": Asked("GET", "{game}", headers={"If-None-Match": "{tag}"}, status=304, ahead=True),
    "changed": Asked("GET", "{game}", headers={"If-None-Match": '"0.0.0.en.1", W/"x"'}, ahead=True),
    "a move that was made": Asked("POST", "{game}/moves", b"{done}", status=201, ahead=True),
    "unknown": Asked("GET", "/v1/games/g_" + "0" * 32, status=404),
    "no id": Asked("GET", "/v1/games/g_0", status=404),
    "private": Asked("GET", "{private}", status=404),
    "a move in a private one": Asked("POST", "{private}/moves", b"{done}", status=404),
    "no token": Asked("GET", "{game}", token="", status=200),
    "a wrong token": Asked("GET", "{game}", token=JUNK, status=401),
    "a wrong token's move": Asked("POST", "{game}/moves", b"{done}", token=JUNK, status=401),
    "may not read": Asked("GET", "{game}", token="{player_only}", status=403),
    "may not play": Asked("POST", "{game}/moves", b"{done}", token="{reader}", status=403),
    "no player": Asked("POST", "{game}/moves", b"{done}", token="{other}", status=403),
    "no JSON": Asked("POST", "{game}/moves", b"{", status=400),
    "no move": Asked("POST", "{game}/moves", b"[1]", status=422),
    "faults": Asked("POST", "{game}/moves", b'{"type": "play", "card": -1, "x": 2}', status=422),
    "out of turn": Asked("POST", "{game}/moves", b'{"type": "discard", "card": 0, "expected_version": 1}', status=409),
    "out of date": Asked("POST", "{game}/moves", b'{"type": "discard", "card": 0, "expected_version": 0}', status=409),
}


@pytest.fixture(scope="module")
def counted(database_url: str) -> tuple[Flask, list[str]]:
    """The service, and the paths of the requests that come to its routes."""
    app, paths = create_app(Settings(database_url=database_url, pool_size=2)), list[str]()
    app.before_request_funcs[None].insert(0, lambda: paths.append("routed"))
    return app, paths


@pytest.fixture
def seen(counted: tuple[Flask, list[str]]) -> tuple[Flask, list[str]]:
    """As above, with nothing seen yet."""
    counted[1].clear()
    return counted


@pytest.mark.parametrize("name", REQUESTS)
def test_both_ways_lead_to_the_same_answer(name: str, seen: tuple[Flask, list[str]], new_game: NewGame) -> None:
    app, routed = seen
    asked = REQUESTS[name]
    game, words = _at_table(new_game)
    token = asked.token.format_map(words)
    api = Api(app, token=token or None)
    body = words["done"].encode() if asked.body == b"{done}" else asked.body
    path = asked.path.format_map(words)
    headers = {header: value.format_map(words) for header, value in asked.headers.items()}

    def send(more: Mapping[str, str]) -> Answer:
        return api.send(asked.method, path, raw=body or None, headers={**headers, **more})

    ahead = send({})
    assert (not routed) == asked.ahead
    behind = send(ROUTED)
    assert routed
    assert ahead.status == behind.status == asked.status
    assert _comparable(ahead) == _comparable(behind)
    assert game.view(0)["version"] == 1  # nothing was done again


def _at_table(new_game: NewGame) -> tuple[Game, dict[str, str]]:
    """A game after its first clue, and what the requests name."""
    private = new_game(2, seated=1, private=True)
    game = new_game(2, rules={"edition": "de", "starting_seat": 0})
    rank = game.view(0)["hands"][1]["cards"][0]["rank"]
    done = f'{{"type": "clue", "target": 1, "rank": {rank}, "expected_version": 0}}'
    player = game.players[0]
    answer = player.api.send("POST", f"{game.path}/moves", raw=done.encode())
    assert answer.status == 201, answer.body

    def token(*scopes: str) -> str:
        made: Any = player.api.post("/v1/me/tokens", {"name": "narrow", "scopes": list(scopes)})
        return str(made.body["token"])

    return game, {
        "game": game.path,
        "private": private.path,
        "done": done,
        "player": player.token,
        "other": private.players[0].token,
        "player_only": token("play"),
        "reader": token("read"),
        "tag": player.api.get(game.path).headers["ETag"],
    }


def _comparable(answer: Answer) -> Any:
    headers = {name: value for name, value in answer.headers.items() if name not in PECULIAR}
    body = answer.body
    return headers, {**body, "request_id": None} if isinstance(body, dict) else body
