"""Tests of the benchmarks: they run to the end in their smallest form."""

import contextlib
import re
from collections.abc import Iterator

import pytest

from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.engine import speed
from benchmarks.harness import dataset, table_client
from benchmarks.harness.bulk_load import load, people, seats_of
from benchmarks.harness.corpus import corpus
from benchmarks.harness.dataset import Dataset
from benchmarks.harness.requests import actor, get
from benchmarks.http import floor, prices, receipts, throughput
from benchmarks.http.throughput import floor_move
from benchmarks.scale import growth
from service.app import create_app
from service.platform.settings import Settings
from tests.rows import slow_unless

IN_PROCESS = {
    "bots": "--games 1 --seats 3 --multicolor none --pair-games 1 --bot hgroup-1 --bot random --processes 1",
    "hindsight": "--games 1 --seats 2 --seconds 0.1 --turns 1 --processes 1",
    "news": "--rounds 1",
    "receipts": "--games 2",
    "solver": "--games 1 --seats 2 --processes 1",
    "verdict": "--games 1 --deck -1 --level 1 --processes 1",
    "way": "",
}
"""The options of the smallest form of the benchmarks that start no server but Postgres."""

WITH_SERVERS = {
    "growth": "--games 200 --rounds 1 --requests 2 --loaders 1 --only view,move,statistics",
    "hour": "--games 2 --minutes 0.05 --streams 2",
    "http": "--games 2000 --rounds 1 --seconds 0.2 --workers 1",
    "memory": "--requests 160 --games 4",
    "prices": "--small --rounds 1",
    "overload": "--connections 16 --seconds 0.4 --games 40",
    "rest": "--seconds 0 --kills 1 --most-mb 2000 --most-s 100",
    "streams": "--moves 2 --streams 2",
    "tables": "--tables 2 --seconds 0.001 --rounds 1 --workers 1 --games 200 --alone",
    "webhooks": "--accounts 2 --webhooks 1",
    "workers": "--rounds 1 --seconds 0.2 --workers 1",
}

MODELS = 14
"""The games of the corpus that are copied. The fourteenth has another number of seats."""


@pytest.fixture
def few_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the benchmarks copy few games, which saves most of their time."""
    for module in (dataset, growth, throughput):
        monkeypatch.setattr(module, "corpus", lambda: corpus(MODELS))


def test_each_benchmark_has_a_smallest_form() -> None:
    """The engine's has a test of its own."""
    assert {*IN_PROCESS, *WITH_SERVERS, "engine"} == {*BENCHMARKS}


@pytest.mark.slow
def test_the_engine_benchmark_prints_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    """The engine benchmark prints all rows of its table."""
    speed.main(["--rounds", "1", "--games", "4"])
    output = capsys.readouterr().out
    for row in ("rows → log → state → view → bytes", "knowledge of every card", "70 frames", "the analysis of a game"):
        assert f"| {row}" in output


def test_the_floor_runs_the_statements_of_the_service(another_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads a game and appends its events."""
    monkeypatch.setenv("DATABASE_URL", another_database)
    at_table = people(another_database, 5)
    (game,) = load(another_database, [played.log for played in corpus(1)], at_table, [10])
    tokens = [person.token for person in seats_of(at_table, 0, game.log.deal.seats)]
    client = floor.create_app().test_client()

    def status(request: bytes) -> int:
        head, _, body = request.partition(b"\r\n\r\n")
        line, *headers = head.decode().split("\r\n")
        method, path, _ = line.split(" ")
        named = [tuple(header.split(": ", 1)) for header in headers]
        return client.open(path, method=method, headers=named, data=body).status_code

    name = game.game_id.hex
    assert status(get(f"/view/{name}/100", tokens[0])) == 200
    assert status(get(f"/summary/{name}", tokens[0])) == 304
    for at in (11, 12):
        assert status(floor_move(game, at, tokens[actor(game.log.events[at])])) == 201


def test_tables_without_a_move_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for a move on a busy machine, but not for ever."""
    monkeypatch.setattr(table_client, "_PATIENCE_S", 0.1)
    with pytest.raises(SystemExit, match="no move reached the other player"):
        table_client.play(0, Dataset("", [], {}), iter(()), tables=0, seconds=0)


@pytest.fixture
def given_database(another_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the benchmarks use this database, and start no Postgres."""

    @contextlib.contextmanager
    def given() -> Iterator[str]:
        yield another_database

    for module in (dataset, receipts):
        monkeypatch.setattr(module, "database", given)


@pytest.mark.usefixtures("few_models", "given_database")
@pytest.mark.parametrize("name", slow_unless("receipts".__eq__, IN_PROCESS))
def test_a_benchmark_in_this_process_prints_its_table(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Each runs to its end with the code of today."""
    assert main([name, *IN_PROCESS[name].split()]) == 0
    assert re.search(r"\d", capfd.readouterr().out.splitlines()[-1])


@pytest.mark.slow
@pytest.mark.usefixtures("few_models")
@pytest.mark.parametrize("name", WITH_SERVERS)
def test_a_benchmark_with_servers_prints_its_table(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Each starts Postgres and gunicorn."""
    assert main([name, *WITH_SERVERS[name].split()]) == 0
    assert re.search(r"\d", capfd.readouterr().out.splitlines()[-1])


def test_each_operation_has_its_largest_request(database_url: str) -> None:
    """The benchmark of prices measures every operation, page and file that has a price."""
    app = create_app(Settings(database_url=database_url))
    assert {name.partition(":")[0] for name in prices.REQUESTS} == prices.names(app)
