"""One fault each, at the moment that hurts most: what a storm would meet only now and then."""

import contextlib
import http.client
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from tests.faults.clusters import Cluster, Embedded
from tests.faults.installation import Installation
from tests.faults.people import ANSWERED_WITHIN_S, Device, Notes, half_senders
from tests.faults.test_storm import cluster, folder, running  # noqa: F401  (fixtures)

Json = dict[str, Any]

_PLACES = 32  # MAX_IN_FLIGHT of each of two workers


class Told(NamedTuple):
    """An answer: its status, its document, what belongs to a refusal, and how long it took."""

    status: int
    body: Json
    retry_after: str | None
    took_s: float


class Seated:
    """Two players of one running game."""

    def __init__(self, service: Installation) -> None:
        self.service = service
        nobody = Device(service.address, Notes())
        self.tokens = [nobody.made("/v1/accounts", {"name": name})["token"] for name in ("Ada", "Béla")]
        self.devices = [Device(service.address, Notes(), token) for token in self.tokens]
        self.path = f"/v1/games/{self.devices[0].made('/v1/games', {'seats': 2})['id']}"
        self.devices[1].made(f"{self.path}/seats", {})

    def move(self) -> tuple[str, Json]:
        """Return the token of who is to move, and a move."""
        seat = self.devices[0].get(self.path)["to_move"]
        view = self.devices[seat].get(self.path)
        return self.tokens[seat], {**view["legal_actions"][0], "expected_version": view["version"]}

    def ask(
        self, method: str, path: str, *, token: str | None = None, body: Json | None = None, **headers: str
    ) -> Told:
        """Ask once, on a connection of its own."""
        began = time.monotonic()
        connection = http.client.HTTPConnection(*self.service.address, timeout=60)
        headers = {"Authorization": f"Bearer {token or self.tokens[0]}", "Content-Type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        with contextlib.closing(connection):
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            told = json.loads(answer.read() or b"{}")
            return Told(answer.status, told, answer.getheader("Retry-After"), time.monotonic() - began)


@pytest.fixture
def service(folder: Path, cluster: Cluster) -> Iterator[Installation]:  # noqa: F811
    """The service, by two workers."""
    with running(folder, cluster.url) as made:
        yield made
        assert "Traceback" not in (log := made.log.read_text()), log[-3000:]


def _all_at_once(number: int, ask: Callable[[], Told]) -> list[Told]:
    with ThreadPoolExecutor(number) as crowd:
        return [one.result() for one in [crowd.submit(ask) for _ in range(number)]]


def _refused_in_time(told: Told, waited_s: float = 0) -> bool:
    return told.status == 503 and bool(told.retry_after) and told.took_s - waited_s <= ANSWERED_WITHIN_S


def _frozen(pids: list[int]) -> contextlib.ExitStack:
    """Stop processes until the end of a block."""
    thaw = contextlib.ExitStack()
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
        thaw.callback(os.kill, pid, signal.SIGCONT)
    return thaw


@pytest.mark.faults
def test_who_announces_a_body_and_sends_half_of_it_keeps_nobody_waiting(service: Installation) -> None:
    """More such clients than all workers have places."""
    seated = Seated(service)
    token, move = seated.move()
    with half_senders(service.address, 2 * _PLACES + 20):
        time.sleep(0.3)
        assert seated.ask("POST", f"{seated.path}/moves", token=token, body=move).status == 201


@pytest.mark.faults
@pytest.mark.parametrize(
    ("path", "headers"),
    [("", {}), ("", {"If_None_Match": '"other"'}), ("/events", {}), ("/events", {"Accept": "text/event-stream"})],
    ids=["a view", "a view with an ETag", "events", "a stream"],
)
def test_a_crowd_before_a_locked_table(
    service: Installation,
    cluster: Cluster,  # noqa: F811
    path: str,
    headers: dict[str, str],
) -> None:
    """The wait for a place and the wait for the database come out of one budget."""
    seated = Seated(service)
    with psycopg.connect(cluster.url) as operator:
        operator.execute("lock table game in access exclusive mode")
        told = _all_at_once(20, lambda: seated.ask("GET", seated.path))  # trouble has begun
        told += _all_at_once(200, lambda: seated.ask("GET", f"{seated.path}{path}", token=None, body=None, **headers))
        operator.rollback()
    assert [one for one in told if not _refused_in_time(one)] == []


@pytest.mark.faults
def test_nothing_is_said_on_a_connection_on_which_nothing_was_asked(service: Installation) -> None:
    """A worker that ends closes the connections that are kept alive, and its clients take no answer for another's."""
    with socket.create_connection(service.address, timeout=20) as kept:
        kept.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
        assert kept.recv(10_000).startswith(b"HTTP/1.1 200 ")
        service.kill()
        assert kept.recv(10_000) == b""


@pytest.mark.faults
def test_many_who_wait_for_one_game_while_postgres_is_frozen(service: Installation, cluster: Cluster) -> None:  # noqa: F811
    """They read it one after the other, but none waits for all before it."""
    seated = Seated(service)
    with _frozen([]) as thaw:
        freeze = threading.Timer(1, lambda: thaw.push(_frozen(cluster.pids())))
        freeze.start()
        told = _all_at_once(30, lambda: seated.ask("GET", f"{seated.path}/events?since=0", Prefer="wait=9"))
    assert [one for one in told if not _refused_in_time(one, waited_s=9)] == []


@pytest.mark.faults
def test_a_worker_stopped_in_the_middle_of_a_transaction(service: Installation, cluster: Cluster) -> None:  # noqa: F811
    """What it has locked is free again after three seconds, and the same request goes on elsewhere, once."""
    seated = Seated(service)
    token, move = seated.move()
    key = "the-same-key-for-both"

    def send() -> Told | None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            return seated.ask("POST", f"{seated.path}/moves", token=token, body=move, Idempotency_Key=key)
        return None

    with ThreadPoolExecutor(1) as aside, psycopg.connect(cluster.url) as operator:
        operator.execute("select from game for update")
        stopped = aside.submit(send)
        time.sleep(0.5)
        # gunicorn would replace a worker that is stopped, so this is what a machine does that is gone from the network.
        with _frozen([service.gunicorn(), _worker_that_waits(operator, service)]):
            operator.rollback()
            began = time.monotonic()
            while (told := send()) is None or told.status != 201:
                assert told is None or (told.status in (409, 503) and told.took_s < ANSWERED_WITHIN_S), told
                assert time.monotonic() - began < 8
                time.sleep(0.2)
        again = stopped.result()
        assert again is None or again.status == 503 or again.body == told.body
    assert len(seated.devices[0].get(f"{seated.path}/events?since=0")["items"]) == 1


@pytest.mark.faults
def test_a_worker_that_is_stopped_for_good(service: Installation) -> None:
    """gunicorn replaces it, so that whoever has a connection to it is not left waiting."""
    seated = Seated(service)
    devices = [Device(service.address, Notes(), seated.tokens[0]) for _ in range(16)]
    for device in devices:
        device.get(seated.path)
    stopped = service.workers()[0]
    os.kill(stopped, signal.SIGSTOP)
    began = time.monotonic()
    with ThreadPoolExecutor(len(devices)) as all_of_them:
        list(all_of_them.map(lambda device: device.get(seated.path), devices))
    while stopped in service.workers():
        assert time.monotonic() - began < 40  # gunicorn's timeout is 30 s
        time.sleep(0.1)
    assert all(device.get(seated.path) for device in devices)
    assert all(
        note.startswith(("GET /v1/games/: cut off", "GET /v1/games/: no answer"))
        for device in devices
        for note in device.notes.wrong
    )


@pytest.mark.faults
def test_an_embedded_postgres_of_which_a_stopped_process_is_left(folder: Path) -> None:  # noqa: F811
    """Killed, it cannot be started again as long as one of its processes is there, which does not end by itself."""
    with running(folder, None, DATA_DIR=str(folder / "data")) as service:
        seated = Seated(service)
        postmaster, *others = Embedded(folder / "data").pids()
        backend = next(pid for pid in others if b"[local]" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(backend, signal.SIGSTOP)
        os.kill(postmaster, signal.SIGKILL)
        began = time.monotonic()
        while (told := seated.ask("GET", seated.path)).status != 200:
            assert _refused_in_time(told), told
            assert time.monotonic() - began < 15
            time.sleep(0.2)


def _worker_that_waits(operator: psycopg.Connection, service: Installation) -> int:
    """Return the worker on whose behalf Postgres waits for a lock."""
    row = operator.execute("select client_port from pg_stat_activity where wait_event_type = 'Lock'").fetchone()
    assert row is not None
    inodes = {
        f"socket:[{fields[9]}]"
        for fields in map(str.split, Path("/proc/net/tcp").read_text().splitlines()[1:])
        if int(fields[1].rpartition(":")[2], 16) == row[0]
    }
    for pid in service.workers():
        for held in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if os.readlink(held) in inodes:
                    return pid
    raise LookupError("no worker has that connection")
