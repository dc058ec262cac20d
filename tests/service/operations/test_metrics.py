"""Tests of metrics: counters, access, and labels without players or games."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from service.app import create_app
from service.platform.jobs import queue
from service.platform.observability import metrics
from service.platform.settings import Settings
from service.platform.wire.operation import path_of
from service.platform.wire.problem_kinds import STATUS_OF as CODES
from tests.rows import in_one_test, slow_unless
from tests.waiting import await_until

# No server listens on this port: these tests never reach the database.
NO_DATABASE = "postgresql://nobody@127.0.0.1:9/nothing"

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "0123456789abcdef"


def samples() -> dict[str, float]:
    """Return the current samples by name and labels."""
    lines = metrics.exposition().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


@pytest.fixture
def since() -> Callable[[str], float]:
    """Return a function that returns how much a sample has grown since the test began."""
    before = samples()
    return lambda name: samples().get(name, 0.0) - before.get(name, 0.0)


@pytest.fixture(scope="module")
def app() -> Flask:
    """A service without a database."""
    return create_app(Settings(database_url=NO_DATABASE))


def test_a_response_is_counted_by_route(app: Flask, since: Callable[[str], float]) -> None:
    """Responses are counted by method, route and status, and their durations by method and route."""
    client = app.test_client()
    for rule in ("R7", "R8", "none-such"):
        client.get(f"/v1/rules/{rule}", headers={"Accept": "text/html" if rule == "R8" else "*/*"})
    labels = 'method="GET",route="/v1/rules/{rule}"'
    assert since(f'hanabi_requests_total{{{labels},status="200"}}') == 1
    assert since(f'hanabi_requests_total{{{labels},status="404"}}') == 1
    assert since(f'hanabi_requests_total{{{labels},status="406"}}') == 1
    assert since(f"hanabi_request_duration_seconds_count{{{labels}}}") == 3
    assert since(f'hanabi_request_duration_seconds_bucket{{le="10.0",{labels}}}') == 3
    assert 0 < since(f"hanabi_request_duration_seconds_sum{{{labels}}}") < 30


def test_labels_have_bounded_values(app: Flask) -> None:
    """No label has a word of the methods, paths, names and tokens that clients send."""
    client = app.test_client()
    for number in range(30):
        client.open(f"/secret-{number}/x", method=f"SECRET{number}")
        client.post(f"/v1/games/secret-{number}/seats", json={"code": f"secret-{number}"})
        client.get(f"/v1/replays/secret-{number}", headers={"Authorization": f"Bearer secret-{number}"})
    text = metrics.exposition().decode()
    assert "secret" not in text.lower()
    labels = set(re.findall(r'(\w+)="', text))
    assert labels <= {"cause", "le", "method", "python", "queue", "route", "state", "status", "task", "version", "wait"}
    causes = {*CODES, "place", "connection", "lock", "database", "work", "schema"}
    assert set(re.findall(r'cause="([^"]*)"', text)) <= causes
    assert set(re.findall(r'queue="([^"]*)"', text)) <= set(queue.ALL)
    assert set(re.findall(r'state="([^"]*)"', text)) <= {"waiting", "running", "failed"}
    routes = set(re.findall(r'route="([^"]*)"', text))
    known = {path_of(rule.rule) for rule in app.url_map.iter_rules()}
    assert {route for route in routes if "fails" not in route and "stream" not in route} <= known | {"(none)"}
    assert set(re.findall(r'method="([^"]*)"', text)) <= {
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "OPTIONS",
        "other",
    }


def test_a_stream_is_counted_when_it_begins(since: Callable[[str], float]) -> None:
    """A stream counts before its last byte is sent."""
    app = create_app(Settings(database_url=NO_DATABASE))
    app.add_url_rule("/streams", view_func=lambda: Response(iter([b"one", b"two"])))
    answer = app.test_client().get("/streams", buffered=False)
    assert since('hanabi_requests_total{method="GET",route="/streams",status="200"}') == 1
    assert answer.get_data() == b"onetwo"
    answer.close()


@cache
def client_of(**settings: Any) -> FlaskClient:
    """A function that returns a client of a service with these settings."""
    return create_app(Settings(**{"database_url": NO_DATABASE, **settings})).test_client()


@in_one_test(
    ("settings", "by", "headers", "status"),
    [
        ({}, "127.0.0.1", {}, 200),
        ({}, "::1", {}, 200),
        ({}, "::ffff:127.0.0.1", {}, 200),
        ({}, "192.0.2.1", {}, 404),
        ({}, "", {}, 404),
        ({}, "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ({}, "127.0.0.1", {"Forwarded": "for=127.0.0.1"}, 404),
        ({}, "127.0.0.1", {"X-Real-IP": "192.0.2.1"}, 404),
        ({"trusted_proxies": 1}, "192.0.2.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ({"metrics": "off"}, "127.0.0.1", {}, 404),
        ({"metrics": "off", "metrics_token": TOKEN}, "127.0.0.1", {"Authorization": f"Bearer {TOKEN}"}, 404),
        ({"metrics": "on"}, "192.0.2.1", {}, 200),
        ({"metrics": "on"}, "192.0.2.1", {"X-Forwarded-For": "198.51.100.7"}, 200),
        ({"metrics_token": TOKEN}, "192.0.2.1", {}, 404),
        ({"metrics_token": TOKEN}, "192.0.2.1", {"Authorization": f"Bearer {TOKEN}"}, 200),
        ({"metrics_token": TOKEN}, "192.0.2.1", {"Authorization": f"Bearer {TOKEN}x"}, 404),
        ({"metrics_token": TOKEN}, "192.0.2.1", {"Authorization": "Bearer \udcff"}, 404),
    ],
)
def test_access_to_the_metrics(settings: dict[str, Any], by: str, headers: dict[str, str], status: int) -> None:
    """By default only this machine may read the metrics. Settings open them to everyone or to a token."""
    answer = client_of(**settings).get("/metrics", headers=headers, environ_overrides={"REMOTE_ADDR": by})
    assert answer.status_code == status
    if status == 404:
        assert answer.json is not None
        assert answer.json["code"] == "not-found"


def test_the_format_is_the_text_format_of_prometheus() -> None:
    """Other formats cannot be negotiated."""
    client = client_of(metrics="on")
    wanted = "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
    for headers in ({"Accept": wanted}, {}):
        answer = client.get("/metrics", headers=headers)
        assert answer.status_code == 200
        assert answer.content_type.startswith("text/plain; version=")
        assert answer.text.startswith("# HELP hanabi_")
    assert client.get("/metrics", headers={"Accept": "image/png"}).status_code == 406


def test_games_and_moves_are_counted(database_url: str, since: Callable[[str], float]) -> None:
    """A game counts when it is dealt and when it ends, and a move when it is made, but not when it is refused."""
    app = create_app(Settings(database_url=database_url, pool_size=2))
    client, pool = app.test_client(), app.extensions["database"].pool
    ada, bob = (
        {"Authorization": f"Bearer {client.post('/v1/accounts', json={}).get_json()['token']}"} for _ in range(2)
    )
    rules = {"edition": "de", "starting_seat": 0}
    game = client.post("/v1/games", json={"seats": 2, "rules": rules}, headers=ada).get_json()["id"]
    assert since("hanabi_games_started_total") == 0
    client.post(f"/v1/games/{game}/seats", json={}, headers=bob)
    assert since("hanabi_games_started_total") == 1
    moves = f"/v1/games/{game}/moves"
    for version, (player, card, status) in enumerate(((ada, 0, 201), (bob, 5, 201), (bob, 6, 409))):
        body = {"type": "play", "card": card, "expected_version": version}
        assert client.post(moves, json=body, headers=player).status_code == status
    assert since("hanabi_moves_total") == 2
    for player in (ada, bob):
        assert client.post(f"/v1/games/{game}/abort-votes", headers=player).status_code == 201
    assert since("hanabi_games_ended_total") == 1
    assert since("hanabi_moves_total") == 2
    assert since('hanabi_wait_seconds_total{wait="database"}') > 0
    await_until(lambda: pool.get_stats()["pool_available"] == pool.get_stats()["pool_size"], "connections are back")


def counted(folder: Path, script: str) -> str:
    """Run a script that counts in files of a folder, and return its output."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


_ON_A_FULL_DISK = """
import os, pathlib, resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, resource.RLIM_INFINITY))
folder = pathlib.Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
from service.platform.server import metrics_folder
metrics_folder.create_files()
from service.platform.observability import metrics
for status in range(3000):
    metrics.answered("GET", "/v1/a/route/of/some/length", status, 0.1)
last = 'hanabi_requests_total{{method="GET",route="/v1/a/route/of/some/length",status="2999"}} 1.0'
assert last in metrics.exposition().decode().splitlines()
print(sum(file.stat().st_size for file in folder.iterdir()))
"""


@pytest.mark.parametrize("room", slow_unless((1 << 16).__eq__, [0, 1 << 16]), ids=["none", "a little"])
def test_counting_continues_when_no_file_can_grow(tmp_path: Path, room: int) -> None:
    """A mapped file that cannot grow would end the process, so the worker counts in its own memory."""
    assert int(counted(tmp_path, _ON_A_FULL_DISK.format(room=room))) == 0


def test_the_reserved_files_have_room_for_all_samples(tmp_path: Path) -> None:
    """Each route with ten statuses fits into the files that a worker reserves."""
    script = """
import os, pathlib
from service.platform.server import metrics_folder
metrics_folder.create_files()
from service.platform.observability import metrics
folder = pathlib.Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
before = {file.name: file.stat().st_size for file in folder.iterdir()}
for route in range(100):
    for status in range(200, 210):
        metrics.answered("GET", f"/v1/games/{{game}}/a/route/of/some/length/{route}", status, 0.1)
metrics.streams(1)
assert {file.name: file.stat().st_size for file in folder.iterdir()} == before, before
assert metrics.exposition().count(b"hanabi_requests_total{") == 1000
"""
    counted(tmp_path, script)


def test_alerts_dashboard_and_page_name_the_metrics_that_exist() -> None:
    """The page has all of them. A histogram and a counter have the names of their samples."""
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}
    kinds = re.findall(r"^# TYPE (hanabi_\w+) (\w+)$", metrics.exposition().decode(), re.MULTILINE)
    families = {name.removesuffix("_total") for name, _ in kinds if not name.endswith("_created")}
    known = {f"{name.removesuffix('_total')}{end}" for name, kind in kinds for end in endings[kind]}
    for file in ("ops/alerts.yml", "ops/dashboard.json"):
        named = set(re.findall(r"\bhanabi_\w+", (ROOT / file).read_text()))
        assert named and named <= known, named - known
    page = (ROOT / "docs/operations.md").read_text().partition("## Metrics")[2].partition("\n## ")[0]
    rows = re.findall(r"`(hanabi_\w+)`", "".join(line.split("|")[1] for line in page.splitlines() if line[:1] == "|"))
    assert {name.removesuffix("_total") for name in rows} == families
