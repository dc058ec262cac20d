"""Tests of the service in operation: two gunicorn workers that share limits, metrics and log."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.pooled import environ_for
from tests.waiting import await_until

_ROOT = Path(__file__).resolve().parents[3]
QUOTA = 100

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


class Served(NamedTuple):
    """A running service."""

    url: str
    pid: int
    log: Path

    def ask(
        self, path: str, body: Any = None, *, by: str | None = None, token: str | None = None
    ) -> tuple[int, Message, bytes]:
        """Send a request, with `by` through a proxy from that address."""
        headers = {"Content-Type": "application/json"}
        headers |= {"X-Forwarded-For": by} if by else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=30) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def ask_json(self, path: str, body: Any = None, **how: Any) -> Any:
        """Return the JSON body of a successful response."""
        status, _, content = self.ask(path, body, **how)
        assert status < 400, content
        return json.loads(content)

    def metric(self, name: str) -> float:
        """Return the sum of a metric over all labels."""
        _, _, content = self.ask("/metrics")
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (.*)$", content.decode(), re.MULTILINE))

    def workers(self) -> set[int]:
        """Return the ids of the worker processes."""
        return {int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()}

    def is_alive(self) -> bool:
        """Require an answer."""
        assert self.ask("/livez")[0] == 200
        return True

    def await_others(self, before: set[int]) -> None:
        """Wait until no worker of before is left. Some answer meanwhile."""
        await_until(lambda: self.is_alive() and not before & self.workers(), "the old workers have left")

    def lines(self) -> list[dict[str, Any]]:
        """Return the lines of the log."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@pytest.fixture(scope="module")
def served(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service under gunicorn, with two workers and a small quota for each address."""
    log = tmp_path_factory.mktemp("served") / "log"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {
        **environ_for(database_url),
        "PORT": str(port),
        "WORKERS": "2",
        "POOL_SIZE": "2",
        "TRUSTED_PROXIES": "1",
        "RATE_LIMIT_ADDRESS": f"{QUOTA}/86400",
        "GRACEFUL_TIMEOUT_S": "2",
    }
    with log.open("w") as stream:
        gunicorn = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "service.app:create_app()"],
            cwd=_ROOT,
            env={**os.environ, **settings},
            stderr=stream,
        )
    running = Served(f"http://127.0.0.1:{port}", gunicorn.pid, log)
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and gunicorn.poll() is None:
            try:
                running.ask("/livez")
                break
            except OSError:
                time.sleep(0.05)
        yield running
    finally:
        gunicorn.terminate()
        gunicorn.wait(60)


def granted(served: Served, by: str, number: int) -> int:
    """Send requests simultaneously. Return the number of those that are not limited."""
    with ThreadPoolExecutor(8) as several:
        statuses = list(several.map(lambda _: served.ask("/v1/rules/R7", by=by)[0], range(number)))
    assert set(statuses) <= {200, 429}
    return statuses.count(200)


def test_workers_share_rate_limits(served: Served) -> None:
    """Two workers together give an address the quota of one."""
    assert len(served.workers()) == 2
    assert granted(served, "192.0.2.1", QUOTA + 40) == QUOTA
    status, headers, _ = served.ask("/v1/rules/R7", by="192.0.2.1")
    assert status == 429
    # A unit is refilled every 864 s; some seconds have passed since the last was spent.
    assert 86400 // QUOTA - 30 <= int(headers["Retry-After"]) <= 86400 // QUOTA
    assert served.ask("/v1/rules/R7", by="192.0.2.2")[0] == 200
    assert served.metric("hanabi_rate_limited_total") == 41


def moves_in(served: Served) -> list[dict[str, Any]]:
    """Return the lines of the log about moves."""
    return [line for line in served.lines() if line.get("route") == "/v1/games/{game}/moves"]


def test_a_game_is_in_the_log_and_the_metrics(served: Served) -> None:
    """Both show that a game was played, but neither the players nor the moves."""
    ada, bob = (served.ask_json("/v1/accounts", {"name": name}, by="192.0.2.3") for name in ("Ada-4711", "Bob-4711"))
    rules = {"edition": "de", "starting_seat": 0}
    game = served.ask_json("/v1/games", {"seats": 2, "rules": rules}, by="192.0.2.3", token=ada["token"])["id"]
    served.ask_json(f"/v1/games/{game}/seats", {}, by="192.0.2.3", token=bob["token"])
    for version, player in enumerate((ada, bob, ada, bob)):
        body = {"type": "clue", "target": 1 - version % 2, "rank": 1, "expected_version": version}
        served.ask_json(f"/v1/games/{game}/moves", body, by="192.0.2.3", token=player["token"])
        served.ask_json(f"/v1/games/{game}/events?since={version}", by="192.0.2.3", token=player["token"])
    assert served.metric("hanabi_moves_total") == 4
    assert served.metric("hanabi_games_started_total") == 1
    # A response is sent a moment before its worker has written the log.
    await_until(lambda: len(moves_in(served)) == 4, "all moves are logged")
    written = served.log.read_text()
    for secret in (ada["token"], bob["token"], "hnb_", ada["id"], bob["id"], game, "-4711", "since", "192.0.2"):
        assert secret not in written
    moves = moves_in(served)
    accounts = [line["account"] for line in moves]
    assert [line["status"] for line in moves] == [201] * 4
    assert len(accounts[0]) == 12
    assert accounts == [accounts[0], accounts[1]] * 2
    assert accounts[0] != accounts[1]
    assert len({line["request_id"] for line in moves}) == 4


def test_requests_that_gunicorn_refuses_are_logged_without_content(served: Served) -> None:
    """The requests have a token in a malformed header, and a body in place of a request line."""
    address = served.url.removeprefix("http://").split(":")
    for sent in (
        b"GET / HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer hnb_p_secret-4712\r\n\r\n",
        b'{"deck": "secret-4712"} HTTP/1.1\r\n\r\n',
    ):
        with socket.create_connection((address[0], int(address[1])), timeout=60) as connection:
            connection.sendall(sent)
            head, _, body = b"".join(iter(lambda: connection.recv(4096), b"")).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 ")
        assert b"Content-Type: application/problem+json" in head
        problem = json.loads(body)
        assert (problem["status"], problem["code"]) == (400, "bad-request")
        assert problem["type"].endswith("/problems/bad-request")
        assert problem["request_id"].encode() in head
        assert b"secret" not in body
    refused = [line for line in served.lines() if line["logger"] == "gunicorn.error"]
    assert [line["message"].partition(":")[0] for line in refused] == ["Invalid request"] * 2
    assert "secret-4712" not in served.log.read_text()  # an id may hold four digits by chance


@pytest.mark.slow
def test_a_killed_worker_loses_no_counters(served: Served) -> None:
    """A killed worker's counters stay, its gauges are dropped, and a used quota stays used."""
    granted(served, "192.0.2.4", QUOTA)
    answered = served.metric("hanabi_requests_total")
    killed = min(served.workers())
    os.kill(killed, signal.SIGKILL)
    await_until(lambda: len(served.workers() - {killed}) == 2 == len(served.workers()), "it is replaced")
    assert granted(served, "192.0.2.4", 20) == 0
    assert served.metric("hanabi_requests_total") >= answered + 20
    await_until(lambda: served.metric("hanabi_build_info") == 2, "two workers are counted")


@pytest.mark.slow
def test_repeated_reloads_only_replace_the_workers(served: Served) -> None:
    """Requests are answered during each SIGHUP. Limits, metrics and open files stay the same."""
    granted(served, "192.0.2.5", QUOTA)
    files: list[int] = []
    for _ in range(2):
        before = served.workers()
        answered = served.metric("hanabi_requests_total")
        os.kill(served.pid, signal.SIGHUP)
        served.await_others(before)
        assert len(served.workers()) == 2
        assert served.ask("/v1/rules/R7", by="192.0.2.5")[0] == 429
        assert served.metric("hanabi_requests_total") > answered
        await_until(lambda: served.metric("hanabi_build_info") == 2, "two workers are counted")
        files.append(len(list(Path(f"/proc/{served.pid}/fd").iterdir())))
    assert files[0] == files[-1]


@pytest.mark.slow
def test_a_reload_leaves_the_old_workers_serving_until_the_new_ones_do(served: Served) -> None:
    """The new workers are stopped before they serve. The old ones answer until they continue."""
    before = served.workers()
    os.kill(served.pid, signal.SIGHUP)
    await_until(lambda: len(served.workers() - before) == 2, "two more workers start")
    starting = served.workers() - before
    for pid in starting:
        os.kill(pid, signal.SIGSTOP)
    try:
        end = time.monotonic() + 2.5  # a worker that was told to stop leaves within a second
        while time.monotonic() < end:
            assert served.is_alive()
            time.sleep(0.1)
        assert before <= served.workers()
    finally:
        for pid in starting:
            os.kill(pid, signal.SIGCONT)
    served.await_others(before)
    assert served.workers() == starting
