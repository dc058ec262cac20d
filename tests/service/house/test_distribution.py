"""Tests of the schema and statements for a database that is distributed by game."""

import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from flask import Flask
from mako.template import Template
from sqlalchemy import Column, NullPool, SmallInteger, Uuid, create_engine

from alembic import op
from service.cli import main
from service.core import chores
from service.core.people import accounts
from service.core.people.owned import all_owned
from service.core.replays import rendered_cache
from service.core.tables import advancing
from service.core.tables.lobby import invitations, open_game
from service.core.tables.news.watch_counts import WatchCounts
from service.features.analysis import stored_results
from service.features.analysis.tables import SolvedPosition
from service.features.commitment_log import sequencer
from service.features.planned_moves import plans, playing
from service.features.review_sessions import review_sessions
from service.features.statistics import rollup
from service.features.webhooks import deliveries, event_finding
from service.platform import ids
from service.platform.database import citus, clock_jumps
from service.platform.database.citus import distribute
from service.platform.database.distribution_plan import ON_THE_COORDINATOR, CannotDistribute, plan
from service.platform.database.online_ddl import SCHEMA_LOCK
from service.platform.database.pool import connection
from tests import spread
from tests.rows import in_one_test
from tests.service.access import Cast, the_cast
from tests.service.client import Api, Game, stacked
from tests.service.contract import CONTRACT
from tests.service.factories import unique
from tests.service.house.rooms import of_rooms
from tests.service.statements import is_of_one_game, recorded, refused_by_citus, tables_in

ROOT: Final = Path(__file__).resolve().parents[3]
NEW_REVISION: Final = {
    "message": "Test",
    "up_revision": "9999",
    "down_revision": "0012",
    "create_date": "now",
} | dict.fromkeys(("imports", "branch_labels", "depends_on", "upgrades", "downgrades"))
PLAN: Final = plan()
OF_GAMES: Final = {table for table, column in PLAN.by_column if column == "game_id"}

# The schema that the migrations have created.


def catalog(url: str, statement: str) -> list[tuple[Any, ...]]:
    """Return rows of Postgres' catalog."""
    with psycopg.connect(url, autocommit=True) as db:
        return db.execute(statement.encode()).fetchall()


def test_every_table_is_distributed_or_a_reference_table(database_url: str) -> None:
    """Tables of games are distributed by game, and responses and the rollup by columns of their own."""
    found = {name for (name,) in catalog(database_url, "select tablename from pg_tables where schemaname = 'public'")}
    assert found - {"alembic_version", *ON_THE_COORDINATOR} == {
        *PLAN.on_every_node,
        *(table for table, _ in PLAN.by_column),
    }
    assert {"game", "event", "deal", "seat"} <= OF_GAMES


def test_the_guide_says_where_each_table_is() -> None:
    guide = (ROOT / "docs" / "scale.md").read_text()
    rows = guide.partition("| tables | where the rows are |")[2].partition("\n\n")[0].splitlines()
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.removeprefix("|").partition("|")[0])}
    others = {table for table, column in PLAN.by_column if column != "game_id"}
    assert {*PLAN.on_every_node, *others} == named, (
        "name the table in docs/scale.md, unless its rows are those of a game"
    )
    everywhere = next(row for row in rows if "on every node" in row)
    assert {name for name in named if f"`{name}`" in everywhere} == {*PLAN.on_every_node}


@spread.ONE_MACHINE
def test_every_key_begins_with_the_game(database_url: str) -> None:
    """Primary and unique keys of tables of games begin with `game_id`.

    So do foreign keys between two of them. Other foreign keys lead to a reference table, and none leads from such a
    table to a game.
    """
    keys = catalog(
        database_url,
        """select c.relname, i.indisprimary, a.attname
             from pg_index i join pg_class c on c.oid = i.indrelid
             join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
            where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname not like 'procrastinate%'""",
    )
    column = dict(PLAN.by_column)
    assert {table for table, primary, _ in keys if primary} >= column.keys()
    for table, _, first in keys:
        assert first == column.get(table, first), f"a key of {table} begins with {first}"
    foreign = catalog(
        database_url,
        """select conrelid::regclass::text, confrelid::regclass::text, a.attname, b.attname
             from pg_constraint
             join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
             join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
            where contype = 'f' and conrelid::regclass::text not like 'procrastinate%'""",
    )
    for table, other, column, other_column in foreign:
        if other not in PLAN.on_every_node:
            assert table in OF_GAMES and other in OF_GAMES and column == other_column == "game_id", (
                f"{table} to {other}"
            )


@spread.ONE_MACHINE
def test_ids_are_created_by_the_service(database_url: str) -> None:
    """Only the queue of jobs has sequences, identity columns and triggers, which are local to one node."""
    others = "not like 'procrastinate%'"
    assert catalog(database_url, f"select relname from pg_class where relkind = 'S' and relname {others}") == []
    triggers = f"select tgname from pg_trigger where not tgisinternal and tgrelid::regclass::text {others}"
    assert catalog(database_url, triggers) == [("no_beat",)]  # of the tests: `conftest.database_url`


# The statements.

OWNED: Final = "|".join(sorted({owned.column.class_.__tablename__ for owned in all_owned()} & OF_GAMES))
OWNERS: Final = "|".join(sorted({owned.column.key for owned in all_owned()}))
"""The tables of games with accounts, and the columns in which they are. Each feature names its own (`Owned`)."""
CROSS_GAME: Final = {
    # name: the beginning of the statement, or a unique part; these query every node, and no move or view is among them
    "lists of games and replays": r"SELECT game\.seats, game\.rules, .* FROM game"
    r" (WHERE (not sandbox|status = 'ended') and not |JOIN \(SELECT anon_2\.game_id AS game_id, anon_2\.place)",
    "where somebody's games stand": r"select g\.game_id, s\.seat, g\.(status, g\.version|reveal_until)",
    "who is invited where": r"select \* from \(select distinct on \(i\.game_id\)",
    "limits of an account": r"SELECT count\(\*\) AS count_1 FROM "
    rf"((seat|invitation) JOIN game|({OWNED}) WHERE \w+\.({OWNERS}))",
    "idle games and those whose time is over": r"select game_id from game g where \(?status = 'running'",
    "expired open games and invitations": r"select game_id from game where status = 'open'"
    r"|DELETE FROM (invitation|seat|deal|game) WHERE \w+\.game_id IN|delete from invitation i where expires_at",
    "renditions of old": r"delete from rendition",
    "an account that ends": rf"UPDATE game SET (open_until|revision)|DELETE FROM ({OWNED}) WHERE (\(|\w+\.({OWNERS}) )"
    rf"|SELECT ({OWNED})\.game_id FROM ({OWNED}) JOIN|UPDATE ({OWNED}) SET ({OWNERS})="
    r"|UPDATE review_session SET \w+=(CAST|\(review_session)",
    "who knows a deck, or has watched hands": r"SELECT game\.game_id, game\.version(, deal\.replayed_key)? FROM game"
    r" JOIN seat|SELECT %\(param_1\)s::INTEGER AS anon_1 FROM sight JOIN game",
    "an account's export": r"select (s|e|m)\.game_id, .* from seat s|select game_id from game where created_by"
    r"|select game_id, account_id is not distinct|select game_id, at from sight"
    rf"|SELECT (?!game\.)({OWNED})\.\w+, .* WHERE ({OWNED})\.({OWNERS}) = ",
    **of_rooms("CROSS_GAME"),
}


@pytest.fixture(scope="module")
def sent_statements(
    app: Flask, database_url: str, sandbox: Callable[..., Game], new_game: Callable[..., Game]
) -> set[str]:
    """All statements that the service sends.

    They are for games from the lobby to the replay, every operation that reads, and the maintenance jobs.
    """
    with pytest.MonkeyPatch.context() as patch, recorded(patch) as sent:
        cast = the_cast(app, database_url)
        for operation in CONTRACT.operations:
            for caller in ("nobody", "player") if operation.method == "GET" else ():
                for scene in ("running", "ended") if "{game}" in operation.template else ("running",):
                    cast.callers[caller].get(cast.path(operation, cast.scenes[scene]))
        cast.callers["nobody"].get("/v1/stats", query="variant=Null+%286+Suits%29").ok()
        with psycopg.connect(database_url, autocommit=True) as db:
            db.execute("update token set used_on = null")  # the first use of a day is recorded
        _play(sandbox)
        _write(cast)
        _merge(*[new_game(2).players[0].api for _ in range(2)])
        new_game(2).abort()
        watched = ids.parse("g", new_game(2).id)
        assert watched is not None
        with app.extensions["database"].bind():
            with connection() as db:
                WatchCounts().store(db, {watched: 1})
            advancing.abort_idle()
            open_game.delete_expired(10)
            accounts.remove_deleted()
            invitations.delete_old()
            rendered_cache.forget(1)
            chores.delete_answers()
            rollup.add_finished(10)
            sequencer.sequence()
            sequencer.waiting()
            clock_jumps.beat()
            stored_results.begin(SolvedPosition, secrets.token_bytes(32), question="")
            event_finding.sweep(60)
            deliveries.delete_old()
            review_sessions.delete_old()
            playing.play_due()
            plans.delete_old()
        return set(sent)


def _play(sandbox: Callable[..., Game]) -> None:
    game = sandbox(stacked("r1"), rules={"hand_reorder": "any_time", "table_talk": "free"})
    tag = {"If-None-Match": game.players[0].api.get(game.path).headers["ETag"]}
    assert game.players[0].api.get(game.path, headers=tag).status == 304
    game.play("play 0", "clue 0 1")
    plan = {"moves": [{"then": {"type": "play", "card": 5}}], "expected_version": 2}
    for answer in (
        game.players[1].api.put(f"{game.path}/planned-moves", plan),
        game.players[0].api.post(f"{game.path}/moves", {"type": "discard", "card": 1, "expected_version": 2}),
        game.players[0].api.put(f"{game.path}/hand-order", {"cards": [11, 10, 4, 3, 2]}),
        game.players[0].api.post(f"{game.path}/messages", {"text": "Hm."}, headers={"Idempotency-Key": "hm"}),
        game.players[0].api.send("DELETE", f"{game.path}/abort-votes"),
    ):
        assert answer.status < 500, answer.body
    game.abort()
    _play_by_the_clock(sandbox)
    game.players[0].api.post(f"{game.path}/messages", {"text": "Well."}).ok()
    game.players[0].api.get(f"{game.replay_path}/frames").ok()


def _play_by_the_clock(sandbox: Callable[..., Game]) -> None:
    for end in ("end", "bot", "wait"):
        game = sandbox(stacked("r1"), pace={"turn_s": 86400, "vacation_days": 2, "on_timeout": end})
        for seat, change in ((0, "pause"), (1, "pause"), (0, "resume"), (1, "resume")):
            game.players[seat].api.post(f"{game.path}/clock-changes", {"change": change}).ok()
        game.players[1].api.post(f"{game.path}/clock-changes", {"change": "vacation", "days": 1}).ok()
        game.play("play 0")
        view = game.players[0].api.post(f"/v1/sandbox/{game.id}/clock", {"advance_s": 400_000}).ok()["view"]
        assert view["status"] == ("ended" if end == "end" else "running")


def _write(cast: Cast) -> None:
    player = cast.callers["player"]
    tag = player.get("/v1/me").headers["ETag"]
    hook = player.post("/v1/me/webhooks", {"url": "https://bot.example/", "events": ["invited"]}).ok()["id"]
    player.delete(f"/v1/me/webhooks/{hook}").ok()
    player.post("/v1/me/webhooks", {"url": "https://bot.example/", "events": ["message"]}).ok()
    player.send("PATCH", "/v1/me", {"name": unique("Béla")}, headers={"If-Match": tag}).ok()
    study = {"title": "Ends", "chapters": [{"game": cast.scenes["ended"].game}]}
    made = player.post("/v1/studies", study).ok()["id"]
    player.send("PUT", f"/v1/studies/{made}", study).ok()
    player.get(f"/v1/studies/{made}").ok()
    player.get("/v1/me/studies").ok()
    player.delete(f"/v1/studies/{made}").ok()
    view = player.post("/v1/games", {"seats": 3, "private": True}).ok()
    path = f"/v1/games/{view['id']}"
    player.post(f"{path}/invitations", {"account": cast.callers["stranger"].get("/v1/me").ok()["id"]}).ok()
    cast.callers["stranger"].post(f"{path}/seats", {}).ok()
    cast.callers["stranger"].delete(f"{path}/seats/me").ok()
    player.post(f"{path}/seats", {"bot": player.get("/v1/bots").ok()["items"][0]["id"]}).ok()


def _merge(first: Api, second: Api) -> None:
    made = first.post("/v1/me/merges").ok()
    second.post("/v1/me/merge-claims", {"code": made["code"]}).ok()
    for side in (first, second):
        side.send("PATCH", f"/v1/me/merges/{made['id']}", {"allowed": True}).ok()


def test_statements_about_games_query_one_node(sent_statements: set[str]) -> None:
    """Each statement about games has a condition on one `game_id`, except for the listed ones."""
    found: dict[str, str] = {}
    for statement in sent_statements:
        if tables_in(statement, OF_GAMES) and not is_of_one_game(statement, OF_GAMES):
            names = [name for name, pattern in CROSS_GAME.items() if re.match(pattern, statement)]
            assert len(names) == 1, f"neither of one game nor named in CROSS_GAME: {statement}"
            found[names[0]] = statement
    assert found.keys() == CROSS_GAME.keys()
    assert len(sent_statements) > 60


def test_the_check_recognizes_statements_of_one_game() -> None:
    """The previous test relies on this check."""
    rows = {
        "select 1 from event where game_id = %s": True,
        "select 1 from game g left join seat s on s.game_id = g.game_id where g.game_id = %s": False,
        "select 1 from game g join seat s on s.game_id = %s where g.game_id = %s": True,
        "select 1 from game g where g.status = %s": False,
        "select 1 from account a join game g on g.game_id = %(game_id)s": True,
        "select 1 from account": True,
        "insert into event (game_id, version) values (%s, %s)": True,
        "update game set version = 1 where game_id = any(%s)": False,
    }
    assert {statement: is_of_one_game(statement, OF_GAMES) for statement in rows} == rows


def test_no_statement_is_refused_by_citus(sent_statements: set[str]) -> None:
    """No statement has a construct that Citus has refused."""
    assert {statement: why for statement in sent_statements if (why := refused_by_citus(statement))} == {}


@in_one_test(
    ("statement", "words"),
    [
        ("select exists (select from log_hash), (select at from log_entry where position = 0)", "select 1"),
        ("insert into solution (a) values (%s) on conflict (a) do update set made_at = now()", "excluded"),
        (
            "select (select (select o.name from account o where o.account_id = account.owner_id) from account"
            " where account.account_id = game.created_by) from game",
            "join the owner",
        ),
        ("update clock set steady_since = case when now() - seen_at > %s then seen_at else now() end", "CASE"),
        ("with a as (insert into event (at) values (now())) update game set x = coalesce(now(), y)", "CASE"),
        ("SELECT a, b FROM (SELECT a, b FROM game) AS c GROUP BY GROUPING SETS((a), (b))", "OFFSET"),
        ("SELECT a, b FROM (SELECT a, b FROM game OFFSET 0) AS c GROUP BY GROUPING SETS((a), (b))", None),
        ("update game set moved_at = moved_at - make_interval(secs => %s) where game_id = %s", "at time zone"),
        ("update game set moved_at = (moved_at at time zone 'utc' - %s) at time zone 'utc' where game_id = %s", None),
        ("update game set open_until = now() where moved_at - interval '1 s' < now()", "at time zone"),
        ("delete from game where date_trunc('day', moved_at) < now()", "at time zone"),
        ("delete from seek where expires_at < clock_timestamp()", "volatile"),
        ("insert into seek (created_at) values (clock_timestamp())", None),
        ("insert into solution (at) values (now()) on conflict (a) do update set at = excluded.at", None),
        ("select case when at > now() then 1 end, coalesce(now(), at) from game", None),
    ],
)
def test_the_check_recognizes_what_citus_refuses(statement: str, words: str | None) -> None:
    """The previous test relies on this check."""
    why = refused_by_citus(statement)
    assert why is None if words is None else words in str(why)


# Tests of `hanabi db distribute` with functions that record their calls, in a database without Citus.

_STAND_INS: Final = """
    create table called (place int generated always as identity, what text);
    create table pg_dist_node (nodename text);
    insert into pg_dist_node values ('127.0.0.1');
    create table pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char");
    create function note(what text, relation regclass, method "char", model "char") returns void language plpgsql as $$
        begin
            if exists (select from pg_constraint where contype = 'f' and relation in (conrelid, confrelid)) then
                raise exception 'a foreign key of % stands', relation;
            end if;
            insert into called (what) values (what);
            insert into pg_dist_partition values (relation, method, model);
        end $$;
    create function create_reference_table(table_name regclass) returns void language sql as
        $$ select note(format('%s everywhere', table_name), table_name, 'n', 't') $$;
    create function create_distributed_table(table_name regclass, distribution_column text,
        distribution_type text default 'hash', colocate_with text default 'default', shard_count int default null)
        returns void language sql as $$
        select note(format('%s by %s with %s', $1, $2, $4), $1, 'h', 's') $$;
    create function truncate_local_data_after_distributing_table(function_table regclass) returns void language plpgsql
        as $$ begin
            insert into called (what) values (format('%s emptied here', function_table));
            execute format('truncate %s', function_table);
        end $$;
"""
_KEYS: Final = "select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint"


@pytest.fixture
def cluster(another_database: str) -> Iterator[str]:
    """A database with an account, and with functions that replace those of Citus."""
    with psycopg.connect(another_database, autocommit=True) as db:
        db.execute(_STAND_INS.encode())
        db.execute("insert into account (account_id, name, revision) values (gen_random_uuid(), 'Ada', 0)")
    yield another_database


def called(url: str) -> list[str]:
    """Return the arguments of the recorded calls."""
    return [what for (what,) in catalog(url, "select what from called order by place")]


def keys_of(url: str) -> list[tuple[Any, ...]]:
    """Return the foreign, primary and unique keys of a database."""
    ours = ", ".join(f"'{table}'" for table in PLAN.tables)
    return sorted(catalog(url, f"{_KEYS} where contype in ('f', 'p', 'u') and conrelid::regclass::text in ({ours})"))


@spread.ONE_MACHINE
def test_tables_are_distributed_in_order(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Reference tables come first, then games, then their tables. Foreign keys are dropped, and restored once."""
    before = keys_of(cluster)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", cluster)
        command = [sys.executable, "-m", "service.cli", "db", "distribute"]  # which imports all tables itself
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
        assert f"distributed {', '.join(PLAN.on_every_node)}, game" in said.stdout and "copied in" in said.stderr
        done = called(cluster)
        assert done[: len(PLAN.on_every_node) + 1] == [
            *[f"{table} everywhere" for table in PLAN.on_every_node],
            "game by game_id with none",
        ]
        assert {"answer by key_digest with none", "rollup by account_id with none"} < set(done)
        assert {f"{table} by game_id with game" for table in OF_GAMES - {"game"}} < set(done)
        assert done[len(PLAN.tables) :] == ["account emptied here", "clock emptied here"]
        assert main(["db", "distribute"]) == 0
        assert "already" in capsys.readouterr().out
    assert called(cluster) == done
    assert keys_of(cluster) == before


@spread.ONE_MACHINE
def test_a_new_table_is_distributed_alone(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Distributed tables are left alone; a migration distributes its new tables."""
    before = keys_of(cluster)
    distribute(cluster)
    monkeypatch.setenv("DATABASE_URL", cluster)
    for again in (lambda: distribute(cluster), lambda: main(["migrate"])):
        with psycopg.connect(cluster, autocommit=True) as db:
            db.execute("delete from pg_dist_partition where logicalrelid = 'message'::regclass")
            db.execute("truncate called")
        assert again() in (["message"], 0)
        assert called(cluster) == ["message by game_id with game"]
    assert keys_of(cluster) == before


@spread.ONE_MACHINE
def test_a_failure_distributes_nothing(cluster: str) -> None:
    """If the last table fails, none is distributed, and all keys are back. The next attempt starts anew."""
    before = keys_of(cluster)
    with psycopg.connect(cluster, autocommit=True) as db:
        db.execute("alter table called add constraint one check (what not like 'rollup%')")
        with pytest.raises(CannotDistribute, match=r"Citus refused: .* violates check"):
            distribute(cluster)
        assert called(cluster) == [] and catalog(cluster, "select * from pg_dist_partition") == []
        assert keys_of(cluster) == before
        db.execute("alter table called drop constraint one")
    assert distribute(cluster) == [*PLAN.tables]
    assert keys_of(cluster) == before


class Broken(BaseException):
    """An interruption of the command."""


@spread.ONE_MACHINE
@pytest.mark.parametrize(("last_words", "left"), [("copying", len(PLAN.tables)), ("copied", 0), ("checking", 0)])
def test_an_interrupted_distribution_is_finished(cluster: str, last_words: str, left: int) -> None:
    """After an interruption at any point, the same command reaches the same result."""
    before = keys_of(cluster)

    def say(what: str) -> None:
        if what.startswith(last_words):
            raise Broken

    with pytest.raises(Broken):
        distribute(cluster, say)
    assert keys_of(cluster) != before
    assert len(distribute(cluster)) == left
    assert keys_of(cluster) == before
    assert catalog(cluster, "select * from account") == []  # the rows are on the nodes, and no longer here
    assert sorted(called(cluster))[0] == "account emptied here"


@spread.ONE_MACHINE
def test_a_foreign_key_of_another_table_is_not_dropped(cluster: str) -> None:
    """The command stops at a foreign key of another table, which it could not restore."""
    with psycopg.connect(cluster, autocommit=True) as db:
        db.execute("create table mine (game_id uuid references game)")
    with pytest.raises(CannotDistribute, match="mine_game_id_fkey of mine is not part of the schema"):
        distribute(cluster)
    assert called(cluster) == []


@spread.ONE_MACHINE
def test_missing_requirements_are_reported(
    another_database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command reports a missing extension, schema, database or DATABASE_URL, and a database in use."""
    monkeypatch.setattr(citus, "ATTEMPTS", 1)
    monkeypatch.setattr(citus, "_SCHEMA_LOCK_TIMEOUT", "100ms")
    rows = [(None, "DATABASE_URL is not set"), ("postgresql://127.0.0.1:9/none", "does not answer")]
    for url, why in [*rows, (another_database, "has no Citus")]:
        monkeypatch.delenv("DATABASE_URL", raising=False)
        if url is not None:
            monkeypatch.setenv("DATABASE_URL", url)
        assert main(["db", "distribute"]) == 1
        assert why in capsys.readouterr().err
    with psycopg.connect(another_database, autocommit=True) as db:
        db.execute(_STAND_INS.encode())
        db.execute("delete from pg_dist_node")
        with pytest.raises(CannotDistribute, match="no machines yet"):
            distribute(another_database)
        db.execute("insert into pg_dist_node values ('127.0.0.1')")
        with db.transaction():
            db.execute("lock table seat")
            with pytest.raises(CannotDistribute, match="in use"):
                distribute(another_database)
        db.execute("select pg_advisory_lock(%s)", (SCHEMA_LOCK,))
        with pytest.raises(CannotDistribute, match="another distribution"):
            distribute(another_database)
        db.execute("select pg_advisory_unlock(%s)", (SCHEMA_LOCK,))
        db.execute("drop table message")
    with pytest.raises(CannotDistribute, match="message is missing"):
        distribute(another_database)


# Tests on a cluster (`pytest --citus`), whose databases the command itself has distributed.


@pytest.mark.skipif(not spread.wanted(), reason="needs a Citus cluster (make test-citus)")
def test_a_distributed_database_is_migrated(another_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`hanabi migrate` distributes the tables that are not, such as new ones."""
    whole = sorted(catalog(another_database, "select table_name::text, distribution_column from citus_tables"))
    assert {name for name, _ in whole} == {*PLAN.tables}
    keys = keys_of(another_database)
    monkeypatch.setenv("DATABASE_URL", another_database)
    with psycopg.connect(another_database, autocommit=True) as db:
        db.execute("select undistribute_table('rollup')")
    assert catalog(another_database, "select 1 from citus_tables where table_name = 'rollup'::regclass") == []
    assert main(["migrate"]) == 0
    assert sorted(catalog(another_database, "select table_name::text, distribution_column from citus_tables")) == whole
    assert keys_of(another_database) == keys


def test_a_new_table_gets_a_key_to_games(another_database: str) -> None:
    """The functions in each new migration work on one machine and on many."""
    new: dict[str, Any] = {}
    exec(Template(filename=str(ROOT / "alembic" / "script.py.mako")).render(**NEW_REVISION), new)
    engine = create_engine(another_database.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.connect() as db:
        context = MigrationContext.configure(db)
        with context.begin_transaction(), Operations.context(context):
            op.create_table("mark", Column("game_id", Uuid, primary_key=True), Column("mark", SmallInteger))
            new["_place_with_games"]("mark")
            op.create_foreign_key("mark_game_id_fkey", "mark", "game", ["game_id"], ["game_id"])
            new["_make_index"]("mark_mark", "mark", ["mark"])
    keys = catalog(another_database, "select conname, convalidated from pg_constraint where conname like 'mark%'")
    assert ("mark_game_id_fkey", True) in keys
    assert catalog(another_database, "select 1 from pg_indexes where indexname = 'mark_mark'")
    if spread.wanted():
        together = catalog(another_database, "select table_name::text, colocation_id from citus_tables")
        assert dict(together)["mark"] == dict(together)["game"]
