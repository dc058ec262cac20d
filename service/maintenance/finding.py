"""What a check of `hanabi doctor` found out, and the statements of the checks."""

from typing import Any, NamedTuple

from service.platform.database.pool import fetch_one


class Finding(NamedTuple):
    """What a check found out. `remedy` is None if nothing has to be done."""

    subject: str
    text: str
    remedy: str | None = None


def row(statement: str) -> tuple[Any, ...]:
    """Return the first row of a statement; empty without one."""
    return fetch_one(statement.encode()) or ()


def has_role(name: str) -> bool:
    """Return True if the role of the service has the rights of another one, such as `pg_monitor`."""
    return bool(row(f"select pg_has_role('{name}', 'usage')")[0])
