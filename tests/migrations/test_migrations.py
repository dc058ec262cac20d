"""Tests of migrations with data: upgrades from the first schema, downgrades, and moves meanwhile."""

import ast
import contextlib
import os
import random
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from alembic.command import downgrade, upgrade
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url

from engine.fold import fold
from service.app import create_app
from service.games import event_store, progress
from service.settings import Settings

_ROOT = Path(__file__).resolve().parents[2]
FIRST = Path(__file__).with_name("first_release.sql")
ADA = "hnb_p_4zI3hwjD0t4IgYOqSVegEXUYSe7FBhoHxXafpqAfuW61YlCIb"
BELA = "hnb_p_4xx3KMRfCp05Ei3fSAwcBUDlRAB32USjFcWSPxPuFpP2yK8b1"

STOPS_FOR_S = 1.0

_LOG = "select game_id, version, kind, seat, target, value, data, at, command_id from event order by game_id, version"

# The statement with which the first release stored a move.
_APPEND = """
    with appended as (
        insert into event (game_id, version, kind, seat, target, value, data, at, command_id)
        select %(game)s, %(version)s, 1, 0, null, %(version)s, null, now(), null
         where exists (select 1 from event where game_id = %(game)s and version = %(version)s - 1)
            on conflict do nothing
        returning at)
    update game set version = %(version)s, turn = %(version)s, to_move = 0, moved_at = appended.at
      from appended where game_id = %(game)s
    returning appended.at
"""


def revisions() -> list[str]:
    """Return all revisions, oldest first."""
    config = Config()
    config.set_main_option("script_location", str(_ROOT / "alembic"))
    return [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][::-1]


def migrate(how: Callable[[Config, str], None], url: str, revision: str) -> None:
    """Upgrade or downgrade to a revision in this process."""
    config = Config(str(_ROOT / "alembic.ini"))
    before = os.environ.get("DATABASE_URL")
    os.environ["DATABASE_URL"] = url
    try:
        how(config, revision)
    finally:
        del os.environ["DATABASE_URL"]
        if before is not None:
            os.environ["DATABASE_URL"] = before


@pytest.fixture
def first(database_url: str) -> Iterator[str]:
    """A database with the schema and the data of the first release."""
    name = f"first_{secrets.token_hex(6)}"
    with psycopg.connect(database_url, autocommit=True) as operator:
        operator.execute(f'create database "{name}" template template0'.encode())
        url = make_url(database_url).set(database=name).render_as_string(hide_password=False)
        try:
            migrate(upgrade, url, "0001")
            with psycopg.connect(url) as connected:
                connected.execute(FIRST.read_bytes())
                connected.execute("update game set moved_at = now() where status = 'running'")
            yield url
        finally:
            operator.execute(f'drop database "{name}" with (force)'.encode())


def log_of(url: str) -> list[tuple[object, ...]]:
    """Return all events of a database."""
    with psycopg.connect(url) as connected:
        return connected.execute(_LOG).fetchall()


def test_upgrades_and_downgrades_keep_every_game(first: str) -> None:
    """No event changes, every game verifies, games continue, and downgrades work."""
    before = log_of(first)
    assert len({row[0] for row in before}) == 5
    for revision in revisions()[1:]:
        migrate(upgrade, first, revision)
        assert log_of(first) == before, revision
    app = create_app(Settings(database_url=first, pool_size=2))
    check_games(first)
    played = play_on(app.test_client())
    check_games(first)
    after = log_of(first)
    assert len(after) == len(before) + played
    for revision in revisions()[-2::-1]:
        migrate(downgrade, first, revision)
        assert log_of(first) == after, revision
    migrate(upgrade, first, "head")
    assert log_of(first) == after
    check_games(first)


# The time in an imported record, and the claimed one after the migration. The account was created at `OLDEST`.
IMPORTS = {"1970-01-01": None, "9999-12-31": None, "2024-01-03": "2024-01-03T00:00:00.000Z"}
OLDEST = datetime(2024, 1, 2, tzinfo=UTC)


def test_imports_get_the_time_of_their_arrival(first: str) -> None:
    """Claimed times leave the columns that order lists, and impossible ones are dropped. Counts are moved."""
    migrate(upgrade, first, "0013")
    with psycopg.connect(first) as db:
        db.execute("update account set created_at = %s", (OLDEST,))
        for at in IMPORTS:
            db.execute(
                """with one as (insert into game (game_id, status, seats, rules, created_by, sandbox, private, source,
                                                  revision, version, turn, outcome, reason, idle_limit_s, counted_as,
                                                  created_at, started_at, moved_at, finished_at)
                                select gen_random_uuid(), 'ended', 2, rules, created_by, false, false,
                                       '{"site": "hanabi", "id": "x", "digest": "x", "origin": null}', 0, 0, 0,
                                       'aborted', 'agreed', 60, 'imported', %(at)s, %(at)s, %(at)s, %(at)s
                                  from game limit 1 returning game_id),
                        dealt as (insert into event (game_id, version, kind, at) select game_id, 0, 0, %(at)s from one)
                   insert into seat (game_id, seat, name) select game_id, 0, E'\\u202ex\\x1b[31m\\n' from one""",
                {"at": at},
            )
            db.execute(
                """insert into rollup
                   select %s, 1, least(%s::date, '8698-01-01'), 'imported', 'de', 'none', 2, 'aborted', false, -1, 1""",
                (UUID(int=0), at),
            )
        db.commit()
        migrate(upgrade, first, "0014")
        rows = db.execute(
            """select source #>> '{claimed,finished_at}', finished_at, created_at = finished_at, started_at, name, at
                 from game join seat using (game_id) join event using (game_id) where source ->> 'site' = 'hanabi'"""
        ).fetchall()
        assert {row[0] for row in rows} == set(IMPORTS.values())
        for claimed, arrived, same, started_at, name, at in rows:
            assert OLDEST <= arrived <= datetime.now(UTC)
            assert (same, started_at, name, at is None) == (True, None, "x[31m", claimed is None)
        counts = "select days, sum(games), min(since) from rollup where kind = 'imported' group by days order by days"
        counted = db.execute(counts).fetchall()
        assert [(days, games) for days, games, _ in counted] == [(4**n, 3) for n in range(7)]
        assert counted[0][2] == OLDEST.date()
        db.commit()
        migrate(downgrade, first, "0013")
        restored = db.execute("select count(*) from game where started_at = '2024-01-03' and not source ? 'claimed'")
        assert restored.fetchone() == (1,)
    migrate(upgrade, first, "head")


def check_games(url: str) -> None:
    """Compare each game's summary with its log."""
    with (
        psycopg.connect(url) as connected,
        create_app(Settings(database_url=url, pool_size=1)).extensions["database"].bind(),
    ):
        rows = connected.execute("select game_id, version, turn, to_move, outcome, reason, score, head from game")
        for game_id, version, *summary, head in rows.fetchall():
            stored = event_store.load(game_id)
            assert stored is not None
            if stored.log is None:
                continue
            assert stored.log.events and len(stored.log.events) == version + 1
            assert tuple(summary) == tuple(progress.summary_of(fold(stored.log)))
            assert stored.head == stored.links()[-1].hash
            assert head is None or bytes(head) == stored.head


def play_on(client: object) -> int:
    """Make a move in each running game, with tokens of the first release. Return the number of moves."""
    moves = 0
    for token in (ADA, BELA):
        mine = {"Authorization": f"Bearer {token}"}
        found = client.get("/v1/me/games?status=running", headers=mine)  # type: ignore[attr-defined]
        for game in found.get_json()["items"]:
            path = f"/v1/games/{game['id']}"
            view = client.get(path, headers=mine).get_json()  # type: ignore[attr-defined]
            if view["to_move"] != view["viewer"]["seat"]:
                continue
            move = {**view["legal_actions"][0], "expected_version": view["version"]}
            answer = client.post(f"{path}/moves", json=move, headers=mine)  # type: ignore[attr-defined]
            assert answer.status_code == 201, answer.get_data()
            moves += 1
    assert moves
    return moves


def tables_with_keys(revision: str) -> int:
    """Return the number of foreign keys that a migration creates inside `create_table`."""
    (file,) = (_ROOT / "alembic" / "versions").glob(f"{revision}_*.py")
    return sum(
        isinstance(inner, ast.Attribute) and inner.attr.startswith("ForeignKey")
        for call in ast.walk(ast.parse(file.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "create_table"
        for inner in ast.walk(call)
    )


def imported_by(file: Path) -> set[str]:
    """Return the top-level packages that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("file", sorted((_ROOT / "alembic" / "versions").glob("*.py")), ids=lambda file: str(file.stem))
def test_migrations_import_neither_the_service_nor_the_engine(file: Path) -> None:
    """Both change after a migration is released, and a migration must not."""
    assert imported_by(file) <= {*sys.stdlib_module_names, "alembic", "sqlalchemy"}


def test_foreign_keys_are_created_after_their_table() -> None:
    """Since migration 0011, foreign keys are created after their table.

    On a distributed database a key can be created only after its table is distributed. See `_place_with_games` in the
    template of migrations.
    """
    found = {revision: tables_with_keys(revision) for revision in revisions()}
    assert found["0008"] == 2
    assert {revision: keys for revision, keys in found.items() if keys and revision > "0011"} == {}


def test_moves_continue_during_all_migrations(first: str) -> None:
    """No move of the previous release is lost or waits for a second."""
    game_count = 20
    with psycopg.connect(first) as connected:
        found = [game_to_move_in(connected) for _ in range(game_count)]
    over, gone_on = threading.Event(), threading.Event()
    with ThreadPoolExecutor(game_count) as players:
        playing = [players.submit(play, first, game_id, over.is_set, gone_on) for game_id in found]
        try:
            assert gone_on.wait(10)
            migrate(upgrade, first, "head")
        finally:
            over.set()
    results = [one.result() for one in playing]
    assert max(slowest for _, slowest in results) < STOPS_FOR_S
    assert sum(version for version, _ in results) > game_count
    with psycopg.connect(first) as connected:
        for game_id, (version, _) in zip(found, results, strict=True):
            versions = connected.execute(
                "select version from event where game_id = %s order by 1", (game_id,)
            ).fetchall()
            assert [one for (one,) in versions] == list(range(version + 1))


def game_to_move_in(db: psycopg.Connection) -> UUID:
    """Insert a game with freshly dealt cards."""
    row = db.execute(
        """with one as (insert into game (game_id, status, seats, rules, created_by, sandbox, version, turn,
                                         to_move, idle_limit_s, started_at, moved_at)
                        select gen_random_uuid(), status, seats, rules, created_by, true, 0, 0, 0,
                               idle_limit_s, now(), now()
                          from game where status = 'running' limit 1 returning game_id)
           insert into event (game_id, version, kind, data, at)
           select one.game_id, 0, kind, data, now()
             from one, (select * from event where version = 0 limit 1) dealt
           returning game_id"""
    ).fetchone()
    assert row is not None
    game_id: UUID = row[0]
    return game_id


def play(url: str, game_id: UUID, over: Callable[[], bool], gone_on: threading.Event) -> tuple[int, float]:
    """Make moves until `over` is set. Return the last version and the seconds of the slowest move."""
    version, slowest = 0, 0.0
    with psycopg.connect(url, autocommit=True) as connected:
        while not over():
            began = time.monotonic()
            with contextlib.suppress(
                psycopg.errors.FeatureNotSupported
            ):  # a plan from before the migration; the next attempt creates another
                row = connected.execute(_APPEND, {"game": game_id, "version": version + 1}).fetchone()
                version += row is not None
            slowest = max(slowest, time.monotonic() - began)
            if version > 3:
                gone_on.set()
            time.sleep(random.uniform(0.01, 0.05))
    return version, slowest
