"""Players for the fault tests: HTTP clients that repeat a request until it is answered."""

import contextlib
import http.client
import json
import random
import secrets
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.faults.pace import limit_s
from tests.service.sse import Frame, frames

Json = dict[str, Any]

ANSWERED_WITHIN_S = 6.5  # a second for a slot, five for Postgres, and what the request itself needs on a busy machine
_HANGS_AFTER_S = 8.0
_STREAM_HANGS_AFTER_S = 20.0  # without Postgres, a stream with a token is silent: the token may have been revoked
_IDLE_S = 20.0  # gunicorn closes idle connections after 30 s
_GIVES_UP_AFTER_S = 90.0
_DEFINITE = {"version-conflict", "not-your-turn", "game-not-running", "illegal-move"}


class MoveResponse(NamedTuple):
    """The final response to a move: 201 with its event, or a refusal, and the move's idempotency key."""

    seat: int
    move: Json
    status: int
    body: Json
    key: str | None = None


@dataclass(eq=False)
class Attempt:
    """A request that was sent once. Times are in nanoseconds of the monotonic clock."""

    device: "Device"
    method: str
    path: str
    body: Json
    called_at: int
    returned_at: int | None = None
    """None without a response."""
    status: int | None = None
    document: Json = field(default_factory=dict)


class Notes:
    """The observations of all clients of a run."""

    def __init__(self, within_s: float = ANSWERED_WITHIN_S) -> None:
        self.within_s = within_s
        self.answers: Counter[str] = Counter()
        self.attempts: list[Attempt] = []
        self.slowest_s: dict[str, float] = {}
        self.wrong: list[str] = []
        self.during = ""
        """What has happened last."""
        self.stopped = threading.Event()
        self._cut_off_until = self._hangs_before = 0.0
        self._lock = threading.Lock()

    def expect_cuts(self, within_s: float) -> None:
        """Record that connections may break or be refused for some time, since a process was killed."""
        self._cut_off_until = max(self._cut_off_until, time.monotonic() + within_s)

    def expect_hangs(self) -> None:
        """Record that open connections may hang, since a worker was stopped."""
        self._hangs_before = time.monotonic()

    def answered(self, what: str, status: int, duration_s: float, headers: Any, body: Json) -> None:
        """Record a response and any violation of the service's promises."""
        code = str(body.get("code", "")) if status >= 400 else ""
        kind = f"{status} {code}".strip()
        with self._lock:
            self.answers[kind] += 1
            self.slowest_s[kind] = max(self.slowest_s.get(kind, 0.0), duration_s)
        if duration_s > limit_s(self.within_s):
            self.wrong.append(f"{what}: {kind} after {duration_s:.2f} s ({self.during})")
        if status == 503:
            document = headers.get("Content-Type") == "application/problem+json"
            if code != "service-unavailable" or not headers.get("Retry-After") or not document:
                self.wrong.append(f"{what}: 503 without its headers or its document: {dict(headers)} {body}")
        elif status >= 500:
            self.wrong.append(f"{what}: {kind} {body}")

    def unanswered(self, what: str, error: Exception, opened_at: float, *, patient: bool) -> None:
        """Record a request without a response."""
        with self._lock:
            self.answers[f"none: {type(error).__name__}"] += 1
        if isinstance(error, TimeoutError):
            if patient and opened_at > self._hangs_before:
                self.wrong.append(f"{what}: no answer for too long ({self.during})")
        elif opened_at > self._cut_off_until:
            self.wrong.append(f"{what}: cut off: {error!r} ({self.during})")


class Device:
    """A connection of a player. A player may have several."""

    def __init__(self, address: tuple[str, int], notes: Notes, token: str | None = None) -> None:
        self.notes = notes
        self._address = address
        self._headers = {"Content-Type": "application/json", "Accept-Language": "en"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._connection: http.client.HTTPConnection | None = None
        self._opened_at = self._used_at = 0.0

    def once(
        self,
        method: str,
        path: str,
        body: Json | None,
        *,
        key: str | None = None,
        patience_s: float | None = None,
        wait_s: int = 0,
    ) -> tuple[int, Json, float] | None:
        """Send a request once.

        Return the status, the body and the seconds of Retry-After, or None without a response.
        """
        what = f"{method} {path.partition('g_')[0]}"
        patient, patience_s = patience_s is None, limit_s(_HANGS_AFTER_S) if patience_s is None else patience_s
        headers = {**self._headers, **({"Idempotency-Key": key} if key else {})}
        headers |= {"Prefer": f"wait={wait_s}"} if wait_s else {}
        attempt = Attempt(self, method, path, body or {}, time.monotonic_ns())
        self.notes.attempts.append(attempt)
        began = time.monotonic()
        if began - self._used_at > _IDLE_S:
            self.close()
        self._used_at = began
        try:
            if self._connection is None:
                self._opened_at = began
                self._connection = http.client.HTTPConnection(*self._address, timeout=patience_s)
                self._connection.connect()
            assert self._connection.sock is not None
            self._connection.sock.settimeout(patience_s)
            self._connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = self._connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException, AssertionError) as error:
            self.close()
            self.notes.unanswered(what, error, self._opened_at, patient=patient)
            return None
        document: Json = json.loads(content)
        attempt.returned_at, attempt.status, attempt.document = time.monotonic_ns(), response.status, document
        self.notes.answered(what, response.status, time.monotonic() - began - wait_s, response.headers, document)
        if response.getheader("Connection", "").lower() == "close":
            self.close()
        return response.status, document, float(response.getheader("Retry-After") or 0.2)

    def stream(self, path: str, *, since: int | None = None) -> Iterator[Frame]:
        """Yield the frames of an event stream, on a new connection, until the stream ends.

        `since` is the last id that the client has received. A refused stream yields nothing; one that ends properly
        yields an `end`. If not even comments arrive, the stream hangs.
        """
        what = f"GET {path.partition('g_')[0]} as a stream"
        headers = {**self._headers, "Accept": "text/event-stream"}
        headers |= {} if since is None else {"Last-Event-ID": str(since)}
        opened_at = time.monotonic()
        connection = http.client.HTTPConnection(*self._address, timeout=limit_s(_STREAM_HANGS_AFTER_S))
        try:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            duration_s = time.monotonic() - opened_at
            if response.status == 200:
                self.notes.answered(what, response.status, duration_s, response.headers, {})
                yield from frames(_chunks(response))
                return
            content = response.read()
            self.notes.answered(what, response.status, duration_s, response.headers, json.loads(content or b"{}"))
            if response.status == 204:
                yield Frame("end", b"")
        except (OSError, http.client.HTTPException) as error:
            self.notes.unanswered(what, error, opened_at, patient=True)
        finally:
            connection.close()

    def until_answered(
        self, method: str, path: str, body: Json | None = None, *, key: str | None = None, wait_s: int = 0
    ) -> tuple[int, Json]:
        """Repeat a request until it is answered."""
        give_up = time.monotonic() + limit_s(_GIVES_UP_AFTER_S)
        while time.monotonic() < give_up:
            response = self.once(method, path, body, key=key, wait_s=wait_s)
            if response is None:
                time.sleep(random.uniform(0.05, 0.3))
                continue
            status, document, again_s = response
            if status != 503 and document.get("code") != "request-in-progress":
                return status, document
            time.sleep(min(again_s, random.uniform(0.1, 0.6)))  # earlier than Retry-After, like an impatient client
        self.notes.wrong.append(f"{method} {path}: no answer, however often it was sent")
        raise TimeoutError

    def get(self, path: str, *, wait_s: int = 0) -> Json:
        """Repeat a GET until it succeeds, and return the body."""
        status, document = self.until_answered("GET", path, wait_s=wait_s)
        if status != 200:
            self.notes.wrong.append(f"GET {path}: {status} {document}")
        return document

    def create(self, path: str, body: Json) -> Json:
        """Create a resource once, with as many attempts as needed."""
        status, document = self.until_answered("POST", path, body, key=secrets.token_hex(16))
        if status != 201:
            self.notes.wrong.append(f"POST {path}: {status} {document}")
        return document

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _chunks(response: http.client.HTTPResponse) -> Iterator[bytes]:
    while chunk := response.read1():
        yield chunk


class Match:
    """A game from the first seat to the last move, and all responses to its players."""

    def __init__(self, players: list[list[Device]], dice: random.Random, aside: ThreadPoolExecutor) -> None:
        self.players = players
        """By seat: the devices of a player."""
        self.id = ""
        self.responses: list[MoveResponse] = []
        self.followed: list[list[int]] = []
        """The versions of which each follower heard, in the order in which they did."""
        self._dice, self._aside = dice, aside

    @property
    def path(self) -> str:
        """The path of the game."""
        return f"/v1/games/{self.id}"

    def play(self, stopped: Callable[[], bool]) -> None:
        """Play until the game ends or the time is over."""
        body: Json = {"seats": len(self.players), "rules": {"edition": "de"}}
        self.id = str(self.players[0][0].create("/v1/games", body)["id"])
        for devices in self.players[1:]:
            devices[0].create(f"{self.path}/seats", {})
        self.continue_game(stopped)

    def continue_game(self, stopped: Callable[[], bool]) -> None:
        """Continue a game until it ends or the time is over."""
        while not stopped():
            view = self._any().get(self.path)
            if view.get("status") != "running":
                return
            seat = view["to_move"]
            view = self.players[seat][0].get(self.path)
            if view.get("to_move") == seat:
                self._turn(seat, view)

    def follow(self, device: Device, stopped: Callable[[], bool]) -> None:
        """Follow the events with long polls, and require that none is missed."""
        heard = self._new_follower(stopped)
        while not stopped():
            news = device.get(f"{self.path}/events?since={heard[-1] if heard else -1}", wait_s=1).get("items", [])
            heard += [item["version"] for item in news]
            if not news and device.get(self.path)["status"] == "ended":
                return

    def listen(self, device: Device, stopped: Callable[[], bool]) -> None:
        """Follow the events with streams. Each new stream continues where the previous one ended."""
        heard = self._new_follower(stopped)
        while not stopped():
            for frame in device.stream(f"{self.path}/events?since=-1", since=heard[-1] if heard else None):
                if frame.event == "end":
                    return
                if frame.event == "event":
                    heard.append(int(frame.id or -1))
                if stopped():
                    break
            time.sleep(random.uniform(0.05, 0.3))

    def _new_follower(self, stopped: Callable[[], bool]) -> list[int]:
        while not stopped() and self.id == "":
            time.sleep(0.05)
        self.followed.append([])
        return self.followed[-1]

    def _any(self) -> Device:
        return self._dice.choice(self._dice.choice(self.players))

    def _turn(self, seat: int, view: Json) -> None:
        """Take one turn in one of the ways of real clients."""
        version, legal = view["version"], view["legal_actions"]
        plays = [action for action in legal if action["type"] == "play"]
        move = self._dice.choice(plays if plays and self._dice.random() < 0.5 else legal)
        first, second = self.players[seat][:2]
        match self._dice.choice(("plain", "plain", "hurried", "two devices", "one twice", "out of turn", "illegal")):
            case "plain":
                self._send(first, seat, move, version)
            case "hurried":
                self._send(first, seat, move, version, hurried=True)
            case "two devices":
                other = self._dice.choice([action for action in legal if action != move] or [move])
                self._both(
                    lambda: self._send(first, seat, move, version), lambda: self._send(second, seat, other, version)
                )
            case "one twice":
                self._both(
                    lambda: self._send(first, seat, move, version), lambda: self._send(second, seat, move, version)
                )
            case "out of turn":
                other_seat = (seat + 1) % len(self.players)
                cards = view["hands"][other_seat]["cards"]
                wish = {"type": "discard", "card": cards[0]["card"]} if cards else move
                late = self.players[other_seat][1]
                self._both(
                    lambda: self._send(first, seat, move, version), lambda: self._send(late, other_seat, wish, version)
                )
            case "illegal":
                cards = view["hands"][(seat + 1) % len(self.players)]["cards"]
                if cards:
                    self._send(second, seat, {"type": "play", "card": cards[0]["card"]}, version)
                self._send(first, seat, move, version)

    def _both(self, one: Callable[[], None], other: Callable[[], None]) -> None:
        racing = self._aside.submit(other)
        one()
        racing.result()

    def _send(self, device: Device, seat: int, move: Json, version: int, *, hurried: bool = False) -> None:
        """Send a move until it is answered, with or without a key."""
        path, body = f"{self.path}/moves", {**move, "expected_version": version}
        key = secrets.token_hex(16) if self._dice.random() < 0.6 else None
        if hurried:
            device.once("POST", path, body, key=key, patience_s=self._dice.uniform(0.001, 0.02))
            device.close()
        status, document = device.until_answered("POST", path, body, key=key)
        if status != 201 and document.get("code") not in _DEFINITE:
            device.notes.wrong.append(f"a move: {status} {document}")
        self.responses.append(MoveResponse(seat, body, status, document, key))


def follow_own_games(device: Device, stopped: Callable[[], bool]) -> None:
    """Keep the event stream of an account open, and require that no turn comes twice."""
    while not stopped():
        seen: set[tuple[str, str, int]] = set()
        for frame in device.stream("/v1/me/events"):
            if frame.event in ("your-turn", "started", "ended"):
                news = json.loads(frame.data)
                turn = (frame.event, str(news["game"]), int(news["turn"]))
                if turn in seen:
                    device.notes.wrong.append(f"sent twice on one stream: {turn}")
                seen.add(turn)
            if stopped():
                break
        time.sleep(random.uniform(0.05, 0.3))


@contextlib.contextmanager
def half_senders(address: tuple[str, int], number: int) -> Iterator[None]:
    """Open connections that announce a body and send half of it."""
    head = b"POST /v1/accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    with contextlib.ExitStack() as hold:
        for _ in range(number):
            hold.enter_context(socket.create_connection(address)).sendall(head)
        yield
