"""The database role for analysis that `docs/operations.md` describes, made by the very statements that stand there."""

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, LiteralString, cast

import psycopg
import pytest

from service import distribution
from tests.service.client import Game
from tests.service.statements import tables_in

OPERATIONS: Final = Path(__file__).resolve().parents[2] / "docs" / "operations.md"
SOURCES: Final = sorted((Path(__file__).resolve().parents[2] / "service").rglob("*.py"))

KEPT_FROM_IT: Final = {
    "deal": "the decks of running games",
    "token": "digests of tokens",
    "answer": "kept answers, which may hold new tokens",
    "invitation": "who may enter which private game, and digests of codes",
    "note": "what players wrote for themselves",
    "branch": "what somebody tried out for themselves",
    "rendition": "what others may read for good, private games among it",
}


def statements(role: str) -> list[LiteralString]:
    """Return the statements of the section, for a role of another name."""
    section = OPERATIONS.read_text(encoding="utf-8").partition("\n## A role for analysis\n")[2].partition("\n## ")[0]
    lines = [line.strip() for line in section.splitlines() if line.startswith("    ")]
    found = [one.replace("hanabi_analyst", role) for one in " ".join(lines).split(";") if one.strip()]
    return cast(list[LiteralString], found)


@pytest.fixture
def analyst(database_url: str, new_game: Callable[..., Game]) -> Iterator[psycopg.Connection]:
    """A connection with the role's rights, to a database in which a game runs and another has ended."""
    new_game(2)
    new_game(2).abort()
    role = f"analyst_{secrets.token_hex(4)}"
    with psycopg.connect(database_url, autocommit=True) as db:
        for statement in statements(role):
            db.execute(statement.encode())
        db.execute(f"set role {role}".encode())
        yield db
        db.execute("reset role")
        db.execute(f"drop owned by {role}".encode())
        db.execute(f"drop role {role}".encode())


QUESTIONS: Final = (
    "select count(*), avg(score) from game where status = 'ended' group by rules ->> 'edition'",
    "select a.name, count(*) from seat s join account a using (account_id) join game g using (game_id) group by a.name",
    "select kind, count(*) from event e join game g using (game_id) where g.status = 'ended' group by kind",
    "select percentile_cont(0.5) within group (order by finished_at - started_at) from game",
    "select count(*) from tally",
    "select count(*) from message where text is not null",
    "select count(*) from comment",
)


def test_it_can_read_what_analysis_needs(analyst: psycopg.Connection) -> None:
    """Results, players, events, tallies and what was said."""
    for question in QUESTIONS:
        assert analyst.execute(question.encode()).fetchall() is not None


def test_it_reads_nothing_that_is_secret(analyst: psycopg.Connection) -> None:
    """Each table is either readable or kept from it for a reason; a new one fails this test until that is decided."""
    plan = distribution.plan()
    tables = {*plan.on_every_node, *(table for table, _ in plan.by_column)}
    read = {table for question in QUESTIONS for table in tables_in(question, tables)}
    assert read | KEPT_FROM_IT.keys() == tables and not read & KEPT_FROM_IT.keys()
    for table in KEPT_FROM_IT:
        for question in (f"select 1 from {table}", f"select count(*) from game g join {table} x using (game_id)"):
            with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedColumn)):
                analyst.execute(question.encode())
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        analyst.execute("select entropy from seat")


def test_it_changes_nothing(analyst: psycopg.Connection) -> None:
    """It neither writes nor makes anything."""
    for statement in ("update game set score = 25", "delete from event", "create table mine (x int)"):
        with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.ReadOnlySqlTransaction)):
            analyst.execute(statement.encode())


def test_decks_are_read_in_two_places() -> None:
    """`store` reads them with the log, and `lobby` the one that it deals; nobody else names the table for reading."""
    by_sql = {path.name for path in SOURCES if re.search(r"\b(from|join|into|update)\s+deal\b", path.read_text())}
    assert by_sql == {"store.py"}
    by_name = {path.name for path in SOURCES if re.search(r"\b(get|get_one|select)\([^)]*\bDeal\b", path.read_text())}
    assert by_name == {"lobby.py"}
    known = {
        path.name for path in SOURCES if re.search(r"import .*\bDeal\b|^    Deal,$", path.read_text(), re.MULTILINE)
    }
    assert known <= {"lobby.py", "imports.py"}  # which keeps the decks of finished games
