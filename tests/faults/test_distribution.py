"""Tests of `hanabi db distribute` during games, with the command killed repeatedly."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import spread
from tests.faults.checks import check_database
from tests.faults.installation import running
from tests.faults.storm import FAULTS, Storm, weather
from tests.faults.test_backup import call

pytestmark = pytest.mark.skipif(not spread.wanted(), reason="needs a Citus cluster (make test-citus)")

_ROOT = Path(__file__).resolve().parents[2]


class Coordinator(NamedTuple):
    """The cluster's coordinator. No fault is injected into it."""

    url: str

    def revive(self) -> None:
        """Return: the coordinator is never stopped."""


@pytest.fixture
def coordinator() -> Iterator[Coordinator]:
    """A migrated database on a cluster, not distributed yet."""
    with spread.undistributed(os.environ["DATABASE_URL"]) as url:
        yield Coordinator(url)


def distribution(url: str) -> subprocess.Popen[str]:
    """Start `hanabi db distribute` for a database."""
    command = [sys.executable, "-m", "service.cli", "db", "distribute"]
    environ = {**os.environ, "DATABASE_URL": url}
    return subprocess.Popen(command, cwd=_ROOT, env=environ, stdout=subprocess.PIPE, text=True)


@pytest.mark.faults
def test_distribution_is_killed_and_repeated_during_moves(
    folder: Path,
    coordinator: Coordinator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No move is lost while `hanabi db distribute` is killed and run again.

    Games continue meanwhile. A dump of all nodes is consistent, and restores to a single machine.
    """

    def distribute(storm: Storm) -> None:
        for longest_s in (0.5, 1, 1.5, 2, 2.5, 300):
            with distribution(coordinator.url) as command:
                try:
                    assert command.wait(longest_s if longest_s == 300 else storm.dice.uniform(0.3, longest_s)) == 0
                    break
                except subprocess.TimeoutExpired:
                    command.kill()
        else:
            raise AssertionError("It did not come to an end.")
        time.sleep(3)
        call("backup.sh", dump, environ={"DATABASE_URL": coordinator.url})
        time.sleep(1)

    dump = folder / "hanabi.dump"
    monkeypatch.setitem(FAULTS, "tables distributed", distribute)
    with running(folder, coordinator.url) as service:
        weather(service, coordinator, ["tables distributed"], 8)
    said, _ = distribution(coordinator.url).communicate()
    assert "already" in said
    with spread.empty(os.environ["DATABASE_URL"]) as restored:
        call("restore.sh", dump, environ={"DATABASE_URL": restored})
        assert check_database(restored) > 5
