"""All migrations on a database of tens of thousands of games, under a load of moves: over SQL as the first release made
them, and over HTTP from the first schema on which this release can serve."""

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from alembic.command import upgrade

from tests.faults.clusters import Cluster, programs
from tests.faults.people import Device
from tests.faults.reckoning import check_match
from tests.faults.storm import FAULTS, Storm
from tests.faults.test_storm import folder, running, seed  # noqa: F401  (a fixture)
from tests.faults.test_storm import migrate as migrate_by_command
from tests.migrations.test_migrations import FIRST, STOPS_FOR_S, game_to_move_in, migrate, play

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(sys.platform != "linux", reason="starts servers of its own"),
]

GAMES = 30_000
SERVED = "0007"
"""The first schema on which this release serves moves: from it on a game has the head of its chain."""


@pytest.fixture
def large(folder: Path) -> Iterator[Cluster]:  # noqa: F811
    """A server with a database as the first release left it, but for the number of its games."""
    binaries = programs(folder)
    if binaries is None:
        pytest.skip("There is no PostgreSQL that could be started.")
    cluster = Cluster(folder / "primary", binaries)
    try:
        cluster.create()
        migrate(upgrade, cluster.url, "0001")
        with psycopg.connect(cluster.url) as db:
            db.execute(FIRST.read_bytes())
            db.execute("update game set moved_at = now() where status = 'running'")
            multiply(db)
        yield cluster
    finally:
        cluster.stop()


def multiply(db: psycopg.Connection) -> None:
    """Copy the finished games until there are so many."""
    db.execute("set local session_replication_role = replica")  # keys are right here: none is looked up
    db.execute(
        """create temp table copied on commit drop as
           select gen_random_uuid() as game_id, game_id as original
             from (select game_id, count(*) over () as many from game where status = 'ended') one,
                  generate_series(1, %s) number where number <= %s / many""",
        (GAMES, GAMES),
    )
    for table in ("game", "seat", "event", "deal"):
        found = db.execute(
            """select string_agg(quote_ident(attname), ', ') from pg_attribute
                where attrelid = %s::regclass and attnum > 0 and attname <> 'game_id'""",
            (table,),
        ).fetchone()
        assert found is not None
        db.execute(
            f"""insert into {table} (game_id, {found[0]})
                select copied.game_id, {found[0]} from copied join {table} on {table}.game_id = original""".encode()
        )


def test_tens_of_thousands_of_games_are_migrated_meanwhile(
    folder: Path,  # noqa: F811
    large: Cluster,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """None waits for a second, none is refused, none is lost."""
    over, gone_on = threading.Event(), threading.Event()
    with ThreadPoolExecutor(8) as players:
        with psycopg.connect(large.url) as db:
            to_play = [game_to_move_in(db) for _ in range(8)]
        playing = [players.submit(play, large.url, game, over.is_set, gone_on) for game in to_play]
        try:
            assert gone_on.wait(10)
            migrate(upgrade, large.url, SERVED)
        finally:
            over.set()
    told = [one.result() for one in playing]
    slowest = max(slowest for _, slowest in told)
    print(f"to {SERVED}: {sum(version for version, _ in told)} moves over SQL, the slowest {slowest:.2f} s")
    assert slowest < STOPS_FOR_S
    with psycopg.connect(large.url) as db:
        for game, (version, _) in zip(to_play, told, strict=True):
            kept = db.execute("select version from event where game_id = %s order by 1", (game,)).fetchall()
            assert [one for (one,) in kept] == list(range(version + 1))

    def go_up(_: Storm) -> None:
        migrate_by_command(large.url)

    monkeypatch.setitem(FAULTS, "migrated", go_up)
    with running(folder, large.url) as service:
        storm = Storm(service, large, seed=seed(), within_s=STOPS_FOR_S)
        storm.rage(["migrated"], 3)
        watcher = Device(service.address, storm.notes)
        for match in storm.matches:
            check_match(match, watcher)
        print(dict(storm.notes.answers), {kind: round(took, 2) for kind, took in storm.notes.slowest_s.items()})
        assert not storm.notes.wrong, storm.notes.wrong
        assert storm.notes.slowest_s["201"] < STOPS_FOR_S
        assert not any(kind.startswith("503") for kind in storm.notes.answers)
