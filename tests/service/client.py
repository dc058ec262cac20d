"""A client of the service under test. Every exchange is held against the contract, so that every test tests it too."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from engine.cards import CARDS, Card
from engine.rules import Multicolor, palette_of
from tests.service.contract import CONTRACT, Exchange

__all__ = ["SALTED", "Answer", "Api", "Game", "Json", "Player", "cards", "stacked"]

Json = dict[str, Any]

SALTED = re.compile(rb'"(head|hash|commitment)":"[0-9a-f]{64}"')
"""What binds to a secret deck: others in the two worlds, and hiding by the salt alone (`test_proof.py`)."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: Any
    """Parsed; for NDJSON a list, one value a line."""
    raw: bytes
    """Unpacked, where it came packed."""

    @property
    def code(self) -> str | None:
        """The code of a problem."""
        code: str | None = self.body.get("code") if isinstance(self.body, dict) and self.status >= 400 else None
        return code

    def ok(self) -> Any:
        """Return the body of an answer that is no problem."""
        assert self.status < 400, self.body
        return self.body


class Api:
    """Sends requests, as nobody known or with a token."""

    def __init__(self, app: Flask, *, token: str | None = None, may_fail: bool = False) -> None:
        self._app = app
        self._client = app.test_client(use_cookies=False)
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._may_fail = may_fail
        self.get = partial(self.send, "GET")
        self.post = partial(self.send, "POST")
        self.put = partial(self.send, "PUT")
        self.delete = partial(self.send, "DELETE")

    def known_by(self, token: str) -> "Api":
        """Return the client of somebody with a token."""
        return Api(self._app, token=token, may_fail=self._may_fail)

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        query: str = "",
        headers: Mapping[str, str] | None = None,
        **environ: Any,
    ) -> Answer:
        """Send a request; `body` goes as JSON, `raw` as it is. Of a stream only what comes at once is waited for."""
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        sent = {**self._headers, **({"Content-Type": "application/json"} if data else {}), **(headers or {})}
        response = self._client.open(
            path, method=method, data=data, query_string=query, headers=sent, environ_overrides=environ
        )
        received, told = _received(response), dict(response.headers)
        assert len(told) == len(response.headers), f"a header stands twice: {response.headers}"
        CONTRACT.check(Exchange(method, path, query, sent, data, response.status_code, told, received))
        assert self._may_fail or response.status_code != 500, received
        return Answer(response.status_code, told, _parsed(received, response.mimetype or ""), received)


class Player(NamedTuple):
    """An account, and its client."""

    id: str
    name: str
    token: str
    api: Api


class Game:
    """A game and the players at its table, by seat."""

    def __init__(self, view: Json, players: Sequence[Player]) -> None:
        self.id: str = view["id"]
        self.path = f"/v1/games/{self.id}"
        self.replay_path = f"/v1/replays/{self.id}"
        self.players = players

    def view(self, seat: int) -> Json:
        """Return what a seat sees."""
        view: Json = self.players[seat].api.get(self.path).ok()
        return view

    def events(self, seat: int, since: int = -1) -> list[Json]:
        """Return the events as a seat saw them."""
        items: list[Json] = self.players[seat].api.get(f"{self.path}/events", query=f"since={since}").ok()["items"]
        return items

    def send(self, seat: int, move: Json) -> Answer:
        """Send a move as a seat, on the newest version unless the move names another."""
        body = {"expected_version": self.version(), **move}
        return self.players[seat].api.post(f"{self.path}/moves", body)

    def version(self) -> int:
        """Return the number of the newest event."""
        version: int = self.view(0)["version"]
        return version

    def play(self, *moves: Json | str) -> Json:
        """Make moves, each by the seat that is to move; return the last one's event and view.

        In short: `play 3`, `discard 3`, `clue 1 red`, `clue 1 5`.
        """
        view, done = self.view(0), {}
        for move in moves:
            wish = move_of(move) if isinstance(move, str) else move
            player = self.players[view["to_move"]]
            done = player.api.post(f"{self.path}/moves", {**wish, "expected_version": view["version"]}).ok()
            view = done["view"]
        return done

    def abort(self) -> None:
        """End the game by the votes of all seats."""
        for player in self.players:
            player.api.post(f"{self.path}/abort-votes").ok()


def move_of(words: str) -> Json:
    """Return the move that stands in short."""
    match words.split():
        case ["clue", target, clue]:
            return {
                "type": "clue",
                "target": int(target),
                **({"rank": int(clue)} if clue.isdigit() else {"color": clue}),
            }
        case [kind, card]:
            return {"type": kind, "card": int(card)}
        case [kind, card, declared]:
            return {"type": kind, "card": int(card), "declared_color": declared}
    raise ValueError(words)


def cards(words: str) -> list[Card]:
    """Return the cards that stand in short: `r1 y5 m2`."""
    suits = {card.suit[0]: card.suit for card in CARDS}
    return [Card(suits[word[0]], int(word[1])) for word in words.split()]


def stacked(words: str, *, multicolor: Multicolor = "none", last: str = "") -> list[Json]:
    """Return a whole deck as a request has it: these cards on top, those at the bottom, the others between in order."""
    top, bottom = cards(words), cards(last)
    rest = Counter(CARDS[code] for code in palette_of(multicolor).deck)
    rest.subtract([*top, *bottom])
    assert min(rest.values()) >= 0, "more copies of a card than there are"
    return as_json([*top, *rest.elements(), *bottom])


def as_json(deck: Iterable[Card]) -> list[Json]:
    """Return cards as a request has them."""
    return [card._asdict() for card in deck]


def _received(response: TestResponse) -> bytes:
    if response.headers.get("Content-Encoding") == "gzip":
        return gzip.decompress(response.get_data() or gzip.compress(b""))
    try:
        if response.mimetype != "text/event-stream":
            return response.get_data()
        return next(iter(response.iter_encoded()), b"")
    finally:
        response.close()


def _parsed(raw: bytes, media_type: str) -> Any:
    if media_type == "application/x-ndjson":
        return [orjson.loads(line) for line in raw.splitlines()]
    return orjson.loads(raw) if raw and media_type.endswith("json") else None
