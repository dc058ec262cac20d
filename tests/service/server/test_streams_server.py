"""Tests of streams under gunicorn: worker processes, signals and lost clients."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.pooled import environ_for
from tests.service.client import Game, Player
from tests.service.sse import COMMENT, Frame, frames

_ROOT = Path(__file__).resolve().parents[3]
_BROKEN = (OSError, http.client.HTTPException)
_NO_SUCH_TIME_S = 40


class Server:
    """A gunicorn with its workers on a free port."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port = port
        self.process = process

    def ask(
        self, method: str, path: str, body: object = None, token: str | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """Send a request on a new connection. Return the response with its body unread."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_NO_SUCH_TIME_S)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else orjson.dumps(body), sent)
        return connection.getresponse()

    def get(self, path: str, token: str | None = None, **headers: str) -> bytes:
        """Return the body of a response."""
        with closing(self.ask("GET", path, token=token, **headers)) as answer:
            assert answer.status == 200
            return answer.read()

    def stream(self, path: str, token: str | None = None, **headers: str) -> http.client.HTTPResponse:
        """Open a stream."""
        return self.ask("GET", path, token=token, Accept="text/event-stream", **headers)

    def move(self, game: Game) -> None:
        """Make a move that does not end the game."""
        to_move = orjson.loads(self.get(game.path))["to_move"]
        token = game.players[to_move].token
        view = orjson.loads(self.get(game.path, token))
        action = next(action for action in view["legal_actions"] if action["type"] != "play")
        body = {**action, "expected_version": view["version"]}
        with closing(self.ask("POST", f"{game.path}/moves", body, token)) as answer:
            assert answer.status == 201

    def workers(self) -> list[int]:
        """Return the ids of the worker processes."""
        command = ["ps", "-A", "-o", "pid=,ppid=,stat="]
        table = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        family = [line.split() for line in table.splitlines()]
        return [int(pid) for pid, parent, state in family if int(parent) == self.process.pid and "Z" not in state]


Serve = Callable[..., Server]


@pytest.fixture(scope="module")
def serve(database_url: str) -> Iterator[Serve]:
    """A function that starts the service; keywords are settings."""
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(_served(database_url, settings))


@contextmanager
def _served(database_url: str, settings: dict[str, Any]) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environ = {name.upper(): str(value) for name, value in settings.items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "service.app:create_app()"],
        cwd=_ROOT,
        env={**os.environ, **environ_for(database_url), "PORT": str(port), "POOL_SIZE": "4", **environ},
    )
    server = Server(port, process)
    try:
        while True:
            try:
                server.get("/livez")
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.05)
        yield server
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(_NO_SUCH_TIME_S)


@pytest.fixture(scope="module")
def two(serve: Serve) -> Server:
    """The service with two workers."""
    return serve(workers=2, stream_keep_alive_s=60)


def frames_of(answer: http.client.HTTPResponse) -> Iterator[Frame]:
    """Yield the frames of a stream until it ends or breaks."""

    def chunks() -> Iterator[bytes]:
        try:
            while chunk := answer.read1(65536):
                yield chunk
        except _BROKEN:
            return

    return (frame for frame in frames(chunks()) if frame != COMMENT)


class Follower(threading.Thread):
    """A client that follows a game to its end, and reconnects with the last event id, as browsers do."""

    def __init__(self, server: Server, game: Game, token: str | None) -> None:
        super().__init__(daemon=True)
        self.events: list[Frame] = []
        self.farewells = 0
        self.connections = 0
        self._server, self._game, self._token = server, game, token
        self._last = "0"
        self.start()

    def run(self) -> None:
        while not self._ended():
            time.sleep(0.02)

    def _ended(self) -> bool:
        try:
            answer = self._server.stream(f"{self._game.path}/events", self._token, Last_Event_ID=self._last)
        except _BROKEN:
            return False
        with closing(answer):
            if answer.status == 204:
                return True
            assert answer.status == 200
            self.connections += 1
            for frame in frames_of(answer):
                self._last = frame.id or self._last
                if frame.event == "event":
                    self.events.append(frame)
                self.farewells += frame.event == "bye"
        return False


@pytest.mark.slow
def test_streams_miss_and_repeat_no_event_when_workers_stop(two: Server, new_game: Callable[..., Game]) -> None:
    """Eight followers read the whole game while workers are killed with kill -9 and reloaded with SIGHUP."""
    game = new_game()
    followers = [Follower(two, game, token) for token in (*(player.token for player in game.players), None, None) * 2]

    def moves(number: int) -> None:
        played = 0
        while played < number:
            try:
                two.move(game)
                played += 1
            except _BROKEN:
                pass

    moves(3)
    end = time.monotonic() + _NO_SUCH_TIME_S
    while not all(follower.events for follower in followers) and time.monotonic() < end:
        time.sleep(0.05)
    for _ in range(2):
        os.kill(two.workers()[0], signal.SIGKILL)
        moves(3)
    two.process.send_signal(signal.SIGHUP)
    moves(6)
    end = time.monotonic() + _NO_SUCH_TIME_S  # the old workers serve until the new ones do
    while not any(follower.farewells for follower in followers) and time.monotonic() < end:
        time.sleep(0.05)
    game.abort()
    for follower, token in zip(followers, (*(player.token for player in game.players), None, None) * 2, strict=True):
        follower.join(_NO_SUCH_TIME_S)
        items = orjson.loads(two.get(f"{game.path}/events?since=0", token))["items"]
        assert follower.events == [Frame("event", orjson.dumps(item), str(item["version"])) for item in items]
    assert any(follower.farewells for follower in followers)
    assert max(follower.connections for follower in followers) >= 3
    assert two.process.poll() is None


def test_a_move_reaches_the_clients_of_every_worker(two: Server, new_game: Callable[..., Game]) -> None:
    """Eight clients of two workers wait, and all hear of it long before their time."""
    game = new_game()
    for version in range(2):
        heard: list[int] = []

        def wait(path: str = f"{game.path}/events?since={version}", heard: list[int] = heard) -> None:
            while not (items := orjson.loads(two.get(path, Prefer="wait=60"))["items"]):
                pass  # a worker that is about to stop answers immediately
            heard.append(len(items))

        waiting = [threading.Thread(target=wait, daemon=True) for _ in range(8)]
        for thread in waiting:
            thread.start()
        time.sleep(0.15)
        assert not heard
        two.move(game)
        for thread in waiting:
            thread.join(_NO_SUCH_TIME_S)
        assert heard == [1] * 8


@pytest.mark.slow
def test_a_hundred_idle_streams_on_one_worker(serve: Serve, new_game: Callable[..., Game]) -> None:
    """One above the maximum is refused, and players have room. When clients disconnect, there is room at once."""
    server = serve(workers=1, max_streams=134, stream_keep_alive_s=60, rate_limits=0)
    game = new_game()
    path = f"{game.path}/events"
    crowd = [server.stream(path) for _ in range(101)]
    with closing(server.stream(path)) as refused:
        assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
        assert orjson.loads(refused.read())["code"] == "too-many-streams"
    mine = [server.stream("/v1/me/events", player.token) for player in game.players]
    assert [stream.status for stream in mine] == [200, 200]
    server.get("/livez")
    for _ in range(5):
        server.move(game)
    for stream in crowd:
        assert [frame.id for _, frame in zip(range(6), frames_of(stream), strict=False)] == list("012345")
    for stream in (*crowd, *mine):
        stream.close()
    again = [server.stream(path) for _ in range(101)]
    assert {stream.status for stream in again} == {200}
    for stream in again:
        stream.close()


def test_nothing_is_sent_after_a_revocation_was_acknowledged(
    two: Server, new_game: Callable[..., Game], players: Callable[[int], list[Player]]
) -> None:
    """Idle streams and long polls of both workers end at once. A move after it reaches the others only."""
    game, ada = new_game(), players(1)[0]
    child = ada.api.post("/v1/me/tokens", {"name": "child"}).ok()
    path = f"{game.path}/events"
    lost = [two.stream(place, child["token"]) for place in (path, "/v1/me/events") * 4]
    kept = [two.stream(path, ada.token) for _ in range(4)]
    statuses: list[int] = []

    def wait() -> None:
        statuses.append(two.ask("GET", f"{path}?since=0", token=child["token"], Prefer="wait=60").status)

    waiting = [threading.Thread(target=wait, daemon=True) for _ in range(4)]
    for thread in waiting:
        thread.start()
    time.sleep(0.5)
    with closing(two.ask("DELETE", f"/v1/me/tokens/{child['id']}", token=ada.token)) as answer:
        assert answer.status == 204
    revoked_at = time.monotonic()
    two.move(game)
    for stream in lost:
        assert [frame.event for frame in frames_of(stream)][1:] == ["bye"]
    for thread in waiting:
        thread.join(_NO_SUCH_TIME_S)
    assert time.monotonic() - revoked_at < _NO_SUCH_TIME_S
    assert statuses == [401] * 4
    for stream in kept:
        assert [frame.id for _, frame in zip(range(2), frames_of(stream), strict=False)] == ["0", "1"]
        stream.close()


@pytest.mark.slow
def test_streams_end_at_sigterm(serve: Serve, new_game: Callable[..., Game]) -> None:
    """Streams and long polls end, then the service stops without errors."""
    server = serve(workers=1, stream_keep_alive_s=60)
    game = new_game()
    path = f"{game.path}/events"
    streams = [server.stream(path) for _ in range(6)]
    streams += [server.stream("/v1/me/events", player.token) for player in game.players]
    waited: list[bytes] = []
    waiting = threading.Thread(
        target=lambda: waited.append(server.get(f"{path}?since=0", Prefer="wait=60")), daemon=True
    )
    waiting.start()
    time.sleep(0.2)
    server.process.terminate()
    signalled_at = time.monotonic()
    for stream in streams:
        assert list(frames_of(stream))[-1] == Frame("bye", b'{"reason":"restart"}')
    waiting.join(_NO_SUCH_TIME_S)
    assert time.monotonic() - signalled_at < _NO_SUCH_TIME_S
    assert orjson.loads(waited[0])["items"] == []
    assert server.process.wait(60) == 0
