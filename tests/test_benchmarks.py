"""Tests of the benchmarks: they run to the end in their smallest form."""

import pytest

from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.engine import speed
from benchmarks.harness.bulk_load import load, people, seats_of
from benchmarks.harness.corpus import corpus
from benchmarks.harness.requests import actor, get
from benchmarks.http import floor
from benchmarks.http.throughput import floor_move

SMALLEST = {
    "bots": "--games 1 --seats 2 --multicolor none --processes 1",
    "http": "--games 2000 --rounds 1 --seconds 0.2 --workers 1",
    "news": "--rounds 1",
    "receipts": "--games 2",
    "way": "",
}


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


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALLEST)
def test_a_benchmark_prints_its_table(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Each starts its own servers."""
    assert name in BENCHMARKS and main([name, *SMALLEST[name].split()]) == 0
    assert "|" in capfd.readouterr().out
