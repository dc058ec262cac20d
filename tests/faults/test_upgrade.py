"""Test of an upgrade from the previous release: servers of both releases serve the same games.

The previous release is that of the newest tag before this commit, from 0.2.0 on. Without tags, as in a shallow clone of
one branch, it is the last commit that changed the version. PREVIOUS=… names another commit.
"""

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.faults.clusters import Cluster, programs
from tests.faults.installation import Installation
from tests.faults.test_storm import folder, migrate  # noqa: F401  (a fixture)

pytestmark = pytest.mark.faults

Json = dict[str, Any]

_ROOT = Path(__file__).resolve().parents[2]
_OLDEST = (0, 2, 0)
_HANABI_RUN = ("service.cli", "run")
"""The command with which people start the service."""


class Answer(NamedTuple):
    """A response."""

    status: int
    body: Json
    content: bytes
    retry_after: str | None


def ask(
    service: Installation, method: str, path: str, token: str | None = None, body: Json | None = None, **headers: str
) -> Answer:
    """Send a request to a server on a new connection."""
    headers |= {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection = http.client.HTTPConnection(*service.address, timeout=60)
    with contextlib.closing(connection):
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        content = response.read()
        return Answer(response.status, json.loads(content or b"{}"), content, response.getheader("Retry-After"))


def done(answer: Answer) -> Json:
    """Return the body of a successful response."""
    assert answer.status < 300, answer.body
    return answer.body


class Table:
    """Two players of a game, whose requests can go to any server."""

    def __init__(self, service: Installation) -> None:
        self.tokens = [done(ask(service, "POST", "/v1/accounts", body={}))["token"] for _ in range(2)]
        game = done(ask(service, "POST", "/v1/games", self.tokens[0], {"seats": 2}))["id"]
        self.path, self.replay = f"/v1/games/{game}", f"/v1/replays/{game}"
        done(ask(service, "POST", f"{self.path}/seats", self.tokens[1], {}))

    def view(self, service: Installation, seat: int = 0) -> Json:
        """Return what a seat sees."""
        return done(ask(service, "GET", self.path, self.tokens[seat]))

    def give_clue(self, *services: Installation) -> None:
        """Give a clue, which cannot end the game, at the first server; at the next one after a 503."""
        self._move("clue", *services)

    def _move(self, kind: str, *services: Installation) -> None:
        seat = self.view(services[-1])["to_move"]
        view = self.view(services[-1], seat)
        move = next(action for action in view["legal_actions"] if action["type"] == kind)
        move |= {"expected_version": view["version"]}
        answers = [ask(services[0], "POST", f"{self.path}/moves", self.tokens[seat], move)]
        for service in services[1:]:
            if answers[-1].status == 503 and answers[-1].retry_after:
                answers.append(ask(service, "POST", f"{self.path}/moves", self.tokens[seat], move))
        done(answers[-1])

    def play_to_the_end(self, *services: Installation) -> None:
        """Play cards until the last strike or the last round."""
        while self.view(services[-1])["status"] == "running":
            self._move("play", *services)

    def record(self, service: Installation) -> bytes:
        """Return the exported record."""
        answer = ask(service, "GET", f"{self.replay}/export")
        done(answer)
        return answer.content

    def is_verified(self, service: Installation) -> bool:
        """Return the verdict of a server."""
        return bool(done(ask(service, "GET", f"{self.replay}/verification"))["verified"])


@pytest.fixture
def previous(folder: Path) -> Path:  # noqa: F811
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
def empty(folder: Path) -> Iterator[str]:  # noqa: F811
    """The URL of an external Postgres without tables."""
    binaries = programs(folder)
    if binaries is None:
        pytest.skip("There is no PostgreSQL that could be started.")
    cluster = Cluster(folder / "primary", binaries)
    try:
        cluster.create()
        yield cluster.url
    finally:
        cluster.stop()


def test_servers_of_two_releases_share_all_games(folder: Path, previous: Path, empty: str) -> None:  # noqa: F811
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
        ended.play_to_the_end(old)
        record = ended.record(old)
        begun.give_clue(old)
        migrate(empty)
        if (previous / "service/platform/version.py").exists():  # `hanabi run` of 0.2.0 refuses every newer schema
            old.stop()
            old.start()
        assert ask(old, "GET", "/readyz").status == 200, "a balancer would take all old servers out"
        begun.give_clue(old)
        new.start()
        begun.give_clue(new)
        begun.give_clue(old, new)
        dealt = Table(new)
        for services in ((new,), (old, new)):
            dealt.give_clue(*services)
        late = Table(old)
        late.give_clue(new)
        for table in (begun, dealt, late):
            table.play_to_the_end(old, new)
        assert ended.record(new) == record, "a record of the old server has changed"
        for table in (ended, begun, dealt, late):
            assert table.is_verified(new)
            seen = ask(old, "GET", f"{table.replay}/verification")
            assert seen.status == 503 or seen.body["verified"], "the old server calls a newer game tampered with"
    finally:
        old.stop()
        new.stop()
    for service in (old, new):
        service.require_no_traceback()
