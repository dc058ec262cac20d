"""Tests of migrations with data: upgrades from release 0.2.0, downgrades, and moves meanwhile."""

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
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from alembic.command import downgrade, upgrade
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url

from service.app import create_app
from service.cli import main
from service.platform.settings import Settings
from tests.faults.checks import check_database
from tests.rows import in_one_test

_ROOT = Path(__file__).resolve().parents[2]
OLDEST = "0034"
"""The schema of release 0.2.0, which each later release can upgrade."""
STORED = Path(__file__).with_name("release_0_2_0.sql")
ADA = "hnb_p_tZnaHRnJGc5uhZsfoXsh9XCvRfVH9NaEaniTyOviLaC0ZrzmU"
BELA = "hnb_p_lSSbzeUofWUaKW0TjLccYflbPvJjtSXiT7b1LTbY3ET1k2sdR"

STOPS_FOR_S = 1.0

_LOG = "select game_id, version, kind, seat, target, value, data, at from event order by game_id, version"

# The statement with which release 0.2.0 stored a move.
_APPEND = """
    with appended as (
        insert into event (game_id, version, kind, seat, target, value, data, at)
        select %(game)s, %(version)s, 1, 0, null, %(version)s, null, now()
         where exists (select 1 from event where game_id = %(game)s and version = %(version)s - 1)
            on conflict do nothing
        returning at)
    update game
       set version = %(version)s, turn = %(version)s, to_move = 0, head = sha256(head), moved_at = appended.at
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
def stored(database_url: str) -> Iterator[str]:
    """A database with the schema and the data of release 0.2.0."""
    name = f"stored_{secrets.token_hex(6)}"
    with psycopg.connect(database_url, autocommit=True) as operator:
        operator.execute(f'create database "{name}" template template0'.encode())
        url = make_url(database_url).set(database=name).render_as_string(hide_password=False)
        try:
            migrate(upgrade, url, OLDEST)
            with psycopg.connect(url) as connected:
                connected.execute(STORED.read_bytes())
                connected.execute("update game set moved_at = now() where status = 'running'")
                connected.execute("update game set open_until = now() + interval '1 day' where status = 'open'")
            yield url
        finally:
            operator.execute(f'drop database "{name}" with (force)'.encode())


def log_of(url: str) -> list[tuple[object, ...]]:
    """Return all events of a database."""
    with psycopg.connect(url) as connected:
        return connected.execute(_LOG).fetchall()


def test_upgrades_and_downgrades_keep_every_game(stored: str) -> None:
    """No event changes, every game verifies, games continue, and downgrades work."""
    before = log_of(stored)
    assert len({row[0] for row in before}) == 6
    migrate(upgrade, stored, "head")
    assert log_of(stored) == before
    app = create_app(Settings(database_url=stored, pool_size=2))
    check_database(stored)
    check_replays(app.test_client())
    played = play_on(app.test_client())
    check_database(stored)
    after = log_of(stored)
    assert len(after) == len(before) + played
    migrate(downgrade, stored, OLDEST)
    assert log_of(stored) == after
    migrate(upgrade, stored, "head")
    assert log_of(stored) == after
    check_database(stored)


@in_one_test(
    ("revision", "words"),
    [("0001", ("before release 0.2.0", "DATABASE_URL")), ("0033", ("DATA_DIR",)), ("9999", ("newer", "Install"))],
)
def test_a_schema_that_cannot_be_migrated_is_refused(
    stored: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], revision: str, words: list[str]
) -> None:
    """The message says what to do, and nothing changes."""
    with psycopg.connect(stored) as db:
        db.execute("update alembic_version set version_num = %s", (revision,))
        db.execute("comment on table alembic_version is '9998'")  # no older server can serve it
    before = log_of(stored)
    monkeypatch.setenv("DATABASE_URL", stored)
    assert main(["migrate"]) == 1
    message = capsys.readouterr().err
    assert all(word in message for word in (revision, *words)) and "Traceback" not in message
    assert log_of(stored) == before


def check_replays(client: object) -> None:
    """Verify the finished games, one of which is imported."""
    found = [
        game
        for imported in ("false", "true")
        for game in client.get(f"/v1/replays?imported={imported}").get_json()["items"]  # type: ignore[attr-defined]
    ]
    assert len(found) == 4
    for game in found:
        answer = client.get(f"/v1/replays/{game['id']}/verification")  # type: ignore[attr-defined]
        assert answer.get_json()["verified"], answer.get_data()


def play_on(client: object) -> int:
    """Make a move in each running game, with tokens of release 0.2.0. Return the number of moves."""
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


@in_one_test("file", sorted((_ROOT / "alembic" / "versions").glob("*.py")))
def test_migrations_import_neither_the_service_nor_the_engine(file: Path) -> None:
    """Both change after a migration is released, and a migration must not."""
    assert imported_by(file) <= {*sys.stdlib_module_names, "alembic", "sqlalchemy"}


BREAKS = {"drop_table", "drop_column", "rename_table", "drop_constraint", "alter_column"}
"""Operations that can break servers of the previous release."""

UNUSED: dict[str, set[str]] = {"0067": {"drop_constraint"}}
"""By revision: the operations above whose table or column the previous release no longer used, or which only loosen."""


@in_one_test("revision", revisions())
def test_an_upgrade_breaks_no_server_of_the_previous_release(revision: str) -> None:
    """It drops, renames and tightens nothing, and a new column is optional.

    So servers on the newer schema work until they are upgraded, and `/readyz` is 200 on it.
    """
    (file,) = (_ROOT / "alembic" / "versions").glob(f"{revision}_*.py")
    functions = {one.name: one for one in ast.parse(file.read_text()).body if isinstance(one, ast.FunctionDef)}
    del functions["downgrade"]
    calls = [
        node
        for function in functions.values()
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    names = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
    assert names & BREAKS <= UNUSED.get(revision, set())
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "add_column":
            column = call.args[1]
            assert isinstance(column, ast.Call)
            given = {word.arg: ast.unparse(word.value) for word in column.keywords}
            assert given.get("nullable", "True") == "True" or "server_default" in given
    text = " ".join(ast.unparse(call).lower() for call in calls if ast.unparse(call.func) in ("op.execute", "sa.text"))
    assert not [word for word in ("drop table", "drop column", "rename", "set not null", " type ") if word in text]


@in_one_test("revision", revisions())
def test_foreign_keys_are_created_after_their_table(revision: str) -> None:
    """On a distributed database a key can be created only after its table is distributed.

    See `_place_with_games` in the template of migrations.
    """
    assert tables_with_keys(revision) == 0


def test_moves_continue_during_all_migrations(stored: str) -> None:
    """No move of the previous release is lost or waits for a second, or four times as long as before them."""
    game_count = 20
    with psycopg.connect(stored) as connected:
        found = [game_to_move_in(connected) for _ in range(game_count)]
    over, gone_on = threading.Event(), threading.Event()
    with ThreadPoolExecutor(game_count) as players:
        playing = [players.submit(play, stored, game_id, over.is_set, gone_on) for game_id in found]
        try:
            assert gone_on.wait(10)
            migrate(upgrade, stored, "head")
        finally:
            over.set()
    results = [one.result() for one in playing]
    usual, slowest = max(before for _, before, _ in results), max(after for *_, after in results)
    assert slowest < max(STOPS_FOR_S, 4 * usual)
    assert sum(version for version, *_ in results) > game_count
    with psycopg.connect(stored) as connected:
        for game_id, (version, *_) in zip(found, results, strict=True):
            versions = connected.execute(
                "select version from event where game_id = %s order by 1", (game_id,)
            ).fetchall()
            assert [one for (one,) in versions] == list(range(version + 1))


def game_to_move_in(db: psycopg.Connection) -> UUID:
    """Insert a game with freshly dealt cards."""
    row = db.execute(
        """with one as (insert into game (game_id, status, seats, rules, created_by, sandbox, version, turn,
                                         to_move, head, idle_limit_s, started_at, moved_at)
                        select gen_random_uuid(), status, seats, rules, created_by, true, 0, 0, 0,
                               head, idle_limit_s, now(), now()
                          from game where status = 'running' limit 1 returning game_id)
           insert into event (game_id, version, kind, data, at)
           select one.game_id, 0, kind, data, now()
             from one, (select * from event where version = 0 limit 1) dealt
           returning game_id"""
    ).fetchone()
    assert row is not None
    game_id: UUID = row[0]
    return game_id


def play(url: str, game_id: UUID, over: Callable[[], bool], gone_on: threading.Event) -> tuple[int, float, float]:
    """Make moves until `over` is set. Return the last version and the seconds of the slowest moves before and after."""
    version, slowest = 0, [0.0, 0.0]
    with psycopg.connect(url, autocommit=True) as connected:
        while not over():
            began = time.monotonic()
            with contextlib.suppress(
                psycopg.errors.FeatureNotSupported
            ):  # a plan from before the migration; the next attempt creates another
                row = connected.execute(_APPEND, {"game": game_id, "version": version + 1}).fetchone()
                version += row is not None
            is_after = gone_on.is_set()
            slowest[is_after] = max(slowest[is_after], time.monotonic() - began)
            if version > 3:
                gone_on.set()
            time.sleep(random.uniform(0.01, 0.05))
    return version, slowest[0], slowest[1]
