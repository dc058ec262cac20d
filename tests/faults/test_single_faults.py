"""Tests of single faults at the worst moment, which a storm would rarely hit."""

import contextlib
import http.client
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.clocks import Clock
from tests.faults.clusters import Cluster, Embedded, frozen
from tests.faults.installation import Installation, running
from tests.faults.pace import limit_s
from tests.faults.players import ANSWERED_WITHIN_S, Device, Notes
from tests.faults.tables import Answer, Table

pytestmark = pytest.mark.faults

Json = dict[str, Any]

_FIRST_MOVE: Json = {"type": "play", "card": 0, "expected_version": 0}


@pytest.fixture
def service(folder: Path, cluster: Cluster) -> Iterator[Installation]:
    """The service with two workers."""
    with running(folder, cluster.url) as service:
        yield service
        service.require_no_traceback()


def _send_together(number: int, ask: Callable[[], Answer]) -> list[Answer]:
    with ThreadPoolExecutor(number) as crowd:
        return [one.result() for one in [crowd.submit(ask) for _ in range(number)]]


def _answer(ask: Callable[[], Answer]) -> Answer:
    """Ask until the service is not too busy."""
    while (response := ask()).status == 503:
        time.sleep(0.2)
    return response


def _refused_in_time(response: Answer, waited_s: float = 0) -> bool:
    return (
        response.status == 503
        and bool(response.retry_after)
        and response.took_s - waited_s <= limit_s(ANSWERED_WITHIN_S)
    )


@pytest.mark.parametrize(
    ("path", "headers"),
    [("", {}), ("", {"If_None_Match": '"other"'}), ("/events", {}), ("/events", {"Accept": "text/event-stream"})],
    ids=["a view", "a view with an ETag", "events", "a stream"],
)
def test_requests_for_a_locked_table_are_refused_in_time(
    service: Installation,
    cluster: Cluster,
    path: str,
    headers: dict[str, str],
) -> None:
    """The wait for a slot and the wait for the database share one deadline."""
    seated = Table(service)
    with psycopg.connect(cluster.url) as operator:
        operator.execute("lock table game in access exclusive mode")
        responses = _send_together(
            20, lambda: seated.ask("GET", seated.path)
        )  # recovery from the previous row may take a moment
        responses += _send_together(
            200, lambda: seated.ask("GET", f"{seated.path}{path}", token=None, body=None, **headers)
        )
        operator.rollback()
    assert [response for response in responses if not _refused_in_time(response)] == []


def test_an_outage_ends_no_blitz_game(service: Installation) -> None:
    """A turn of eight seconds survives five in which all workers are frozen, since it begins again."""
    seated = Table(service, pace={"turn_s": 8, "on_timeout": "end"})
    time.sleep(4)
    with frozen([service.gunicorn(), *service.workers()]):
        time.sleep(5)
    token, move = seated.next_move()
    assert seated.ask("POST", f"{seated.path}/moves", token=token, body=move).status == 201
    view = seated.devices[0].get(seated.path)
    assert (view["status"], view["turn"]) == ("running", 1)
    events = seated.devices[0].get(f"{seated.path}/events")["items"]
    assert [(event["type"], event.get("change")) for event in events[1:2]] == [("clock", "restart")]


def test_a_stopping_worker_sends_no_response_without_a_request(service: Installation) -> None:
    """A stopping worker closes idle connections silently, so that no client gets a stray response."""
    with socket.create_connection(service.address, timeout=20) as connection:
        connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(10_000).startswith(b"HTTP/1.1 200 ")
        service.kill()
        assert connection.recv(10_000) == b""


def test_reads_share_the_wait_for_a_frozen_database(service: Installation, cluster: Cluster) -> None:
    """Concurrent reads of one game do not wait one after another while Postgres is frozen."""
    seated = Table(service)
    with contextlib.ExitStack() as thaw:
        freeze = threading.Timer(1, lambda: thaw.enter_context(frozen(cluster.pids())))
        freeze.start()
        responses = _send_together(30, lambda: seated.ask("GET", f"{seated.path}/events?since=0", Prefer="wait=9"))
    assert [response for response in responses if not _refused_in_time(response, waited_s=9)] == []


def test_the_locks_of_a_lost_worker_are_released(service: Installation, cluster: Cluster) -> None:
    """The locks are free after three seconds, and the repeated request takes effect once."""
    seated = Table(service)
    token, move = seated.next_move()
    key = "the-same-key-for-both"

    def send() -> Answer | None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            return seated.ask("POST", f"{seated.path}/moves", token=token, body=move, Idempotency_Key=key)
        return None

    with ThreadPoolExecutor(1) as aside, psycopg.connect(cluster.url) as operator:
        operator.execute("select from game for update")
        stopped = aside.submit(send)
        # gunicorn would replace a stopped worker, so this simulates a machine that lost its network.
        with frozen([service.gunicorn(), _worker_that_waits(operator, service)]):
            operator.rollback()
            began = time.monotonic()
            while (response := send()) is None or response.status != 201:
                assert response is None or (
                    response.status in (409, 503) and response.took_s < limit_s(ANSWERED_WITHIN_S)
                ), response
                assert time.monotonic() - began < limit_s(8)
                time.sleep(0.2)
        again = stopped.result()
        assert again is None or again.status == 503 or again.body == response.body
    assert len(seated.devices[0].get(f"{seated.path}/events?since=0")["items"]) == 1


def test_gunicorn_replaces_a_stopped_worker(service: Installation) -> None:
    """gunicorn replaces a stopped worker, so that its clients do not wait forever."""
    seated = Table(service)
    devices = [Device(service.address, Notes(), seated.tokens[0]) for _ in range(16)]
    for device in devices:
        device.get(seated.path)
    stopped = service.workers()[0]
    os.kill(stopped, signal.SIGSTOP)
    began = time.monotonic()
    with ThreadPoolExecutor(len(devices)) as all_of_them:
        list(all_of_them.map(lambda device: device.get(seated.path), devices))
    while stopped in service.workers():
        assert time.monotonic() - began < limit_s(40)  # gunicorn's timeout is 30 s
        time.sleep(0.1)
    assert all(device.get(seated.path) for device in devices)
    assert all(
        note.startswith(("GET /v1/games/: cut off", "GET /v1/games/: no answer"))
        for device in devices
        for note in device.notes.wrong
    )


def test_an_embedded_postgres_restarts_although_a_child_is_stopped(folder: Path) -> None:
    """A killed server restarts although one of its child processes is stopped and does not end."""
    with running(folder, None, DATA_DIR=str(folder / "data")) as service:
        seated = Table(service)
        postmaster, *others = Embedded(folder / "data").pids()
        backend = next(pid for pid in others if b"[local]" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(backend, signal.SIGSTOP)
        os.kill(postmaster, signal.SIGKILL)
        began = time.monotonic()
        while (response := seated.ask("GET", seated.path)).status != 200:
            assert _refused_in_time(response), response
            assert time.monotonic() - began < limit_s(15)
            time.sleep(0.2)


def _worker_that_waits(operator: psycopg.Connection, service: Installation) -> int:
    """Return the worker whose connection waits for a lock."""
    waiting = "select client_port from pg_stat_activity where wait_event_type = 'Lock'"
    give_up = time.monotonic() + limit_s(5)
    while (row := operator.execute(waiting).fetchone()) is None:
        assert time.monotonic() < give_up
        time.sleep(0.1)
    inodes = {
        f"socket:[{fields[9]}]"
        for fields in map(str.split, Path("/proc/net/tcp").read_text().splitlines()[1:])
        if int(fields[1].rpartition(":")[2], 16) == row[0]
    }
    for pid in service.workers():
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if os.readlink(handle) in inodes:
                    return pid
    raise LookupError("no worker has that connection")


@pytest.mark.parametrize("dies", ["service", "database"])
def test_a_short_turn_begins_again_after_an_outage(service: Installation, cluster: Cluster, dies: str) -> None:
    """The first readers all see the same new deadline, and later the same end. Both are appended once."""
    seated = Table(service, pace={"turn_s": 3}, rules={"starting_seat": 0})
    (service if dies == "service" else cluster).kill()
    time.sleep(4)
    if dies == "service":
        service.start()
    else:
        cluster.revive()
    read = partial(_answer, lambda: seated.ask("GET", seated.path))
    (deadline,) = {response.body["deadline"] for response in _send_together(20, read)}
    assert deadline > seated.begun["deadline"]
    time.sleep(4)
    for response in _send_together(20, read):
        assert response.body["result"]["reason"] == "timed_out", response
    events = _answer(lambda: seated.ask("GET", f"{seated.path}/events")).body["items"]
    assert [event["type"] for event in events[1:]] == ["clock", "abort"]
    assert events[-1]["at"] == deadline


def test_a_worker_with_a_wrong_clock_keeps_the_deadlines(
    service: Installation,
    cluster: Cluster,
    folder: Path,
) -> None:
    """Hours ahead or behind, it takes a move in time, refuses a late one, and shows the same deadline."""
    clock = Clock(folder)
    other = Installation(folder, database_url=cluster.url)
    other.wrapper = clock.wrapper
    try:
        other.start()
        for ahead in (timedelta(hours=7), timedelta(hours=-7)):
            clock.set(ahead)
            slow, fast = (Table(service, pace={"turn_s": turn_s}, rules={"starting_seat": 0}) for turn_s in (3600, 3))
            slow.service = fast.service = other
            assert slow.ask("GET", slow.path).body["deadline"] == slow.begun["deadline"]
            assert slow.ask("POST", f"{slow.path}/moves", body=_FIRST_MOVE).status == 201
            time.sleep(3)
            assert fast.ask("POST", f"{fast.path}/moves", body=_FIRST_MOVE).status == 409
            last = fast.ask("GET", f"{fast.path}/events").body["items"][-1]
            assert (last["type"], last["at"]) == ("abort", fast.begun["deadline"])
    finally:
        other.stop()
