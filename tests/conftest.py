"""Fixtures and options of all tests: one Postgres for the run, and a database in it for each worker."""

import gc
import importlib
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from contract.clients import files
from tests import pooled, spread
from tests.browsing import chromium, fresh_page, lend, page, quiet_page, server
from tests.budget import over_budget, within_budget
from tests.programs import find_program, missing_programs
from tests.served import free_port
from tests.throwaway import Run

__all__ = ["chromium", "fresh_page", "lend", "page", "quiet_page", "server"]

pytest.register_assert_rewrite("tests.service.client", "tests.service.contract")

_RUN = pytest.StashKey[Run]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of `make test-all`, `make test-pgbouncer` and `make test-citus`."""
    parser.addoption("--no-missing", action="store_true", help="fail if a program that some test needs is missing")
    parser.addoption("--pgbouncer", action="store_true", help="put a pgbouncer before the databases")
    parser.addoption("--citus", action="store_true", help="distribute the databases over the cluster of DATABASE_URL")


def pytest_configure(config: pytest.Config) -> None:
    """Start a run, or join the run that this worker belongs to."""
    if config.getoption("--no-missing") and (missing := missing_programs()):
        raise pytest.UsageError("Some tests cannot run:\n" + "\n".join(missing))
    if config.getoption("--pgbouncer"):
        if find_program("pgbouncer") is None:
            raise pytest.UsageError("There is no pgbouncer: install it, or name it in PGBOUNCER_BIN.")
        os.environ.setdefault(pooled.PORT, str(free_port()))
        pooled.route_settings()
    if config.getoption("--citus"):
        if not os.environ.get("DATABASE_URL"):
            raise pytest.UsageError("DATABASE_URL names no coordinator of a Citus cluster.")
        os.environ[spread.WANTED] = "1"
    shared = getattr(config, "workerinput", {}).get("run_folder")
    config.stash[_RUN] = run = Run(Path(shared or tempfile.mkdtemp(prefix="hanabi-tests-")))
    if shared is None:
        files.write_if_older()
        run.begin()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Search no garbage among modules and tests, which stay to the end: it took a tenth of the CPU time."""
    gc.disable()
    _import_in_turns(session.config)
    yield
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


def _import_in_turns(config: pytest.Config) -> None:
    """Import all tests, in each worker beginning with other ones.

    So each compiles a part of a new clone. In the same order, all would compile every file, for seven seconds each.
    """
    if not hasattr(config, "workerinput") or config.args != config.getini("testpaths"):
        return
    found = config.rootpath.glob("tests/**/test_*.py")
    modules = sorted(path.relative_to(config.rootpath).with_suffix("").parts for path in found)
    begin = len(modules) * int(config.workerinput["workerid"][2:]) // config.workerinput["workercount"]
    for module in (*modules[begin:], *modules[:begin]):
        with suppress(Exception):  # pytest imports it again, and reports it
            importlib.import_module(".".join(module))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that need Chromium or a server, so that one worker starts them and has them first."""
    needed: dict[Path, set[str]] = defaultdict(set)
    for item in items:
        needed[item.path].update(getattr(item, "fixturenames", ()))
    items.sort(key=lambda item: ("chromium" not in needed[item.path], "server" not in needed[item.path]))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of cores plus one, since some tests wait for a server, a browser or a clock."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Hold each test to its budget of CPU time."""
    yield from within_budget(item)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Send the run's folder to a new worker."""
    node.workerinput["run_folder"] = str(node.config.stash[_RUN].folder)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print one line for each reason for which tests were skipped."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.getreports("skipped"))
    for reason, number in sorted(reasons.items()):
        terminalreporter.line(f"{number} skipped: {reason.removeprefix('Skipped: ')}")
    for line in over_budget([*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]):
        terminalreporter.line(line)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the run."""
    run = config.stash.get(_RUN, None)  # None if the options were refused
    if run is not None and not hasattr(config, "workerinput"):
        run.end()


@pytest.fixture(scope="session")
def run_folder(pytestconfig: pytest.Config) -> Path:
    """A folder that all workers of this run share. It is removed at the end."""
    return pytestconfig.stash[_RUN].folder


@pytest.fixture(scope="session")
def database_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """A migrated database for all tests of this worker."""
    with pytestconfig.stash[_RUN].database() as url:
        pooled.belongs_to_the_run(url)
        _without_beats(url)
        yield url


def _without_beats(url: str) -> None:
    """Store no beats: servers of single tests come and go, and would look like outages to all others."""
    if spread.wanted():  # Citus has no triggers
        return
    with psycopg.connect(url) as db:
        db.execute(
            "create function no_beat() returns trigger language plpgsql as 'begin new.beat_at = null; return new; end'"
        )
        db.execute("create trigger no_beat before update on clock for each row execute function no_beat()")


@pytest.fixture(scope="session")
def served_database_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """A migrated database for this worker's `server`, whose lists and names only the tests of it fill."""
    with pytestconfig.stash[_RUN].database() as url:
        pooled.belongs_to_the_run(url)
        yield url


@pytest.fixture
def another_database(pytestconfig: pytest.Config) -> Iterator[str]:
    """A migrated, empty database for one test."""
    with pytestconfig.stash[_RUN].database() as url:
        yield url


@pytest.fixture(scope="module")
def empty_database_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """A migrated, empty database for one module of tests."""
    with pytestconfig.stash[_RUN].database() as url:
        yield url
