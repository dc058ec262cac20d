"""A storm: many games on one installation while random faults are injected."""

import contextlib
import os
import random
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, Final

import psycopg

from tests.faults.checks import acknowledged_moves, check_database, check_match, check_retry
from tests.faults.clocks import Clock
from tests.faults.clusters import Breakable, frozen
from tests.faults.disks import Disk
from tests.faults.failover import Pair
from tests.faults.installation import Installation
from tests.faults.network import Network
from tests.faults.pace import limit_s
from tests.faults.players import ANSWERED_WITHIN_S, Device, Match, Notes, follow_own_games
from tests.faults.tcp_proxy import Wire

_TERMINATE: Final = b"select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"


class Storm:
    """A test run: an installation, its database, the players, and a seeded random generator."""

    def __init__(
        self,
        service: Installation,
        postgres: Breakable,
        *,
        seed: int,
        freeze_s: float = 2.5,
        disk: Disk | None = None,
        wire: Wire | None = None,
        network: Network | None = None,
        clock: Clock | None = None,
        tables: int = 8,
        within_s: float = ANSWERED_WITHIN_S,
    ) -> None:
        self.service, self.postgres, self.freeze_s = service, postgres, freeze_s
        self.seed = seed
        self.dice = random.Random(seed)
        self.notes = Notes(within_s)
        self.matches: list[Match] = []
        self.happened: list[str] = []
        self.disk, self.wire, self.tables = disk, wire, tables
        self.network, self.clock = network, clock
        self._over = threading.Event()

    def rage(self, faults: Sequence[str], seconds: float, *, games: int, pause_s: float) -> None:
        """Play games while the faults happen in turn, at random moments, once a game has begun at each table.

        The run lasts at least `seconds` and until `games` games have begun, but at most three times as long, on a slow
        machine longer.
        """
        with ThreadPoolExecutor(self.tables + 6) as tables, ThreadPoolExecutor(self.tables) as aside:
            playing = [tables.submit(self._table, number, aside, tables) for number in range(self.tables)]
            try:
                waiting: list[str] = []
                begun_by = time.monotonic() + limit_s(30)
                while len(self.matches) < self.tables and time.monotonic() < begun_by:
                    time.sleep(0.1)
                ends_at = time.monotonic() + seconds
                at_last = ends_at + limit_s(2 * seconds)
                while (now := time.monotonic()) < ends_at or waiting or (len(self.matches) < games and now < at_last):
                    waiting = waiting or self.dice.sample(list(faults), len(faults))
                    if not waiting:
                        time.sleep(max(0.0, ends_at - time.monotonic()))
                        break
                    fault = waiting.pop()
                    self.happened.append(fault)
                    self.notes.during = f"{len(self.happened)}: {fault}, {time.monotonic() - ends_at + seconds:.0f} s"
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

    def check(self) -> str:
        """Compare all responses with the stored data, and return the figures."""
        watcher = Device(self.service.address, self.notes)
        for match in self.matches:
            if match.id:
                check_match(match, watcher, commits_are_lost="waits cancelled" in self.happened)
                check_retry(match, self.dice)
        games = check_database(self.postgres.url)
        log = self.service.log.read_text()
        errors = "".join([line for line in log.splitlines(keepends=True) if '"level": "error"' in line][:3])
        assert not self.notes.wrong, f"{len(self.notes.wrong)} wrong, seed {self.seed}: " + "\n".join(
            [*self.notes.wrong[:20], errors, log[-1000:]]
        )
        self.service.require_no_traceback()
        slowest = {kind: round(took, 2) for kind, took in sorted(self.notes.slowest_s.items())}
        return (
            f"seed {self.seed}: {games} games, {acknowledged_moves(self.matches)} moves acknowledged, answers"
            f" {dict(sorted(self.notes.answers.items()))}, slowest {slowest}, faults {len(self.happened)}"
        )

    def _table(self, number: int, aside: ThreadPoolExecutor, tables: ThreadPoolExecutor) -> None:
        dice = random.Random(self.seed * 1000 + number)
        devices = [self._player() for _ in range(2 + number % 2)]
        hearing = tables.submit(follow_own_games, devices[0][0], self._over.is_set) if number == 3 else None
        while not self._over.is_set():
            match = Match(devices, dice, aside)
            self.matches.append(match)
            watcher = Device(self.service.address, self.notes)
            watching = []
            if number < 2:
                watching.append(tables.submit(match.follow, watcher, self._over.is_set))
            if 0 < number < 4:
                listener = devices[1][1] if number == 2 else watcher
                watching.append(tables.submit(match.listen, listener, self._over.is_set))
            match.play(self._over.is_set)
            for one in watching:
                one.result()
        if hearing is not None:
            hearing.result()

    def _player(self) -> list[Device]:
        nobody = Device(self.service.address, self.notes)
        token = nobody.create("/v1/accounts", {})["token"]
        return [Device(self.service.address, self.notes, token) for _ in range(2)]

    # The faults.

    def kill_worker(self) -> None:
        """Kill a gunicorn worker with SIGKILL."""
        with contextlib.suppress(ProcessLookupError, IndexError):
            self.notes.expect_cuts(limit_s(1))
            os.kill(self.dice.choice(self.service.workers()), signal.SIGKILL)

    def stop_worker(self) -> None:
        """Stop a gunicorn worker with SIGSTOP. The master must replace it within 30 s."""
        with contextlib.suppress(ProcessLookupError, IndexError):
            self.notes.expect_cuts(limit_s(4))
            stopped = self.dice.choice(self.service.workers())
            os.kill(stopped, signal.SIGSTOP)
            self.notes.expect_hangs()
            give_up = time.monotonic() + limit_s(40)
            while stopped in self.service.workers() and time.monotonic() < give_up:
                time.sleep(0.2)

    def kill_gunicorn(self) -> None:
        """Kill the gunicorn master with SIGKILL; its supervisor restarts it."""
        self.notes.expect_cuts(limit_s(60))
        self.service.kill()
        self.service.start()
        self.notes._cut_off_until = time.monotonic() + limit_s(2)  # the orphaned workers end within a second

    def freeze_gunicorn(self) -> None:
        """Stop the gunicorn master with SIGSTOP; no client may notice it."""
        with frozen([self.service.gunicorn()]):
            time.sleep(self.dice.uniform(1, 3))

    def kill_postgres(self) -> None:
        """Kill all Postgres processes with SIGKILL."""
        self.postgres.kill()
        time.sleep(self.dice.uniform(0, 0.5))
        self.postgres.revive()

    def crash_backend(self) -> None:
        """Kill one Postgres process with SIGKILL; Postgres ends the others and recovers."""
        pids = self.postgres.pids()[1:]
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(self.dice.choice(pids), signal.SIGKILL)
        self.postgres.revive()

    def restart_postgres(self) -> None:
        """Stop Postgres in fast or immediate mode, and start it again."""
        with contextlib.suppress(ProcessLookupError, IndexError):
            postmaster = self.postgres.pids()[0]
            os.kill(postmaster, self.dice.choice((signal.SIGINT, signal.SIGQUIT)))
            while postmaster in self.postgres.pids():
                time.sleep(0.02)
        self.postgres.revive()

    def freeze_postgres(self) -> None:
        """Freeze all Postgres processes for a while."""
        with frozen(self.postgres.pids()):
            time.sleep(self.freeze_s)

    def freeze_some(self) -> None:
        """Freeze some Postgres processes: backends and background writers."""
        pids = self.postgres.pids()
        with frozen(self.dice.sample(pids, min(4, len(pids)))):
            time.sleep(self.dice.uniform(2, 4))

    def terminate_backends(self) -> None:
        """Terminate all connections on the server."""
        self._as_operator(_TERMINATE)

    def cancel_backends(self) -> None:
        """Cancel all running statements."""
        self._as_operator(b"select pg_cancel_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")

    def hold_locks(self) -> None:
        """Lock the event table, so that all connections of the pool wait, and other requests for them."""
        with self._operator() as operator:
            operator.execute("set lock_timeout = '5s'")
            operator.execute("begin")
            operator.execute(f"lock table {self.dice.choice(('event', 'token', 'game'))} in access exclusive mode")
            time.sleep(self.dice.uniform(1.5, 2.5))
            operator.execute("rollback")

    def hold_rows(self) -> None:
        """Lock written rows from another session, now and then for ten seconds. Reads still work."""
        with self._operator() as operator:
            operator.execute("set lock_timeout = '5s'")
            operator.execute("begin")
            wish = self.dice.choice(
                ("select from game for update", "lock table answer in exclusive mode", "lock table deal")
            )
            operator.execute(wish.encode())
            time.sleep(self.dice.choice((1.5, 2.5, 10)))
            operator.execute("rollback")

    def refuse_logins(self) -> None:
        """Let the database refuse new connections, and end the existing ones."""
        with self._operator("postgres") as operator:
            operator.execute("alter database hanabi allow_connections false")
            try:
                operator.execute(_TERMINATE)
                time.sleep(self.dice.uniform(1, 3))
            finally:
                operator.execute("alter database hanabi allow_connections true")

    def take_all_connections(self) -> None:
        """Occupy all connections that Postgres allows."""
        with contextlib.ExitStack() as strangers:
            url = self.postgres.url
            self._as_operator(_TERMINATE)
            with contextlib.suppress(psycopg.OperationalError):
                while True:
                    strangers.enter_context(psycopg.connect(url))
            time.sleep(self.dice.uniform(1, 3))

    def forbid_writing(self) -> None:
        """Make all transactions of the database read-only."""
        with self._operator("postgres") as operator:
            operator.execute("alter database hanabi set default_transaction_read_only = on")
            try:
                operator.execute(_TERMINATE)
                time.sleep(self.dice.uniform(1, 3))
            finally:
                operator.execute("alter database hanabi reset default_transaction_read_only")
                operator.execute(_TERMINATE)

    def fill_disk(self) -> None:
        """Fill the disk of Postgres."""
        assert self.disk is not None
        self.disk.fill()
        time.sleep(self.dice.uniform(1.5, 3))
        self.disk.free()
        self.postgres.revive()

    def silence_network(self) -> None:
        """Drop all traffic between the service and Postgres silently."""
        assert self.wire is not None
        self.wire.silent = True
        time.sleep(self.dice.uniform(2, 4))
        self.wire.silent = False

    def halve_answers(self) -> None:
        """Forward half of each response of Postgres, then nothing for a while."""
        assert self.wire is not None
        self.wire.halved = True
        time.sleep(self.dice.uniform(2, 4))
        self.wire.halved = False

    def lose_answers(self) -> None:
        """Commit, but drop the acknowledgement; then break the connections, or not."""
        assert self.wire is not None
        self.wire.deaf = True
        time.sleep(self.dice.uniform(0, 2))
        if self.dice.random() < 0.7:
            self.wire.reset()
        self.wire.deaf = False

    def lose_commits(self) -> None:
        """End the connection after a commit and before its response, every third time."""
        assert self.wire is not None
        self.wire.loses_commits = 0.3
        time.sleep(self.dice.uniform(1, 3))
        self.wire.loses_commits = 0

    def reset_connections(self) -> None:
        """Reset connections in the middle of messages, repeatedly."""
        assert self.wire is not None
        for _ in range(10):
            self.wire.reset()
            time.sleep(self.dice.uniform(0, 0.2))

    def refuse_connections(self) -> None:
        """Refuse all connections to Postgres."""
        assert self.wire is not None
        self.wire.closed = True
        self.wire.reset()
        time.sleep(self.dice.uniform(1, 3))
        self.wire.closed = False

    def partition_network(self) -> None:
        """Cut the link between the hosts of the service and of Postgres."""
        assert self.network is not None
        self.network.cut()
        time.sleep(self.dice.uniform(1, 8))
        self.network.heal()

    def jump_clock(self) -> None:
        """Set the clock of Postgres eight days ahead or back for some seconds."""
        assert self.clock is not None
        self.clock.set(timedelta(days=self.dice.choice((8, -8))))
        time.sleep(self.dice.uniform(2, 5))
        self.clock.set(timedelta(0))
        time.sleep(1)

    def replace_primary(self) -> None:
        """Freeze the primary as if its machine were lost, and promote its standby."""
        assert isinstance(self.postgres, Pair)
        self.postgres.freeze_and_replace()

    def cancel_waits(self) -> None:
        """Freeze the standby, cancel all waits for it, and kill the primary."""
        assert isinstance(self.postgres, Pair)
        self.postgres.cancel_waits_and_replace()

    def _as_operator(self, statement: bytes) -> None:
        with self._operator() as operator:
            operator.execute(statement)

    @contextlib.contextmanager
    def _operator(self, database: str = "hanabi") -> Iterator[psycopg.Connection]:
        """Connect once Postgres, which may still recover from the last fault, accepts connections."""
        with self._connected(database) as operator, contextlib.suppress(psycopg.OperationalError):
            yield operator

    def _connected(self, database: str) -> psycopg.Connection:
        give_up = time.monotonic() + limit_s(30)
        while True:
            try:
                return psycopg.connect(self.postgres.url, dbname=database, autocommit=True)
            except psycopg.OperationalError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.05)


FAULTS: Final[dict[str, Callable[[Storm], None]]] = {
    "a worker killed": Storm.kill_worker,
    "a worker stopped": Storm.stop_worker,
    "gunicorn killed": Storm.kill_gunicorn,
    "gunicorn frozen": Storm.freeze_gunicorn,
    "Postgres killed": Storm.kill_postgres,
    "Postgres restarted": Storm.restart_postgres,
    "a backend killed": Storm.crash_backend,
    "Postgres frozen": Storm.freeze_postgres,
    "some of Postgres frozen": Storm.freeze_some,
    "backends terminated": Storm.terminate_backends,
    "statements cancelled": Storm.cancel_backends,
    "tables locked": Storm.hold_locks,
    "rows locked": Storm.hold_rows,
    "logins refused": Storm.refuse_logins,
    "no connection left": Storm.take_all_connections,
    "read-only": Storm.forbid_writing,
    "disk full": Storm.fill_disk,
    "the network silent": Storm.silence_network,
    "half answers": Storm.halve_answers,
    "answers lost": Storm.lose_answers,
    "commits lost": Storm.lose_commits,
    "connections reset": Storm.reset_connections,
    "connections refused": Storm.refuse_connections,
    "the network partitioned": Storm.partition_network,
    "the clock jumping": Storm.jump_clock,
    "the primary replaced": Storm.replace_primary,
    "waits cancelled": Storm.cancel_waits,
}


def seed() -> int:
    """Return the seed: HANABI_SEED to repeat a run, or a new one."""
    return int(os.environ.get("HANABI_SEED") or secrets.randbelow(10**6))


def weather(
    service: Installation,
    postgres: Any,
    faults: Sequence[str],
    seconds: float,
    *,
    games: int = 200,
    pause_s: float = 1.2,
    **how: Any,
) -> None:
    """Run a storm and check its results."""
    storm = Storm(service, postgres, seed=seed(), **how)
    print(f"seed {storm.seed}")
    storm.rage(faults, seconds, games=games, pause_s=pause_s)
    print(storm.check())
    assert len(storm.matches) > 5
