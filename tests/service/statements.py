"""The SQL statements that the service sends, and checks that each is about one game and suits Citus."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
import pytest

_TABLE: Final = re.compile(r"\b(from|join|update|into|only)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?", re.IGNORECASE)
_HELD: Final = re.compile(r"(?:\b(\w+)\.)?\bgame_id\s*=\s*%", re.IGNORECASE)
_WORDS: Final = {"where", "join", "left", "cross", "on", "order", "set", "select", "for", "group", "limit", "returning"}
_NOT_IMMUTABLE: Final = re.compile(
    r"\b(now|clock_timestamp|statement_timestamp|random|gen_random_uuid|to_char|date_trunc|make_interval|age)\(|\bcurrent_",
    re.IGNORECASE,
)
_UPDATE: Final = re.compile(r"(?:^|\) )update \w+ .*", re.IGNORECASE)
_CHANGE: Final = re.compile(r"(?:^|\) )(?:update|delete from) \w+ .*", re.IGNORECASE)
_UPSERT: Final = re.compile(r"\bdo update set\b.*", re.IGNORECASE)
_VOLATILE: Final = re.compile(r"\b(clock_timestamp|random|gen_random_uuid|nextval)\(", re.IGNORECASE)
_STABLE_OF_COLUMN: Final = re.compile(
    # A sum of a time and an interval depends on the session's time zone, but not without a time zone.
    r"\b(?!now\b)[a-z_]+_at(?: [-+] (?:%s\b|%s::interval|interval '|make_interval\(|'[^']*'::interval))"
    r"|\b(?:extract\(\w+ from|date_trunc\([^,()]+,) (?!now\()[a-z_.]+\)",
    re.IGNORECASE,
)
_OWNER: Final = re.compile(r"from account o where o\.account_id = account\.owner_id", re.IGNORECASE)
_CASE: Final = re.compile(r"\bcase\b.*?\bend\b", re.IGNORECASE)
_COALESCE: Final = re.compile(r"\bcoalesce\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", re.IGNORECASE)


@contextmanager
def recorded(monkeypatch: pytest.MonkeyPatch, thread: int | None = None) -> Iterator[list[str]]:
    """Record every statement that this process, or one of its threads, sends, with white space normalized."""
    sent: list[str] = []
    plain, many = psycopg.Cursor.execute, psycopg.Cursor.executemany

    def note(query: Any) -> None:
        if thread not in (None, threading.get_ident()):
            return
        text = query.decode() if isinstance(query, bytes) else str(query)
        if text:  # the pool checks by an empty one whether a connection that was idle is alive
            sent.append(re.sub(r"\s+", " ", text).strip())

    def execute(self: Any, query: Any, *arguments: Any, **options: Any) -> Any:
        note(query)
        return plain(self, query, *arguments, **options)

    def executemany(self: Any, query: Any, *arguments: Any, **options: Any) -> Any:
        note(query)
        return many(self, query, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Cursor, "execute", execute)
        patch.setattr(psycopg.Cursor, "executemany", executemany)
        yield sent


def tables_in(statement: str, known: set[str]) -> set[str]:
    """Return the known tables that a statement names."""
    return {found[2].lower() for found in _TABLE.finditer(statement)} & known


def is_of_one_game(statement: str, of_games: set[str]) -> bool:
    """Return True if the statement compares each table of games with a given `game_id`.

    A join alone is not enough: in a subquery or an outer join the Citus planner does not see the condition, and queries
    all nodes.
    """
    places = [
        (found.start(), (found[3] if found[3] and found[3].lower() not in _WORDS else found[2]).lower())
        for found in _TABLE.finditer(statement)
        if found[2].lower() in of_games
    ]
    inserted = {found[1].lower() for found in re.finditer(r"insert into (\w+) \(game_id\b", statement, re.IGNORECASE)}
    for found in _HELD.finditer(statement):
        before = [name for place, name in places if place < found.start()]
        inserted.add((found[1] or (before[-1] if before else "")).lower())
    return all(name in inserted for _, name in places)


def refused_by_citus(statement: str) -> str | None:
    """Return why Citus refuses a statement on a distributed table; None if no reason is known.

    The constructs were refused by Citus 13.2.2.
    """
    if re.search(r"\bselect from\b", statement, re.IGNORECASE):
        return "a column definition list is required for functions returning record: select 1 instead of nothing"
    if "GROUPING SETS" in statement and " OFFSET " not in statement:
        return "rows of several nodes have no GROUPING SETS: put them into a subquery with OFFSET"
    if (
        _OWNER.search(statement)
        and re.search(r"\bfrom game\b", statement, re.IGNORECASE)
        and "game_id = %" not in statement
    ):
        return "correlated subqueries are not supported when the FROM clause has a reference table: join the owner"
    for upsert in _UPSERT.findall(statement):
        if _NOT_IMMUTABLE.search(upsert):
            return "functions used in the DO UPDATE SET clause must be immutable: use excluded"
    for update in _UPDATE.findall(statement):
        if any(_NOT_IMMUTABLE.search(part) for choice in (_CASE, _COALESCE) for part in choice.findall(update)):
            return "non-immutable functions are not allowed in CASE or COALESCE of an update"
    for change in _CHANGE.findall(statement):
        if _VOLATILE.search(change):
            return "functions of an update must not be volatile: use now()"
        if _STABLE_OF_COLUMN.search(change):
            return "stable functions of an update cannot be called with columns: use a time at time zone 'utc'"
    return None
