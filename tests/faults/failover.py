"""A primary with a synchronous standby, and failovers between them."""

import os
import shutil
import signal
import time
from pathlib import Path

import psycopg

from service.platform.embedded_postgres.binaries import Binaries
from tests.faults.clusters import Cluster, send

_IN_STEP_WITHIN_S = 30


class Pair:
    """A primary and a synchronous standby: commits wait for the standby."""

    def __init__(self, folder: Path, binaries: Binaries) -> None:
        self.primary = Cluster(folder / "one", binaries)
        self._folder, self._generation = folder, 0
        self.standby = self.primary  # until there is a standby
        self.ports = [self.primary.port]

    def create(self) -> None:
        """Create both servers."""
        self.primary.create()
        self._add_standby()
        self.ports.append(self.standby.port)

    @property
    def hosts(self) -> str:
        """A DATABASE_URL with both hosts, as an operator would write it."""
        return "postgresql://hanabi@" + ",".join(f"127.0.0.1:{port}" for port in self.ports) + "/hanabi"

    @property
    def url(self) -> str:
        """The URL of the primary, for libpq."""
        return self.primary.url

    def pids(self) -> list[int]:
        """Return the process ids of the primary."""
        return self.primary.pids()

    def kill(self) -> None:
        """Kill the primary and replace it."""
        self.primary.kill()
        self._promote()

    def fail_over(self) -> None:
        """Kill the primary and promote the standby. There is no standby until `replace_lost`."""
        self.primary.kill()
        self.primary, self.standby = self.standby, self.primary
        self.primary.promote()
        self.primary.execute("alter system set synchronous_standby_names = ''")
        self.primary.execute("select pg_reload_conf()")

    def replace_lost(self) -> None:
        """Add a standby in place of the lost primary."""
        shutil.rmtree(self.standby.data)
        self._add_standby(self.standby.port)

    def freeze_and_replace(self) -> None:
        """Freeze the primary, replace it, and then kill it."""
        send(self.primary.pids(), signal.SIGSTOP)
        time.sleep(1)
        self._promote(after_s=3)

    def cancel_waits_and_replace(self) -> None:
        """Freeze the standby, cancel the waits for it, and kill the primary with its latest commits."""
        frozen = self.standby.pids()
        send(frozen, signal.SIGSTOP)
        for pid in frozen:  # what the standby had not read yet is lost with the primary
            if b"walreceiver" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)
        with psycopg.connect(self.primary.url, autocommit=True) as operator:
            for _ in range(20):
                operator.execute("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
                time.sleep(0.1)
        self.primary.kill()
        send(frozen, signal.SIGCONT)
        self.standby.revive()
        self._promote()

    def revive(self) -> None:
        """Start the servers that do not run."""
        self.primary.revive()
        self.standby.revive()

    def stop(self) -> None:
        """Stop both servers."""
        self.primary.stop()
        self.standby.stop()

    def _promote(self, after_s: float = 0.5) -> None:
        """Promote the standby, and replace the old primary by a new standby."""
        before, self.primary = self.primary, self.standby
        self.primary.promote()
        time.sleep(after_s)
        before.stop()
        shutil.rmtree(before.data)
        self._add_standby(before.port)

    def _add_standby(self, port: int | None = None) -> None:
        self._generation += 1
        self.standby = self.primary.copy(self._folder / f"standby{self._generation}", "-R", "-X", "stream", "-N")
        self.standby.port = port or self.standby.port
        self.standby.start()
        with psycopg.connect(self.primary.url, autocommit=True) as operator:
            operator.execute("alter system set synchronous_standby_names = '*'")
            operator.execute("select pg_reload_conf()")
            deadline = time.monotonic() + _IN_STEP_WITHIN_S
            while operator.execute("select sync_state from pg_stat_replication").fetchall() != [("sync",)]:
                assert time.monotonic() < deadline, "the standby does not come into step"
                time.sleep(0.05)
