"""Test client of the service, which checks every exchange against the contract."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from engine.cards import Card
from engine.rules import Multicolor, palette_of
from tests.cards import CARDS
from tests.service.contract import CONTRACT, Exchange

Json = dict[str, Any]

SALTED = re.compile(rb'"(head|hash|commitment|holder_salt|signature|holders)":("[0-9a-f]{64,128}"|\[[^\]]*\])')
"""Hashes that depend on a secret deck, and hide it by their salt (`test_proof.py`)."""


class Answer(NamedTuple):
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: Any
    """Parsed JSON; for NDJSON a list with one value a line."""
    raw: bytes
    """The body, decompressed."""
    set_cookies: Sequence[str] = ()

    @property
    def code(self) -> str | None:
        """The code of a problem document, or None for other responses."""
        code: str | None = self.body.get("code") if isinstance(self.body, dict) and self.status >= 400 else None
        return code

    def ok(self) -> Any:
        """Return the body. Fail the test if the response is a problem."""
        assert self.status < 400, self.body
        return self.body


class Api:
    """A client, with or without a token."""

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
        """Return a client with another token."""
        return Api(self._app, token=token, may_fail=self._may_fail)

    def pages(self, path: str, query: str = "") -> Iterator[list[Json]]:
        """Yield the items of each page of a list."""
        following = f"?{query}"
        while following:
            answer = self.get(path, query=following[1:])
            yield answer.ok()["items"]
            following = answer.headers.get("Link", "").partition(">")[0].removeprefix("<").removeprefix(path)

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
        """Send a request with a JSON body or a raw one. Of a stream, read only the first part."""
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        sent = {**self._headers, **({"Content-Type": "application/json"} if data else {}), **(headers or {})}
        response = self._client.open(
            path, method=method, data=data, query_string=query, headers=sent, environ_overrides=environ
        )
        received, headers_received = _received(response), dict(response.headers)
        cookies = response.headers.getlist("Set-Cookie")
        once = [name for name, _ in response.headers if name != "Set-Cookie"]
        assert len(set(once)) == len(once), f"a header is repeated: {response.headers}"
        CONTRACT.check(Exchange(method, path, query, sent, data, response.status_code, headers_received, received))
        assert self._may_fail or response.status_code != 500, received
        headers_received.pop("Server-Timing", None)  # it differs each time
        parsed = _parsed(received, response.mimetype or "")
        return Answer(response.status_code, headers_received, parsed, received, cookies)


class Player(NamedTuple):
    """An account and its client."""

    id: str
    name: str
    token: str
    api: Api


class Game:
    """A game, and its players by seat."""

    def __init__(self, view: Json, players: Sequence[Player]) -> None:
        self.id: str = view["id"]
        self.path = f"/v1/games/{self.id}"
        self.replay_path = f"/v1/replays/{self.id}"
        self.players = players

    def view(self, seat: int) -> Json:
        """Return the view of a seat."""
        view: Json = self.players[seat].api.get(self.path).ok()
        return view

    def events(self, seat: int, since: int = -1) -> list[Json]:
        """Return the events above a version, as a seat sees them."""
        items: list[Json] = self.players[seat].api.get(f"{self.path}/events", query=f"since={since}").ok()["items"]
        return items

    def send(self, seat: int, move: Json) -> Answer:
        """Send a move as a seat. The expected version defaults to the newest one."""
        body = {"expected_version": self.version(), **move}
        return self.players[seat].api.post(f"{self.path}/moves", body)

    def version(self) -> int:
        """Return the newest version."""
        version: int = self.view(0)["version"]
        return version

    def play(self, *moves: Json | str) -> Json:
        """Make moves, each by the seat to move. Return the last response.

        A move is JSON or a short form: `play 3`, `discard 3`, `clue 1 red`, `clue 1 5`.
        """
        view, done = self.view(0), {}
        for move in moves:
            wish = move_of(move) if isinstance(move, str) else move
            player = self.players[view["to_move"]]
            done = player.api.post(f"{self.path}/moves", {**wish, "expected_version": view["version"]}).ok()
            view = done["view"]
        return done

    def abort(self) -> None:
        """Abort the game with the votes of all people. A bot that took a seat votes as soon as they have."""
        for player in self.players:
            if player.api.post(f"{self.path}/abort-votes").ok()["view"]["result"] is not None:
                return


def access_of(caller: Any, kind: str) -> list[Json]:
    """Return what has access to the account of a client or a browser, of one kind."""
    return [one for one in caller.get("/v1/me/access").ok()["items"] if one["kind"] == kind]


def move_of(words: str) -> Json:
    """Return the move in JSON from its short form."""
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
    """Return cards from their short form: `r1 y5 m2`."""
    suits = {card.suit[0]: card.suit for card in CARDS}
    return [Card(suits[word[0]], int(word[1])) for word in words.split()]


def stacked(words: str, *, multicolor: Multicolor = "none", last: str = "") -> list[Json]:
    """Return a whole deck as JSON.

    `words` are the top cards and `last` the bottom ones; the other cards come between, in a fixed order.
    """
    top, bottom = cards(words), cards(last)
    rest = Counter(CARDS[code] for code in palette_of(multicolor).deck)
    rest.subtract([*top, *bottom])
    assert min(rest.values()) >= 0, "more copies of a card than there are"
    return as_json([*top, *rest.elements(), *bottom])


def as_json(deck: Iterable[Card]) -> list[Json]:
    """Return cards as JSON."""
    return [card._asdict() for card in deck]


def waited_for_a_place(response: TestResponse) -> float:
    """Return for how many seconds a request has waited for a place, by its `Server-Timing`."""
    waits = dict(part.split(";dur=") for part in response.headers["Server-Timing"].split(", "))
    return float(waits["place"]) / 1000


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
