"""Bystanders: people who play, watch, read and are called while a stranger attacks.

`python -m tests.abuse.bystanders URL SECONDS` prints what they met as JSON. It is a process of its own, so that the
work of the attack does not delay its clock.
"""

import http.client
import json
import re
import secrets
import sys
import threading
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from tests.abuse.stranger import connect

TABLES = 8
_PAUSE_S = 0.1
_SOURCE = "127.0.0.2"  # another address than the stranger's
_STRANGERS = "127.0.0.1"
_CALL_S = 5.0
_GAME_S = 4.0  # a reader has another game analysed after this time
_ANALYSIS_S = 2.0  # the page asks again after Retry-After
GAME = json.loads((Path(__file__).parents[1] / "games" / "hanab_live_2906.json").read_text())

Json = Any


class Report:
    """The durations of all responses, and everything that should not have happened."""

    def __init__(self) -> None:
        self.durations_ms: list[tuple[float, str]] = []
        self.calls_ms: list[float] = []
        """The time from the order of a test of a webhook to its arrival."""
        self.wrong: list[str] = []
        self.cpu_s = 0.0
        """What the bystanders themselves took from the processors of the service."""
        self._lock = threading.Lock()

    def answered(self, what: str, status: int, began: float, content: bytes) -> None:
        """Record a response."""
        with self._lock:
            self.durations_ms.append(((time.perf_counter() - began) * 1000, what))
            if status >= 400:
                self.wrong.append(f"{what}: {status} {content[:300]!r}")

    def failed(self, what: str, error: Exception) -> None:
        """Record a request without a response."""
        with self._lock:
            self.wrong.append(f"{what}: {error!r}")

    def as_json(self) -> str:
        """Return the number of responses, the 99th percentile and the slowest one, in milliseconds."""
        ranked = sorted(self.durations_ms)
        p99 = ranked[int(len(ranked) * 0.99)] if ranked else (float("inf"), "nothing")
        return json.dumps(
            {
                "answers": len(ranked),
                "p50_ms": round(ranked[len(ranked) // 2][0]) if ranked else None,
                "p99_ms": round(p99[0]),
                "slowest": [f"{what}: {ms:.0f} ms" for ms, what in ranked[-5:]],
                "kinds_ms": self._kinds(),
                "slowest_call_ms": round(max(self.calls_ms, default=0)),
                "slowest_ms": round(ranked[-1][0]) if ranked else None,
                "wrong": self.wrong[:20],
                "cpu_s": round(self.cpu_s, 1),
            }
        )

    def _kinds(self) -> dict[str, list[int]]:
        """Return the number of responses of each kind, their median and the slowest, by the median."""
        kinds: defaultdict[str, list[float]] = defaultdict(list)
        for ms, what in self.durations_ms:
            kinds[what.partition(" from ")[0]].append(ms)
        found = {what: [len(all_ms), round(median(all_ms)), round(max(all_ms))] for what, all_ms in kinds.items()}
        return dict(sorted(found.items(), key=lambda kind: -kind[1][1]))


class Person:
    """A client with one connection."""

    def __init__(self, url: str, report: Report, token: str | None = None, source: str = _SOURCE) -> None:
        self._url, self._report, self._token, self._source = url, report, token, source
        self._connection = connect(url, source)

    def send(self, method: str, path: str, body: Json = None, **headers: str) -> Json:
        """Send a request, record the response and return its JSON."""
        what = f"{method} {re.sub('[a-z]_[0-9a-f]{32}', '…', path)} from {self._source}"
        sent = {"Content-Type": "application/json"} if body is not None else {}
        sent |= {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        began = time.perf_counter()
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body), {**sent, **headers})
            response = self._connection.getresponse()
            # Of a stream, the first frame counts.
            content = response.read1() if headers.get("Accept") == "text/event-stream" else response.read()
        except (OSError, http.client.HTTPException) as error:
            self._report.failed(what, error)
            self._connection.close()
            time.sleep(0.2)
            return None
        # A stranger at the same address can spend what it shares with this person.
        is_shared = response.status == 429 and self._source == _STRANGERS
        if not is_shared:
            self._report.answered(what, response.status, began, content)
        if response.headers.get("Connection", "").lower() == "close":
            self._connection.close()
        return json.loads(content) if content.startswith(b"{") and response.status < 400 else None


class Table:
    """A table of two, whose players also follow, browse and review."""

    def __init__(self, url: str, report: Report) -> None:
        anybody = Person(url, report)
        tokens = [anybody.send("POST", "/v1/accounts", {"name": f"seat {secrets.token_hex(6)}"})["token"] for _ in "01"]
        self._url, self._report, self._tokens = url, report, tokens
        self._players = [Person(url, report, token) for token in tokens]
        self._path = ""
        self.sit_down()

    def sit_down(self) -> None:
        """Begin a private game. In the lobby, a stranger could take the second seat, which is no harm to measure."""
        first, second = self._players
        game = first.send("POST", "/v1/games", {"seats": 2, "private": True})
        if game is not None:
            self._path = f"/v1/games/{game['id']}"
            invitation = first.send("POST", f"{self._path}/invitations", {})
            if invitation is not None:
                second.send("POST", f"{self._path}/seats", {"code": invitation["code"]})

    def play(self, until: float) -> None:
        """Play until a time, game after game."""
        step = 0
        while time.monotonic() < until:
            step += 1
            view = self._players[step % 2].send("GET", self._path)
            if view is not None and view["status"] != "running":
                self.sit_down()
            elif view is not None and view["to_move"] == view["viewer"]["seat"]:
                legal = view["legal_actions"]
                move = legal[len(legal) // 2] | {"expected_version": view["version"]}
                self._players[step % 2].send("POST", f"{self._path}/moves", move)
            if step % 8 == 0:
                self._look_around(step)
            time.sleep(_PAUSE_S)

    def _look_around(self, step: int) -> None:
        """Open a stream of the game, a list or the statistics."""
        player = self._players[0]
        match step // 8 % 4:
            case 0:
                stream = Person(self._url, self._report, self._tokens[1])
                stream.send("GET", f"{self._path}/events", Accept="text/event-stream")
                stream._connection.close()
            case 1:
                player.send("GET", "/v1/replays?limit=5")
            case 2:
                player.send("GET", "/v1/games?limit=5")
            case 3:
                player.send("GET", "/v1/stats")


class Reader:
    """A reader of pages and replays with an account, whose program is called by a webhook.

    It brings another game every few seconds, as nobody does for long, and reads it again and again.
    """

    def __init__(self, url: str, report: Report, source: str) -> None:
        self.report = report
        anybody = Person(url, report, source=source)
        token = anybody.send("POST", "/v1/accounts", {"name": f"reader {secrets.token_hex(6)}"})["token"]
        self._person = Person(url, report, token, source)
        self._called = threading.Event()
        self._receiver = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._receiver.serve_forever, daemon=True).start()
        hook = {"url": f"http://127.0.0.1:{self._receiver.server_address[1]}/", "events": ["your-turn"]}
        self._hook = self._person.send("POST", "/v1/me/webhooks", hook)["id"]
        self._game = self._import()
        self._analysis_at = self._game_at = 0.0

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        called = self._called

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                called.set()
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        return Handler

    def _import(self) -> str:
        """Import a game that nobody has imported."""
        found = self._person.send("POST", "/v1/replays", {**GAME, "seed": secrets.token_hex(8)})
        return self._game if found is None else str(found["id"])

    def read(self, until: float) -> None:
        """Read until a time, one thing after the other."""
        step = 0
        while time.monotonic() < until:
            step += 1
            replay = f"/v1/replays/{self._game}"
            match step % 7:
                case 0 if time.monotonic() > self._game_at:
                    self._game_at = time.monotonic() + _GAME_S
                    self._game = self._import()
                case 1:
                    self._person.send("GET", "/", Accept="text/html")
                case 2:
                    self._person.send("GET", f"{replay}/frames")
                case 3 if time.monotonic() > self._analysis_at:
                    found = self._person.send("GET", f"{replay}/analysis")
                    if found is not None and found["status"] == "running":
                        self._analysis_at = time.monotonic() + _ANALYSIS_S
                case 4:
                    self._person.send("GET", f"{replay}/positions/3.png")
                case 5:
                    self._be_called()
                case 6:
                    self._follow()
            time.sleep(_PAUSE_S)

    def _follow(self) -> None:
        """Open a stream of an account without a game."""
        stream = Person(self._person._url, self.report, self._person._token, self._person._source)
        stream.send("GET", "/v1/me/events", Accept="text/event-stream")
        stream._connection.close()

    def _be_called(self) -> None:
        self._called.clear()
        began = time.perf_counter()
        if self._person.send("POST", f"/v1/me/webhooks/{self._hook}/test") is None:
            return
        if self._called.wait(_CALL_S):
            self.report.calls_ms.append((time.perf_counter() - began) * 1000)
        else:
            self.report.failed("a webhook", TimeoutError(f"not called within {_CALL_S} s"))


def main(url: str, seconds: float) -> None:
    """Play at several tables and read for some seconds, and print the report."""
    arranging, report = Report(), Report()
    tables = [Table(url, arranging) for _ in range(TABLES)]
    if arranging.wrong:
        raise SystemExit(f"The tables could not be set up: {arranging.wrong}")
    readers = [Reader(url, arranging, source) for source in (_SOURCE, _STRANGERS)]
    if arranging.wrong:
        raise SystemExit(f"The readers could not be set up: {arranging.wrong}")
    for reader in readers:
        reader.report = reader._person._report = report
    for table in tables:
        table._report = report
        for player in table._players:
            player._report = report
    print("ready", flush=True)
    sys.stdin.readline()  # the attack begins
    until, spent_s = time.monotonic() + seconds, time.process_time()
    playing = [threading.Thread(target=table.play, args=(until,)) for table in tables]
    playing += [threading.Thread(target=reader.read, args=(until,)) for reader in readers]
    for thread in playing:
        thread.start()
    for thread in playing:
        thread.join()
    report.cpu_s = time.process_time() - spent_s
    print(report.as_json())


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
