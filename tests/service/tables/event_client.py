"""Test client of events: lists, long polls and streams."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from tests.service.client import Game, Json, Player
from tests.service.factories import NewGame
from tests.service.sse import COMMENT, Frame, frames

KEEP_ALIVE_S = 0.15
SSE = {"Accept": "text/event-stream"}


class EventClient:
    """A client of a stream."""

    def __init__(self, app: Flask, path: str, token: str | None = None, **headers: str) -> None:
        sent = SSE | {name.replace("_", "-"): value for name, value in headers.items()}
        self.answer = fetch(app, path, token, **sent)
        self._frames = frames(self.answer.iter_encoded())

    def next(self, limit_s: float = 30) -> Frame:
        """Return the next frame that is not a comment."""
        started = time.monotonic()
        for frame in self._frames:
            if frame != COMMENT:
                return frame
            assert time.monotonic() - started < limit_s, "nothing came"
        raise AssertionError("the stream has ended")

    def remaining(self) -> list[Frame]:
        """Return all frames until the stream ends."""
        return [frame for frame in self._frames if frame != COMMENT]

    def quiet(self) -> bool:
        """Return True if the next item of the stream is a comment."""
        return next(self._frames) == COMMENT

    def close(self) -> None:
        """Close the connection."""
        self.answer.close()


def polling(app: Flask, every_s: float) -> Flask:
    """Set the interval at which the streams of an application poll, and return the application."""
    app.extensions["subscriptions"].poll_s = every_s
    return app


def fetch(app: Flask, path: str, token: str | None = None, **headers: str) -> TestResponse:
    """Return the response to a GET request."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    known = {} if token is None else {"Authorization": f"Bearer {token}"}
    return app.test_client(use_cookies=False).get(path, headers=known | sent)


def as_list(items: list[bytes], version: int, *, ended: bool) -> bytes:
    """Return a list of these items as bytes."""
    rest = b'],"version":%d,"ended":%s,"reveal_until":null}' % (version, b"true" if ended else b"false")
    return b'{"items":[' + b",".join(items) + rest


def items_of(answer: TestResponse) -> list[bytes]:
    """Return the items of a list, with their original bytes."""
    found = [orjson.dumps(item) for item in orjson.loads(answer.data)["items"]]
    assert b",".join(found) in answer.data
    return found


def viewers(game: Game, players: Callable[[int], list[Player]]) -> Iterator[str | None]:
    """Yield the tokens of the seats, the token of a watcher, and None."""
    yield from [player.token for player in game.players]
    yield players(1)[0].token
    yield None


def game_with_events(new_game: NewGame, **rules: Any) -> Game:
    """Return a running game with events of nearly every kind."""
    game = new_game(2, rules={"table_talk": "free", "starting_seat": 0, **rules})
    add_events(game)
    return game


def add_events(game: Game) -> None:
    """Make eight events of different kinds. Seat 0 is to move before and after."""
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
