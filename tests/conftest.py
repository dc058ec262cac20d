"""What all tests share: a Postgres for the run, and a database in it for each worker."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browsing import chromium, page, server
from tests.throwaway import Run

__all__ = ["chromium", "page", "server"]

pytest.register_assert_rewrite("tests.service.client", "tests.service.contract")

_RUN = pytest.StashKey[Run]()


def pytest_configure(config: pytest.Config) -> None:
    """Begin the run, or join the one whose worker this is."""
    shared = getattr(config, "workerinput", {}).get("run_folder")
    config.stash[_RUN] = run = Run(Path(shared or tempfile.mkdtemp(prefix="hanabi-tests-")))
    if shared is None:
        run.begin()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a new worker which run it belongs to."""
    node.workerinput["run_folder"] = str(node.config.stash[_RUN].folder)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the run."""
    if not hasattr(config, "workerinput"):
        config.stash[_RUN].end()


@pytest.fixture(scope="session")
def database_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """A migrated database of this worker's own, in the one server of the run."""
    with pytestconfig.stash[_RUN].database() as url:
        yield url


@pytest.fixture
def another_database(pytestconfig: pytest.Config) -> Iterator[str]:
    """A migrated, empty database for one test."""
    with pytestconfig.stash[_RUN].database() as url:
        yield url
