"""Tests of the database role for analysis, with the statements of `docs/operations.md`."""

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, LiteralString

import psycopg
import pytest

from service.platform.database import distribution_plan
from tests import spread
from tests.rows import slow_unless
from tests.service.client import Game
from tests.service.statements import tables_in

OPERATIONS: Final = Path(__file__).resolve().parents[3] / "docs" / "operations.md"
SOURCES: Final = sorted((Path(__file__).resolve().parents[3] / "service").rglob("*.py"))


def statements(documented_role: str, role: str) -> list[LiteralString]:
    """Return the statements that create a role, changed for another role name."""
    section = OPERATIONS.read_text(encoding="utf-8").partition("\n## A role for analysis\n")[2].partition("\n## ")[0]
    blocks = " ".join(re.findall(r"```sql\n(.*?)```", section, re.DOTALL))
    return [one.replace(documented_role, role) for one in blocks.split(";") if documented_role in one]


@contextmanager
def connection_as(database_url: str, documented_role: str) -> Iterator[psycopg.Connection]:
    """Yield a connection with a role's rights."""
    role = f"{documented_role}_{secrets.token_hex(4)}"
    with psycopg.connect(database_url, autocommit=True) as db:
        for statement in statements(documented_role, role):
            db.execute(statement.encode())
        db.execute(f"set role {role}".encode())
        yield db
        db.execute("reset role")
        db.execute(f"drop owned by {role}".encode())
        db.execute(f"drop role {role}".encode())


@pytest.fixture(scope="module")
def some_games(new_game: Callable[..., Game]) -> None:
    """A running game, and an ended one that was read."""
    new_game(2)
    over = new_game(2)
    over.abort()
    over.players[0].api.get(f"{over.replay_path}/frames").ok()
    over.players[0].api.get("/.well-known/hanabi-keys").ok()


@pytest.fixture
def analyst(database_url: str, some_games: None) -> Iterator[psycopg.Connection]:
    """A connection with the rights of the role for analysis."""
    with connection_as(database_url, "hanabi_analyst") as db:
        yield db


QUESTIONS: Final = (
    "select count(*), avg(score) from game where status = 'ended' group by rules ->> 'edition'",
    "select a.name, count(*) from seat s join account a using (account_id) join game g using (game_id) group by a.name",
    "select kind, count(*) from event e join game g using (game_id) where g.status = 'ended' group by kind",
    "select percentile_cont(0.5) within group (order by finished_at - started_at) from game",
    "select count(*) from rollup",
    "select count(*) from solution where deal_lower = 25",
    "select sum(lost_by_choice) from hindsight",
    "select theme, level, count(*) from puzzle group by theme, level",
    "select kind, level, count(*) from convention_puzzle group by kind, level",
    "select count(*) from message where text is not null",
    "select count(*) from comment",
)
PLAN: Final = distribution_plan.plan()
READ: Final = {table for question in QUESTIONS for table in tables_in(question, {*PLAN.tables})}
UNREADABLE: Final = {*PLAN.tables} - READ
"""Nobody has granted these, as every new table: the role gets what `docs/operations.md` grants, and a question here."""


@pytest.mark.skipif(spread.wanted(), reason="a role that asks several nodes has to log in on them")
def test_the_role_reads_what_analysis_needs(analyst: psycopg.Connection) -> None:
    """The role reads results, players, events, rollups and messages."""
    for question in QUESTIONS:
        assert analyst.execute(question.encode()).fetchall() is not None


def test_the_role_reads_no_secret(analyst: psycopg.Connection) -> None:
    """It reads the tables of the questions. All others, also new ones, are closed to it."""
    assert {"deal", "token", "signing_key", "note", "webhook"} < UNREADABLE
    for table in UNREADABLE:
        for question in (f"select 1 from {table}", f"select count(*) from game g join {table} x using (game_id)"):
            with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedColumn)):
                analyst.execute(question.encode())
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        analyst.execute("select entropy from seat")


def test_the_role_changes_nothing(analyst: psycopg.Connection) -> None:
    """The role can neither write rows nor create tables."""
    for statement in ("update game set score = 25", "delete from event", "create table mine (x int)"):
        with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.ReadOnlySqlTransaction)):
            analyst.execute(statement.encode())


# Everything that a role can read: tables and views, system ones included, and single columns.
READABLE: Final = """
    select c.oid::regclass::text, string_agg(quote_ident(a.attname), ', ')
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'v', 'm', 'p', 'f') and has_column_privilege(c.oid, a.attnum, 'select')
       and has_schema_privilege(c.relnamespace, 'usage')
     group by c.oid
"""

# Only of unfinished games, since a given deck may be that of another game, too.
DEALT: Final = """
    select encode(unnest(array[deck, salt, secret]), 'hex') from deal join game using (game_id)
     where secret is not null and status <> 'ended'
"""
KEYS: Final = "select encode(seed, 'hex') from signing_key where seed is not null"
DIGESTS: Final = """
    select encode(digest, 'hex') from token
     union all select encode(digest, 'hex') from invitation
     union all select encode(key_digest, 'hex') from answer
"""


@pytest.mark.parametrize(
    ("role", "unreadable", "secrets_of"),
    slow_unless(
        lambda row: row[0] == "hanabi_analyst",
        [
            ("hanabi_analyst", UNREADABLE, (DEALT, KEYS, DIGESTS)),
            ("hanabi_reader", {"deal", "signing_key", "webhook"}, (DEALT, KEYS)),
        ],
    ),
    ids=["analyst", "reader"],
)
@pytest.mark.usefixtures("some_games")
@pytest.mark.skipif(spread.wanted(), reason="a role that asks several nodes has to log in on them")
def test_no_readable_table_contains_a_secret(
    database_url: str, role: str, unreadable: set[str], secrets_of: tuple[LiteralString, ...]
) -> None:
    """All readable tables and views, including the planner's samples, are searched."""
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute("analyze")
        secret = {x for question in secrets_of for (x,) in owner.execute(question.encode()) if x}
        stats = "select most_common_vals::text, histogram_bounds::text from pg_stats where tablename = 'deal'"
        samples = " ".join(text for row in owner.execute(stats.encode()) for text in row if text)
        assert any(x in samples for x in secret), "the planner has no samples of decks, so that nothing was tried"
        (definers,) = owner.execute("select count(*) from pg_proc where prosecdef").fetchone() or ()
    assert definers == 0
    tables, read = {*PLAN.tables}, set[str]()
    with connection_as(database_url, role) as db:
        relations = dict(db.execute(READABLE.encode()).fetchall())
        for relation, columns in relations.items():
            try:
                rows = db.execute(f"select row({columns})::text from {relation}".encode()).fetchall()
            except psycopg.errors.InsufficientPrivilege:
                continue  # a system view that needs more than the right to select
            read.add(relation)
            words = {word for (row,) in rows for word in re.findall("[0-9a-f]{32,}", row)}
            assert not words & secret, relation
    assert read & tables == tables - unreadable and {"pg_stats", "pg_stat_activity"} <= read
    assert not relations.keys() & {"pg_statistic", "pg_authid"} and len(read) > 100


def test_decks_are_read_in_one_place() -> None:
    """One statement of `event_store` reads decks. The log reads secrets of games that have ended or are deleted,
    and the export of an account the salts of its own seats. `deck_knowledge` reads which tables play the deck of an
    earlier game, and `sealed_decks` whether a deck is that of a sealed game which its player has ended, and who has
    imported it.

    Only `creation`, `dealing` and `importing` write them, and only `open_game` and `deletion` delete them.
    """
    sources = {path.name: path.read_text() for path in SOURCES}
    by_sql = {name: len(re.findall(r"\b(?:from|join|into|update)\s+deal\b", text)) for name, text in sources.items()}
    assert {name: times for name, times in by_sql.items() if times} == {
        "event_store.py": 1,
        "entries.py": 2,
        "data_export.py": 1,
        "sealed_decks.py": 3,
    }
    selecting = [name for name, text in sources.items() if re.search(r"\b(get|get_one|select)\([^)]*\bDeal\b", text)]
    assert selecting == ["deck_knowledge.py"]
    assert {*re.findall(r"\bDeal\.(\w+)", sources["deck_knowledge.py"])} == {"game_id", "replayed_key"}
    known = {name for name, text in sources.items() if re.search(r"import .*\bDeal\b|^    Deal,$", text, re.MULTILINE)}
    assert known == {"creation.py", "dealing.py", "importing.py", "open_game.py", "deck_knowledge.py"}
