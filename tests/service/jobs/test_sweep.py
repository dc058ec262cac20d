"""Tests of the sweep, which adds jobs for games that nobody has asked about, of deleted games, and of metrics."""

from functools import partial
from uuid import UUID

import psycopg
import pytest
from flask import Flask

from service.features.analysis import solutions, stored_results, sweeping, tasks
from service.features.analysis.solving import SOLVER
from service.features.analysis.tables import Hindsight, Solution
from service.platform.jobs import queue
from tests.service.factories import NewGame
from tests.service.jobs.conftest import Play

pytestmark = pytest.mark.usefixtures("database")

_GAMES = ("old", "middle", "new", "hidden", "imported", "solved", "failed", "begun")

_CHANGES = {
    "old": "update game set finished_at = now() - interval '2 days' where game_id = %s",
    "middle": "update game set finished_at = now() - interval '1 day' where game_id = %s",
    "hidden": "update game set hidden = true, private = true where game_id = %s",
    "imported": """update game set source = '{"site": "elsewhere"}' where game_id = %s""",
    "solved": f"insert into solution (solver, attempts, packed, game_id) values ({SOLVER}, 1, '', %s)",
    "failed": f"insert into solution (solver, attempts, game_id) values ({SOLVER}, {stored_results.ATTEMPTS + 1}, %s)",
    "begun": f"insert into solution (solver, attempts, game_id) values ({SOLVER}, 1, %s)",
}


def swept(url: str, task: str) -> list[tuple[UUID, int]]:
    """Return the game and the priority of each job of a task, in order."""
    statement = "select (args ->> 'game_id')::uuid, priority from procrastinate_jobs where task_name = %s order by id"
    with psycopg.connect(url) as db:
        return db.execute(statement, [task]).fetchall()


@pytest.mark.slow
def test_public_games_are_swept_newest_first(finished: Play, new_game: NewGame, url: str) -> None:
    """Not private, hidden, imported and sandbox games, nor those that ended before a turn, failed or are solved."""
    games = {name: finished(sandbox=False, deck=None).id for name in _GAMES}
    finished(private=True)
    finished()  # in a sandbox
    new_game().abort()
    new_game()  # it runs
    with psycopg.connect(url, autocommit=True) as db:
        for name, change in _CHANGES.items():
            db.execute(change.encode(), [games[name]])
    jobs = [(games[name], queue.SWEPT) for name in ("begun", "new", "middle", "old")]
    request = partial(solutions.request, priority=queue.SWEPT, at_most=3)
    ranges = [sweeping.sweep(Solution, request, 2, None)]
    assert swept(url, solutions.TASK) == jobs[:2]
    for number in (3, 3):  # no more than three may wait
        ranges.append(sweeping.sweep(Solution, request, 10, ranges[-1]))
        assert swept(url, solutions.TASK) == jobs[:number]
    request = partial(solutions.request, priority=queue.SWEPT)
    ranges.append(sweeping.sweep(Solution, request, 10, ranges[-1]))
    assert swept(url, solutions.TASK) == jobs
    firsts = [each.first for each in ranges if each]
    assert len(firsts) == 4 and firsts == sorted(firsts, reverse=True)
    later = finished(sandbox=False, deck=None).id
    sweeping.sweep(Solution, request, 10, ranges[-1])
    assert swept(url, solutions.TASK) == [*jobs, (later, queue.SWEPT)]


def test_a_sweep_goes_on_page_by_page(finished: Play, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep looks at few games with a result."""
    monkeypatch.setattr(sweeping, "_PAGE", 2)
    games = [finished(sandbox=False, deck=None).id for _ in range(6)]
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("update game set finished_at = '2020-01-01' where game_id = %s", [games[0]])
        for number, game in enumerate(games[1:]):
            db.execute("update game set finished_at = %s where game_id = %s", [f"2030-01-0{1 + number}", game])
            db.execute(_CHANGES["solved"].encode(), [game])
    range_, found, sweeps = None, list[UUID](), 0
    while games[0] not in found:
        range_, sweeps = sweeping.sweep(Solution, found.append, 10, range_), sweeps + 1
        assert sweeps < 99
    assert sweeps > 2 and not {*games[1:]} & {*found}


def test_a_deleted_import_has_no_results(finished: Play, url: str) -> None:
    """They are deleted with the game. A job that stores one later does nothing."""
    game, game_id = finished(private=True)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("""update game set source = '{"site": "elsewhere"}' where game_id = %s""", [game_id])
        for table in (Solution, Hindsight):
            assert stored_results.begin(table, game_id)
            stored_results.store(table, game_id, b"", 0.0)
        game.players[0].api.delete(game.replay_path).ok()
        for table in (Solution, Hindsight):
            assert stored_results.stored(table, game_id) == stored_results.Answer("unsolved")
            assert not stored_results.begin(table, game_id)
            stored_results.store(table, game_id, b"", 0.0)
            assert stored_results.stored(table, game_id) == stored_results.Answer("unsolved")


def test_the_queue_is_in_the_metrics(finished: Play, app: Flask) -> None:
    """A job that waits is counted."""
    before = waiting(app)
    solutions.request(finished().id)
    assert waiting(app) == before + 1


def waiting(app: Flask) -> float:
    """Return the number of waiting jobs in the metrics."""
    lines = app.test_client().get("/metrics").text.splitlines()
    (line,) = [line for line in lines if line.startswith('hanabi_jobs{state="waiting"}')]
    return float(line.split()[-1])


def test_a_finished_game_waits_15_s_for_the_sweep_at_most() -> None:
    """Its solution and its puzzles take some seconds more."""
    times = queue.app.periodic_registry.periodic_tasks[tasks.sweep.name, ""].croniter
    times.set_current(0.0)
    assert [times.get_next(float) for _ in range(5)] == [15, 30, 45, 60, 75]
