"""Tests of a start on what an earlier one has left: processes in any state, and a full disk."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from service.platform.embedded_postgres import PostgresFailed
from service.platform.embedded_postgres.data_directory import Home
from service.platform.embedded_postgres.postmaster import Postmaster
from tests.faults.clusters import family
from tests.faults.disks import small_disk
from tests.rows import slow_unless
from tests.service.operations.test_embedded import (  # noqa: F401  (fixtures)
    Apart,
    Postgres,
    folder,
    killed,
    new_postgres,
    postgres,
    start_apart,
    started,
    store,
    stored,
    template,
)
from tests.waiting import await_until


def _child(postmaster: int, title: bytes) -> int | None:
    """Return the process of Postgres with these words in its title."""
    for pid in family(postmaster)[1:]:
        with suppress(OSError):
            if title in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
    return None


def _startup(postmaster: int) -> int | None:
    """Return the process that replays the WAL, None if there was none for a while."""
    deadline = time.monotonic() + 4
    while time.monotonic() < deadline:
        if (pid := _child(postmaster, b"startup")) is not None:
            return pid
    return None


def _freeze(postmaster: int, _: int) -> None:
    os.kill(postmaster, signal.SIGSTOP)


def _freeze_all(postmaster: int, _: int) -> None:
    for pid in family(postmaster):
        os.kill(pid, signal.SIGSTOP)


def _orphan(postmaster: int, backend: int) -> None:
    os.kill(backend, signal.SIGSTOP)
    os.kill(postmaster, signal.SIGKILL)


def _recover(postmaster: int, backend: int) -> int:
    victim: int | None = backend
    for _ in range(5):  # A recovery can be over before anybody sees it.
        if victim is not None:
            os.kill(victim, signal.SIGKILL)
        startup = _startup(postmaster)
        if startup is not None:
            os.kill(startup, signal.SIGSTOP)
            return startup
        victim = _child(postmaster, b"checkpointer")
    raise AssertionError("Postgres did not recover")


def _stop_while_it_recovers(postmaster: int, backend: int) -> None:
    """Bring Postgres into a shutdown that never ends, since it waits for its checkpointer."""
    startup = _recover(postmaster, backend)
    os.kill(postmaster, signal.SIGINT)
    os.kill(startup, signal.SIGCONT)


LEFT: dict[str, Callable[[int, int], object]] = {
    "healthy": lambda postmaster, backend: None,
    "frozen": _freeze,
    "frozen with its children": _freeze_all,
    "without a postmaster, and with a frozen child": _orphan,
    "recovering": _recover,
    "stopped while it recovered": _stop_while_it_recovers,
    "waiting for its clients to leave": lambda postmaster, backend: os.kill(postmaster, signal.SIGTERM),
}


@pytest.mark.slow
@pytest.mark.parametrize("state", slow_unless("healthy".__eq__, LEFT))
def test_a_start_replaces_what_is_left(
    postgres: Postgres,  # noqa: F811
    start_apart: Apart,  # noqa: F811
    folder: Path,  # noqa: F811
    state: str,
) -> None:
    """The server of a killed launcher is ended, whatever its state, and the data are there."""
    launcher = start_apart()
    url = started(launcher)
    store(url, "Ada")
    postmaster = Postmaster.of(folder / "data" / "postgres")
    assert postmaster is not None
    with psycopg.connect(url) as connection:
        killed(launcher)
        LEFT[state](postmaster.pid, connection.info.backend_pid)
        second = postgres(durable=True)
        assert second.start() == url
    assert stored(url) == ["Ada"]
    second.stop()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


@pytest.mark.slow
def test_no_other_process_is_ended(postgres: Postgres, start_apart: Apart, folder: Path) -> None:  # noqa: F811
    """A program in the cluster's folder that reads the lock file lives on when all of Postgres is killed."""
    launcher = start_apart()
    url = started(launcher)
    home = Home.of(folder / "data")
    with home.lock.open() as lock, psycopg.connect(url) as connection:
        command: list[str | Path] = ["sh", "-c", 'cd "$0" && exec sleep 60', home.cluster]
        reader = home.user.spawn(command, pass_fds=[lock.fileno()])
        try:
            killed(launcher)
            postmaster = Postmaster.of(home.cluster)
            assert postmaster is not None
            _orphan(postmaster.pid, connection.info.backend_pid)
            postgres().start()
            assert reader.poll() is None
        finally:
            reader.kill()
            reader.wait()


@pytest.mark.slow
def test_a_server_started_by_hand_is_replaced(postgres: Postgres, folder: Path) -> None:  # noqa: F811
    """It does not have the lock of the service, and is found by its folder."""
    first = postgres()
    store(first.start(), "Ada")
    first.stop()
    home = Home.of(folder / "data")
    by_hand = home.user.spawn(
        [first.programs() / "postgres", "-D", home.cluster, "-k", home.folder / "socket", "-h", ""]
    )
    try:
        await_until(lambda: Postmaster.of(home.cluster), "it has started")
        assert stored(postgres().start()) == ["Ada"]
        assert by_hand.wait(0.1) is not None
    finally:
        by_hand.kill()


@pytest.mark.slow
def test_a_full_disk_is_named(postgres: Postgres, folder: Path) -> None:  # noqa: F811
    """A start on a full disk fails with a sentence about the disk, and succeeds when there is space."""
    with small_disk(folder, 100) as disk:
        if disk is None:
            pytest.skip("Neither root nor a namespace may mount a small file system here.")
        first = postgres(disk.path / "data")
        store(first.start(), "Ada")
        first.stop()
        for _ in range(2):
            disk.fill()
            with pytest.raises(PostgresFailed, match=r"^The disk of .* is full\. Postgres needs about 50 MB to start"):
                postgres(disk.path / "data").start()
            disk.free()
        assert stored(postgres(disk.path / "data").start()) == ["Ada"]
