"""A client of events: lists, long-polls and streams."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from tests.service.client import Game, Json, Player
from tests.service.sse import COMMENT, Frame, frames

KEEP_ALIVE_S = 0.15
SSE = {"Accept": "text/event-stream"}

NewGame = Callable[..., Game]


class Listener:
    """A client of a stream."""

    def __init__(self, app: Flask, path: str, token: str | None = None, **headers: str) -> None:
        sent = SSE | {name.replace("_", "-"): value for name, value in headers.items()}
        self.answer = got(app, path, token, **sent)
        self._frames = frames(self.answer.iter_encoded())

    def next(self, limit_s: float = 3) -> Frame:
        """Return the next frame that is no comment."""
        started = time.monotonic()
        for frame in self._frames:
            if frame != COMMENT:
                return frame
            assert time.monotonic() - started < limit_s, "nothing came"
        raise AssertionError("the stream has ended")

    def rest(self) -> list[Frame]:
        """Return what comes until the stream ends."""
        return [frame for frame in self._frames if frame != COMMENT]

    def quiet(self) -> bool:
        """Return True if a comment comes next."""
        return next(self._frames) == COMMENT

    def close(self) -> None:
        """Hang up."""
        self.answer.close()


def got(app: Flask, path: str, token: str | None = None, **headers: str) -> TestResponse:
    """Return the answer to a GET."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    known = {} if token is None else {"Authorization": f"Bearer {token}"}
    return app.test_client(use_cookies=False).get(path, headers=known | sent)


def as_list(items: list[bytes], version: int, *, ended: bool) -> bytes:
    """Return the bytes of a list of these items."""
    return b'{"items":[' + b",".join(items) + b'],"version":%d,"ended":%s}' % (version, b"true" if ended else b"false")


def items_of(answer: TestResponse) -> list[bytes]:
    """Return the items of a list in the bytes that they had there."""
    found = [orjson.dumps(item) for item in orjson.loads(answer.data)["items"]]
    assert b",".join(found) in answer.data
    return found


def viewers(game: Game, players: Callable[[int], list[Player]]) -> Iterator[str | None]:
    """Yield the tokens of the seats, the token of a watcher, and None."""
    yield from [player.token for player in game.players]
    yield players(1)[0].token
    yield None


def a_lively_game(new_game: NewGame, **rules: Any) -> Game:
    """A game that has had events of nearly every kind, and goes on."""
    game = new_game(2, rules={"table_talk": "free", "starting_seat": 0, **rules})
    enliven(game)
    return game


def enliven(game: Game) -> None:
    """Make eight events of many kinds; seat 0 is to move before and after."""
    one, two = game.players
    in_view = game.view(0)["hands"][1]["cards"]
    game.play(f"clue 1 {in_view[0]['rank']}")
    hand = [card["card"] for card in game.view(1)["hands"][1]["cards"]]
    two.api.put(f"{game.path}/hand-order", {"cards": hand[::-1]}).ok()
    two.api.post(f"{game.path}/messages", {"text": "“Non”,\\ dit-elle."}).ok()
    one.api.post(f"{game.path}/abort-votes").ok()
    one.api.delete(f"{game.path}/abort-votes").ok()
    game.play(f"play {hand[0]}", f"discard {game.view(0)['hands'][0]['cards'][0]['card']}", f"play {hand[1]}")


def json_of(frame: Frame) -> Json:
    assert frame.event == "snapshot"
    value: Json = orjson.loads(frame.data)
    return value
