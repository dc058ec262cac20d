"""Tests of the sweep, which adds jobs for games that nobody has asked about, of deleted games, and of metrics."""

from uuid import UUID

import psycopg
import pytest
from flask import Flask

from service.analysis import answers, hindsights, solutions
from service.analysis.solving import SOLVER
from service.database.schema import Hindsight, Solution
from service.jobs import queue
from tests.service.factories import NewGame
from tests.service.jobs.conftest import Play

pytestmark = pytest.mark.usefixtures("database")

_GAMES = ("old", "middle", "new", "hidden", "imported", "solved", "failed", "begun")

_CHANGES = {
    "old": "update game set finished_at = finished_at - interval '2 days' where game_id = %s",
    "middle": "update game set finished_at = finished_at - interval '1 day' where game_id = %s",
    "hidden": "update game set hidden = true, private = true where game_id = %s",
    "imported": """update game set source = '{"site": "elsewhere"}' where game_id = %s""",
    "solved": f"insert into solution (solver, attempts, packed, game_id) values ({SOLVER}, 1, '', %s)",
    "failed": f"insert into solution (solver, attempts, game_id) values ({SOLVER}, {answers.ATTEMPTS + 1}, %s)",
    "begun": f"insert into solution (solver, attempts, game_id) values ({SOLVER}, 1, %s)",
}


def swept(url: str, task: str) -> list[tuple[UUID, int]]:
    """Return the game and the priority of each job of a task, in order."""
    statement = "select (args ->> 'game_id')::uuid, priority from procrastinate_jobs where task_name = %s order by id"
    with psycopg.connect(url) as db:
        return db.execute(statement, [task]).fetchall()


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
    since = solutions.sweep(2, None)
    assert since is None  # there may be more
    assert swept(url, solutions.TASK) == [(games[name], queue.SWEPT) for name in ("begun", "new")]
    since = solutions.sweep(10, since)
    wanted = ["begun", "new", "middle", "old"]
    assert swept(url, solutions.TASK) == [(games[name], queue.SWEPT) for name in wanted]
    assert since is not None and solutions.without(Solution, 10, since) == [games["begun"], games["new"]]
    hindsights.sweep()
    hindsights.sweep()
    assert swept(url, hindsights.TASK) == [(games["solved"], queue.LONG)]


def test_a_deleted_import_has_no_results(finished: Play, url: str) -> None:
    """They are deleted with the game. A job that stores one later does nothing."""
    game, game_id = finished(private=True)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("""update game set source = '{"site": "elsewhere"}' where game_id = %s""", [game_id])
        for table in (Solution, Hindsight):
            assert answers.begin(table, game_id)
            answers.store(table, game_id, b"", 0.0)
        game.players[0].api.delete(game.replay_path).ok()
        for table in (Solution, Hindsight):
            assert answers.stored(table, game_id) == answers.Answer("unsolved")
            assert not answers.begin(table, game_id)
            answers.store(table, game_id, b"", 0.0)
            assert answers.stored(table, game_id) == answers.Answer("unsolved")


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
