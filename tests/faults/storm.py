"""Many games at once on one installation, while something breaks again and again."""

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import psycopg

from tests.faults.clusters import Breakable
from tests.faults.installation import Installation
from tests.faults.pairs import Pair
from tests.faults.people import ANSWERED_WITHIN_S, Device, Match, Notes
from tests.faults.reckoning import check_database, check_match, moves_kept

__all__ = ["FAULTS", "Storm"]

_TABLES: Final = 8


class Storm:
    """A run: an installation, its database, the people at its tables, and dice with a seed."""

    def __init__(
        self,
        service: Installation,
        postgres: Breakable,
        *,
        seed: int,
        freeze_s: float = 2.5,
        ballast: Path | None = None,
        within_s: float = ANSWERED_WITHIN_S,
    ) -> None:
        self.service, self.postgres, self.freeze_s = service, postgres, freeze_s
        self.seed = seed
        self.dice = random.Random(seed)
        self.notes = Notes(within_s)
        self.matches: list[Match] = []
        self.happened: list[str] = []
        self.ballast = ballast
        self._over = threading.Event()

    def rage(self, faults: Sequence[str], seconds: float, *, pause_s: float = 0.7) -> None:
        """Play for so long, while each of these faults happens, in turn and at random moments."""
        ends_at = time.monotonic() + seconds
        with ThreadPoolExecutor(2 * _TABLES + 3) as tables, ThreadPoolExecutor(_TABLES) as aside:
            playing = [tables.submit(self._table, number, aside, tables) for number in range(_TABLES)]
            try:
                waiting: list[str] = []
                time.sleep(0.5)
                while time.monotonic() < ends_at or waiting:
                    waiting = waiting or self.dice.sample(list(faults), len(faults))
                    if not waiting:
                        time.sleep(max(0.0, ends_at - time.monotonic()))
                        break
                    fault = waiting.pop()
                    self.happened.append(fault)
                    FAULTS[fault](self)
                    time.sleep(self.dice.uniform(0.2, 1.0) * pause_s)
                self.postgres.revive()
                time.sleep(0.5)
            finally:
                self._over.set()
                results = [table.exception() for table in playing]
            for result in results:
                if result is not None:
                    raise result

    def reckon(self) -> str:
        """Hold everything that was said against what is kept; return the figures."""
        watcher = Device(self.service.address, self.notes)
        for match in self.matches:
            if match.id:
                check_match(match, watcher)
        games = check_database(self.postgres.url)
        assert not self.notes.wrong, f"{len(self.notes.wrong)} wrong, seed {self.seed}: " + "\n".join(
            self.notes.wrong[:20]
        )
        assert "Traceback" not in (log := self.service.log.read_text()), log[-3000:]
        slowest = {kind: round(took, 2) for kind, took in sorted(self.notes.slowest_s.items())}
        return (
            f"seed {self.seed}: {games} games, {moves_kept(self.matches)} moves acknowledged, answers"
            f" {dict(sorted(self.notes.answers.items()))}, slowest {slowest}, faults {len(self.happened)}"
        )

    def _table(self, number: int, aside: ThreadPoolExecutor, tables: ThreadPoolExecutor) -> None:
        dice = random.Random(self.seed * 1000 + number)
        devices = [self._player(f"Player {number}{seat}") for seat in range(2 + number % 2)]
        while not self._over.is_set():
            match = Match(devices, dice, aside)
            self.matches.append(match)
            watching = None
            if number < 2:
                watcher = Device(self.service.address, self.notes)
                watching = tables.submit(match.follow, watcher, self._over.is_set)
            match.play(self._over.is_set)
            if watching is not None:
                watching.result()

    def _player(self, name: str) -> list[Device]:
        nobody = Device(self.service.address, self.notes)
        token = nobody.made("/v1/accounts", {"name": name})["token"]
        return [Device(self.service.address, self.notes, token) for _ in range(2)]

    # What happens.

    def kill_worker(self) -> None:
        """kill -9 of one of gunicorn's workers."""
        with contextlib.suppress(ProcessLookupError, IndexError):
            self.notes.expect_cuts(1)
            os.kill(self.dice.choice(self.service.workers()), signal.SIGKILL)

    def kill_gunicorn(self) -> None:
        """kill -9 of gunicorn's first process; its keeper starts it again."""
        self.notes.expect_cuts(60)
        self.service.kill()
        self.service.start()
        self.notes._cut_off_until = time.monotonic() + 2  # its orphans end within a second

    def kill_postgres(self) -> None:
        """kill -9 of Postgres, all of it."""
        self.postgres.kill()
        time.sleep(self.dice.uniform(0, 0.5))
        self.postgres.revive()

    def crash_backend(self) -> None:
        """kill -9 of one of Postgres' processes: it ends all others, and recovers."""
        pids = self.postgres.pids()[1:]
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(self.dice.choice(pids), signal.SIGKILL)
        self.postgres.revive()

    def freeze_postgres(self) -> None:
        """SIGSTOP of Postgres, all of it, for a while."""
        pids = self.postgres.pids()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        time.sleep(self.freeze_s)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def terminate_backends(self) -> None:
        """Every connection ended by the server."""
        self._as_operator("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")

    def cancel_backends(self) -> None:
        """Every statement that runs is cancelled."""
        self._as_operator("select pg_cancel_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")

    def hold_locks(self) -> None:
        """The log locked, so that all connections of the pool wait, and others for them."""
        with self._operator() as operator:
            operator.execute("set lock_timeout = '5s'")
            operator.execute("begin")
            operator.execute(f"lock table {self.dice.choice(('event', 'token', 'game'))} in access exclusive mode")
            time.sleep(self.dice.uniform(1.5, 2.5))
            operator.execute("rollback")

    def fill_disk(self) -> None:
        """No space left on the device on which Postgres writes."""
        assert self.ballast is not None
        with self.ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1 << 16))
        time.sleep(self.dice.uniform(1.5, 3))
        self.ballast.unlink()
        self.postgres.revive()

    def replace_primary(self) -> None:
        """The primary frozen as if its machine were gone, and its standby promoted."""
        assert isinstance(self.postgres, Pair)
        self.postgres.freeze_and_replace()

    def cancel_waits(self) -> None:
        """The standby frozen, every wait for it cancelled, and the primary killed."""
        assert isinstance(self.postgres, Pair)
        self.postgres.cancel_waits_and_replace()

    def _as_operator(self, statement: str) -> None:
        with self._operator() as operator:
            operator.execute(statement.encode())

    @contextlib.contextmanager
    def _operator(self) -> Iterator[psycopg.Connection]:
        with (
            contextlib.suppress(psycopg.OperationalError),
            psycopg.connect(self.postgres.url, autocommit=True) as operator,
        ):
            yield operator


FAULTS: Final[dict[str, Callable[[Storm], None]]] = {
    "a worker killed": Storm.kill_worker,
    "gunicorn killed": Storm.kill_gunicorn,
    "Postgres killed": Storm.kill_postgres,
    "a backend killed": Storm.crash_backend,
    "Postgres frozen": Storm.freeze_postgres,
    "backends terminated": Storm.terminate_backends,
    "statements cancelled": Storm.cancel_backends,
    "tables locked": Storm.hold_locks,
    "disk full": Storm.fill_disk,
    "the primary replaced": Storm.replace_primary,
    "waits cancelled": Storm.cancel_waits,
}
