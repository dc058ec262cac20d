"""Fixtures of the fault tests: a folder, and a Postgres server in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.clusters import Cluster, open_folder, programs
from tests.faults.installation import started


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the operating-system user of Postgres can access."""
    with open_folder() as path:
        yield path


@pytest.fixture
def cluster(folder: Path) -> Iterator[Cluster]:
    """A migrated external Postgres."""
    with started(Cluster(folder / "primary", programs(folder))) as server:
        yield server
