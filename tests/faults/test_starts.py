"""Tests that a start succeeds, whatever was killed or frozen during the last start, recovery or stop."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psycopg
import pytest

from service.platform.embedded_postgres.data_directory import Home
from service.platform.embedded_postgres.os_user import OsUser
from service.platform.embedded_postgres.postmaster import Postmaster
from service.platform.embedded_postgres.processes import processes_of
from tests.faults.clusters import Embedded, family
from tests.faults.pace import limit_s
from tests.faults.storm import seed
from tests.served import free_port

pytestmark = [pytest.mark.faults, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

_ROOT: Final = Path(__file__).resolve().parents[2]
_STARTED_WITHIN_S: Final = 60
_SECONDS: Final = 240

_DATABASE: Final = """
import time
from service.platform.commands.database_address import embedded_postgres
from service.platform.commands.signals import Signals
from service.platform.settings import Settings
with embedded_postgres(Settings.from_environ(), Signals()) as postgres:
    print("Address:", postgres.start(), flush=True)
    while True:
        time.sleep(0.2)
        postgres.revive()
"""


class Starts:
    """A data folder on which a service is started, and killed, again and again."""

    def __init__(self, folder: Path, command: list[str], seed: int) -> None:
        self.folder, self.command, self.dice = folder, command, random.Random(seed)
        self.kills = self.starts = self.slowest_s = 0.0
        self.begun: list[subprocess.Popen[bytes]] = []
        self.happened: list[str] = []
        self.acknowledged: list[int] = []
        self.writer = threading.Thread()
        self.typical_s = 2.0
        self.data_dir, self.port = folder / "data-0", str(free_port())

    def round(self, number: int) -> None:
        """Break a start or two, then start the service, check the data, and break the running service."""
        self.happened = []
        if number % 10 == 9:  # a new folder, whose first start is broken in initdb or the first migration
            self.stop()
            self.data_dir = self.folder / f"data-{number}"
            self.acknowledged = []
        for _ in range(self.dice.randrange(3)):
            service = self.begin()
            time.sleep(self.dice.uniform(0, 1.2 * self.typical_s))
            self.break_it(service)
        service = self.start()
        time.sleep(self.dice.uniform(0, 0.3))
        self.break_it(service)

    def begin(self) -> subprocess.Popen[bytes]:
        """Start the service without waiting for it."""
        own = {"DATA_DIR": str(self.data_dir), "HOST": "127.0.0.1", "PORT": self.port, "DATABASE_URL": ""}
        own |= {"WORKERS": "1", "POOL_SIZE": "2", "ACCESS_LOG": "0", "GRACEFUL_TIMEOUT_S": "1", "ANALYSIS_WORKERS": "0"}
        with (self.folder / "said").open("wb") as said:
            begun = subprocess.Popen(
                [sys.executable, *self.command], cwd=_ROOT, env={**os.environ, **own}, stdout=said, stderr=said
            )
        self.begun.append(begun)
        return begun

    def start(self) -> subprocess.Popen[bytes]:
        """Start the service, or two at once, and check that one serves with all acknowledged data."""
        began = time.monotonic()
        service = self.begin()
        if self.dice.random() < 0.1:
            service = self._the_one_that_serves(service)
        while "Address:" not in (said := (self.folder / "said").read_text(errors="replace")):
            assert service.poll() is None, f"The start failed after {self.happened}: {said}"
            assert time.monotonic() - began < limit_s(_STARTED_WITHIN_S), f"No start after {self.happened}: {said}"
            time.sleep(0.02)
        took_s = time.monotonic() - began
        self.typical_s = 0.8 * self.typical_s + 0.2 * min(took_s, 5)
        self.starts, self.slowest_s = self.starts + 1, max(self.slowest_s, took_s)
        self._check()
        return service

    def break_it(self, service: subprocess.Popen[bytes]) -> None:
        """Let one to four faults happen in quick succession, and kill the service in the end."""
        for fault in self.dice.choices(list(FAULTS), k=self.dice.randint(1, 4)):
            self.happened.append(fault)
            with contextlib.suppress(ProcessLookupError):
                FAULTS[fault](self, service)
                self.kills += 1
            time.sleep(self.dice.expovariate(4))
        if service.poll() is None:
            self.happened.append("the service killed")
            self.kills += 1
            service.kill()
        service.wait()

    def stop(self) -> None:
        """Kill everything that runs."""
        for one in self.begun:
            one.kill()
            one.wait()
        with contextlib.suppress(ProcessLookupError):
            self._signal(self._server(), signal.SIGKILL)
        if self.writer.ident:
            self.writer.join()

    def _the_one_that_serves(self, first: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
        """Start the service a second time. Return the one that is not refused."""
        second = self.begin()
        deadline = time.monotonic() + limit_s(_STARTED_WITHIN_S)
        while first.poll() is None and second.poll() is None:
            assert time.monotonic() < deadline, "Two services run in one folder."
            time.sleep(0.02)
        refused, other = (first, second) if first.poll() is not None else (second, first)
        assert refused.returncode == 1, self.happened
        assert "in use by another start" in (self.folder / "said").read_text(errors="replace")
        return other

    def _check(self) -> None:
        url = Embedded(self.data_dir).url
        server = self._server()
        assert self._postmaster() == [pid for pid in server if _parent(pid) not in (None, *server)], self.happened
        if self.writer.ident:
            self.writer.join()
        with psycopg.connect(url) as connection:
            connection.execute("create table if not exists kept (number bigint)")
            kept = {number for (number,) in connection.execute("select number from kept")}
        lost = set(self.acknowledged) - kept
        assert not lost, f"{len(lost)} of {len(self.acknowledged)} rows are lost after {self.happened}"
        self.writer = threading.Thread(target=self._write, args=(url, self.acknowledged))
        self.writer.start()

    def _write(self, url: str, acknowledged: list[int]) -> None:
        """Insert rows until the connection breaks, and note those that were acknowledged."""
        with contextlib.suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
            while True:
                number = len(acknowledged) + int(self.starts) * 1_000_000
                connection.execute("insert into kept values (%s)", [number])
                acknowledged.append(number)
                time.sleep(0.002)

    def _home(self) -> Home:
        return Home(self.data_dir, OsUser.for_postgres())

    def _server(self) -> list[int]:
        return processes_of(self._home())

    def _postmaster(self) -> list[int]:
        left = Postmaster.of(self._home().cluster)
        return [left.pid] if left and left.pid in self._server() else self._server()[:1]

    def _one(self, pids: list[int]) -> list[int]:
        return [self.dice.choice(pids)] if pids else []

    def _startup(self) -> list[int]:
        """Return the process that replays the WAL, else any other process of the server."""
        pids = self._server()
        with contextlib.suppress(FileNotFoundError):
            found = [pid for pid in pids if b"startup" in Path(f"/proc/{pid}/cmdline").read_bytes()]
            return found or self._one(pids)
        return []

    def _signal(self, pids: list[int], number: signal.Signals) -> None:
        if not pids:
            raise ProcessLookupError
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    # The faults.

    def kill_service(self, service: subprocess.Popen[bytes]) -> None:
        """Kill the service with SIGKILL."""
        self._signal([service.pid] if service.poll() is None else [], signal.SIGKILL)

    def stop_service(self, service: subprocess.Popen[bytes]) -> None:
        """Tell the service to stop."""
        self._signal([service.pid] if service.poll() is None else [], signal.SIGTERM)

    def kill_child(self, service: subprocess.Popen[bytes]) -> None:
        """Kill a child of the service: the migration, gunicorn, initdb or the postmaster."""
        self._signal(self._one(family(service.pid)[1:] if service.poll() is None else []), signal.SIGKILL)

    def kill_postmaster(self, _: subprocess.Popen[bytes]) -> None:
        """Kill the postmaster."""
        self._signal(self._postmaster(), signal.SIGKILL)

    def freeze_postmaster(self, _: subprocess.Popen[bytes]) -> None:
        """Stop the postmaster with SIGSTOP."""
        self._signal(self._postmaster(), signal.SIGSTOP)

    def shut_down(self, _: subprocess.Popen[bytes]) -> None:
        """Shut Postgres down in a smart, fast or immediate way."""
        how = self.dice.choice((signal.SIGTERM, signal.SIGINT, signal.SIGQUIT))
        self._signal(self._postmaster(), how)

    def kill_process(self, _: subprocess.Popen[bytes]) -> None:
        """Kill any process of the server, so that Postgres recovers."""
        self._signal(self._one(self._server()), signal.SIGKILL)

    def freeze_process(self, _: subprocess.Popen[bytes]) -> None:
        """Stop any process of the server with SIGSTOP."""
        self._signal(self._one(self._server()), signal.SIGSTOP)

    def kill_startup(self, _: subprocess.Popen[bytes]) -> None:
        """Kill the process that replays the WAL."""
        self._signal(self._startup(), signal.SIGKILL)

    def kill_all(self, _: subprocess.Popen[bytes]) -> None:
        """Kill all processes of the server."""
        self._signal(self._server(), signal.SIGKILL)


def _parent(pid: int) -> int | None:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return None


FAULTS: Final[dict[str, Callable[[Starts, subprocess.Popen[bytes]], None]]] = {
    "the service killed": Starts.kill_service,
    "the service told to stop": Starts.stop_service,
    "a child of the service killed": Starts.kill_child,
    "the postmaster killed": Starts.kill_postmaster,
    "the postmaster frozen": Starts.freeze_postmaster,
    "Postgres shut down": Starts.shut_down,
    "a process killed": Starts.kill_process,
    "a process frozen": Starts.freeze_process,
    "the recovery killed": Starts.kill_startup,
    "all processes killed": Starts.kill_all,
}


@pytest.mark.parametrize(
    "command", [["-c", _DATABASE], ["-m", "service.cli", "run"]], ids=["the database", "the whole service"]
)
def test_a_start_succeeds_whatever_was_killed(folder: Path, command: list[str]) -> None:
    """Both run for four minutes, together some 200 kills on a busy machine with two cores."""
    chosen = seed()
    print(f"seed {chosen}")
    starts = Starts(folder, command, chosen)
    ends_at, number = time.monotonic() + _SECONDS, 0
    try:
        while time.monotonic() < ends_at:
            starts.round(number)
            number += 1
    finally:
        starts.stop()
    print(
        f"{starts.kills:.0f} kills, {starts.starts:.0f} starts after them, the slowest in"
        f" {starts.slowest_s:.1f} s; {len(starts.acknowledged)} rows acknowledged in the last folder"
    )
