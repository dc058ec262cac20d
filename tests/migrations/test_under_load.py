"""Tests of migrations of a large database during moves."""

import random
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from alembic.command import upgrade

from tests.faults.checks import check_match
from tests.faults.clusters import Cluster, open_folder, programs
from tests.faults.installation import migrate as migrate_by_command
from tests.faults.installation import running, started
from tests.faults.players import Device, Match, Notes
from tests.migrations.test_migrations import ADA, BELA, OLDEST, STOPS_FOR_S, STORED, migrate

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(sys.platform != "linux", reason="starts servers of its own"),
]

GAMES, RUNNING = 30_000, 500


@pytest.fixture
def large() -> Iterator[Cluster]:
    """A server with a large database of release 0.2.0."""
    with open_folder() as folder, started(Cluster(folder / "primary", programs(folder)), migrated=False) as cluster:
        migrate(upgrade, cluster.url, OLDEST)
        with psycopg.connect(cluster.url) as db:
            db.execute(STORED.read_bytes())
            db.execute("update game set moved_at = now() where status = 'running'")
            multiply(db, "status = 'ended'", GAMES)
            multiply(db, "status = 'running' and seats = 2", RUNNING)
        yield cluster


def multiply(db: psycopg.Connection, which: str, many: int) -> None:
    """Insert copies of some games."""
    db.execute("set local session_replication_role = replica")  # the keys are valid, so skip the checks
    db.execute(
        f"""create temp table copied as
            select gen_random_uuid() as game_id, game_id as original
              from (select game_id, count(*) over () as many from game where {which}) one,
                   generate_series(1, %s) number where number <= %s / many""".encode(),
        (many, many),
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
    db.execute("drop table copied")


def test_migrating_tens_of_thousands_of_games_delays_no_move(large: Cluster) -> None:
    """No move waits for a second, is refused or is lost."""
    with running(large.data.parent, large.url) as service:
        notes, stopped = Notes(STOPS_FOR_S), threading.Event()
        with psycopg.connect(large.url) as db:
            rows = db.execute(
                "select game_id from game where status = 'running' and seats = 2 and not sandbox"
            ).fetchall()
        waiting = [f"g_{game_id.hex}" for (game_id,) in rows]
        matches: list[Match] = []

        def sit(number: int, aside: ThreadPoolExecutor) -> None:
            players = [[Device(service.address, notes, token) for _ in range(2)] for token in (ADA, BELA)]
            while not stopped.is_set() and waiting:
                match = Match(players, random.Random(number), aside)
                match.id = waiting.pop()
                matches.append(match)
                match.continue_game(stopped.is_set)

        with ThreadPoolExecutor(8) as tables, ThreadPoolExecutor(8) as aside:
            sitting = [tables.submit(sit, number, aside) for number in range(8)]
            try:
                time.sleep(1)
                migrate_by_command(large.url)
                time.sleep(1)
            finally:
                stopped.set()
            for table in sitting:
                table.result()
        for match in matches:
            check_match(match, Device(service.address, notes, ADA))
        moves = notes.answers["201"]
        print(f"to the newest: {moves} moves over HTTP, the slowest {notes.slowest_s['201']:.2f} s, {notes.answers}")
        assert waiting and moves > 100
        assert not notes.wrong, notes.wrong
        assert not any(kind.startswith("503") for kind in notes.answers)
