"""Tests of the maintenance command `hanabi chores`."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from service.maintenance import chores
from service.platform.settings import Settings
from tests.service.past import rest


def test_idle_games_are_aborted(new_game: Callable[..., Any], database_url: str) -> None:
    """R21: a game past its idle limit is aborted. One within its limit continues."""
    idle, busy = new_game(idle_limit_s=3600), new_game(idle_limit_s=3600)
    rest(database_url, idle.id, 7200)
    with psycopg.connect(database_url, autocommit=True) as db:
        output = chores.main(Settings.from_environ({"DATABASE_URL": database_url}))
        status: dict[str, str] = dict(
            db.execute(
                """select replace(game_id::text, '-', ''), status || ' ' || coalesce(reason, '')
                     from game where game_id = any(%s::uuid[])""",
                ([game.id.removeprefix("g_") for game in (idle, busy)],),
            ).fetchall()
        )
    assert output.startswith("ended ") and not output.startswith("ended 0")
    assert status == {idle.id.removeprefix("g_"): "ended idle", busy.id.removeprefix("g_"): "running "}


@pytest.mark.slow
def test_recount_counts_all_games(database_url: str) -> None:
    """`hanabi db recount` counts all finished games again."""
    command = [sys.executable, "-m", "service.cli", "db", "recount"]
    done = subprocess.run(command, env={"DATABASE_URL": database_url}, capture_output=True, text=True, check=True)
    with psycopg.connect(database_url) as db:
        ended, counted = db.execute(
            "select count(*), count(counted_as) from game where status = 'ended'"
        ).fetchone() or (0, 0)
    assert done.stdout == f"counted {ended:,} finished games\n" and counted == ended


@pytest.mark.slow
def test_without_a_database_the_command_fails(tmp_path: Any) -> None:
    """Without DATABASE_URL and a running embedded Postgres the command prints an error."""
    command = [sys.executable, "-m", "service.cli", "chores"]
    done = subprocess.run(
        command, env={"DATA_DIR": str(tmp_path / "none")}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "no embedded Postgres answers" in done.stderr


def test_old_idempotent_responses_are_deleted(new_game: Callable[..., Any], database_url: str) -> None:
    """A response that was stored for retries is deleted after its retention time."""
    game = new_game()
    game.players[0].api.post("/v1/games", {"seats": 2}, headers={"Idempotency-Key": "chores"})
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update answer set kept_until = now()")
        said = chores.main(Settings.from_environ({"DATABASE_URL": database_url}))
        assert not said.endswith("deleted 0 expired responses")
        assert db.execute("select count(*) from answer").fetchone() == (0,)
