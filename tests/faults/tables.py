"""A table of two players, whose requests can go to any server."""

import contextlib
import http.client
import json
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.faults.installation import Installation
from tests.faults.players import Device, Notes

Json = dict[str, Any]

CAREFUL = ("clue", "discard", "play")
"""Kinds of turns in an order in which no game is lost soon."""


class Answer(NamedTuple):
    """A response: status, document, bytes, the header of a refusal, and duration."""

    status: int
    body: Json
    content: bytes
    retry_after: str | None
    took_s: float


def ask(
    service: Installation, method: str, path: str, token: str | None = None, body: Json | None = None, **headers: str
) -> Answer:
    """Send a request on a new connection."""
    began = time.monotonic()
    sent = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection(*service.address, timeout=60)
    with contextlib.closing(connection):
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        reply = connection.getresponse()
        content, again = reply.read(), reply.getheader("Retry-After")
        return Answer(reply.status, json.loads(content or b"{}"), content, again, time.monotonic() - began)


def done(answer: Answer) -> Json:
    """Return the body of a successful response."""
    assert answer.status < 300, answer.body
    return answer.body


class Table:
    """Two players of a running game."""

    def __init__(self, service: Installation, **options: Json) -> None:
        nobody = Device(service.address, Notes())
        self.tokens = [nobody.create("/v1/accounts", {})["token"] for _ in range(2)]
        self.connect_to(service)
        game = self.devices[0].create("/v1/games", {"seats": 2, **options})["id"]
        self.path, self.replay = f"/v1/games/{game}", f"/v1/replays/{game}"
        self.begun = self.devices[1].create(f"{self.path}/seats", {})

    def connect_to(self, service: Installation) -> None:
        """Connect to another service."""
        self.service = service
        self.devices = [Device(service.address, Notes(), token) for token in self.tokens]

    def ask(
        self, method: str, path: str, *, token: str | None = None, body: Json | None = None, **headers: str
    ) -> Answer:
        """Send a request of the first player, or with another token."""
        return ask(self.service, method, path, token or self.tokens[0], body, **headers)

    def view(self, seat: int = 0) -> Json:
        """Return what a seat sees."""
        return self.devices[seat].get(self.path)

    def next_move(self, kinds: Sequence[str] = CAREFUL) -> tuple[str, Json]:
        """Return the token of the player to move, and a move of the first kind that is legal."""
        seat = self.view()["to_move"]
        view = self.view(seat)
        move = min(view["legal_actions"], key=lambda one: kinds.index(one["type"]))
        return self.tokens[seat], {**move, "expected_version": view["version"]}

    def move(self, times: int = 1, kinds: Sequence[str] = CAREFUL) -> None:
        """Move so many times."""
        for _ in range(times):
            token, move = self.next_move(kinds)
            Device(self.service.address, Notes(), token).create(f"{self.path}/moves", move)

    def play_to_the_end(self) -> None:
        """Play cards until the last strike or the last round."""
        while self.view()["status"] == "running":
            self.move(kinds=CAREFUL[::-1])
