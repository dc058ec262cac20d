"""Test of an upgrade from the previous release: servers of both releases serve the same games.

The previous release is that of the newest tag before this commit, from 0.2.0 on. Without tags, as in a shallow clone of
one branch, it is the last commit that changed the version. PREVIOUS=… names another commit.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.clusters import Cluster, programs
from tests.faults.installation import Installation, migrate, started
from tests.faults.tables import CAREFUL, Table, ask, done

pytestmark = pytest.mark.faults

_ROOT = Path(__file__).resolve().parents[2]
_OLDEST = (0, 2, 0)
_HANABI_RUN = ("service.cli", "run")
"""The command with which people start the service."""


def move(table: Table, kind: str, *services: Installation) -> None:
    """Make a move at the first server; at the next one after a 503. The last one shows the game."""
    table.connect_to(services[-1])
    token, made = table.next_move((kind, *{*CAREFUL} - {kind}))
    answers = [ask(services[0], "POST", f"{table.path}/moves", token, made)]
    for service in services[1:]:
        if answers[-1].status == 503 and answers[-1].retry_after:
            answers.append(ask(service, "POST", f"{table.path}/moves", token, made))
    done(answers[-1])


def play_to_the_end(table: Table, *services: Installation) -> None:
    """Play cards until the last strike or the last round."""
    table.connect_to(services[-1])
    while table.view()["status"] == "running":
        move(table, "play", *services)


@pytest.fixture
def previous(folder: Path) -> Path:
    """The code of the previous release."""
    commit = os.environ.get("PREVIOUS") or _previous_tag()
    if commit is None:
        pytest.skip("There is no git history with a release before this commit.")
    code = folder / "previous"
    code.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=_ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", code], input=archive, check=True)
    return code


def _previous_tag() -> str | None:
    """Return the newest tag before the present commit, else the commit of the version; None without a history."""
    if not (_ROOT / ".git").exists():
        return None
    tags = _git("tag", "--list", "v*", "--merged", "HEAD", "--no-contains", "HEAD", "--sort=-v:refname")
    versions = [(tag, tuple(map(int, re.findall(r"\d+", tag)[:3]))) for tag in tags]
    named = _git("log", "-1", "--format=%h", "-G^version = ", "HEAD~", "--", "pyproject.toml")
    return next((tag for tag, version in versions if version >= _OLDEST), next(iter(named), None))


def _git(*command: str) -> list[str]:
    return subprocess.run(["git", *command], cwd=_ROOT, check=True, capture_output=True, text=True).stdout.split()


@pytest.fixture
def empty(folder: Path) -> Iterator[str]:
    """The URL of an external Postgres without tables."""
    with started(Cluster(folder / "primary", programs(folder)), migrated=False) as cluster:
        yield cluster.url


def test_servers_of_two_releases_share_all_games(folder: Path, previous: Path, empty: str) -> None:
    """No request fails: an old server that cannot serve a newer game says 503, and the new one then serves it."""
    environ = {**os.environ, "DATABASE_URL": empty, "PYTHONPATH": str(previous)}
    subprocess.run([sys.executable, "-m", "service.cli", "migrate"], cwd=previous, env=environ, check=True)
    for name in ("old", "new"):
        (folder / name).mkdir()
    one = {"WORKERS": "1", "ANALYSIS_WORKERS": "0"}
    old = Installation(folder / "old", database_url=empty, PYTHONPATH=str(previous), **one)
    old.wrapper = ("env", "-C", str(previous))
    new = Installation(folder / "new", database_url=empty, **one)
    old.command = new.command = _HANABI_RUN
    try:
        old.start()
        ended, begun = Table(old), Table(old)
        play_to_the_end(ended, old)
        record = ask(old, "GET", f"{ended.replay}/export").content
        move(begun, "clue", old)
        migrate(empty)
        if (previous / "service/platform/version.py").exists():  # `hanabi run` of 0.2.0 refuses every newer schema
            old.stop()
            old.start()
        assert ask(old, "GET", "/readyz").status == 200, "a balancer would take all old servers out"
        move(begun, "clue", old)
        new.start()
        move(begun, "clue", new)
        move(begun, "clue", old, new)
        dealt = Table(new)
        for services in ((new,), (old, new)):
            move(dealt, "clue", *services)
        late = Table(old)
        move(late, "clue", new)
        for table in (begun, dealt, late):
            play_to_the_end(table, old, new)
        assert ask(new, "GET", f"{ended.replay}/export").content == record, "a record of the old server has changed"
        for table in (ended, begun, dealt, late):
            new_one, seen = (ask(service, "GET", f"{table.replay}/verification") for service in (new, old))
            assert done(new_one)["verified"]
            assert seen.status == 503 or seen.body["verified"], "the old server calls a newer game tampered with"
    finally:
        old.stop()
        new.stop()
    for service in (old, new):
        service.require_no_traceback()
