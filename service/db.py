"""The database: Flask-SQLAlchemy's session for accounts and lobbies, and the bare connection beneath it for the log."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass

__all__ = ["Model", "connection", "db", "engine_options"]

Connection = psycopg.Connection[tuple[Any, ...]]


class Model(MappedAsDataclass, DeclarativeBase):
    """What every table is. Not `db.Model`: Flask-SQLAlchemy 3.1 cannot build that as a dataclass on SQLAlchemy 2.1."""


db = SQLAlchemy()


def engine_options(*, pool_size: int, pool_timeout_s: int) -> dict[str, Any]:
    """Return how to reach Postgres: a bounded pool that is checked at check-out, and a deadline for every wait.

    A locked table or a pool without a free connection becomes an error within seconds, never a hang.
    """
    return {
        "pool_size": pool_size,
        "max_overflow": 0,
        "pool_timeout": pool_timeout_s,
        "pool_pre_ping": True,
        "connect_args": {
            "connect_timeout": 2,
            "options": "-c lock_timeout=1s -c statement_timeout=3s -c timezone=UTC",
        },
    }


@contextmanager
def connection() -> Iterator[Connection]:
    """Lend a psycopg connection of SQLAlchemy's own pool, in autocommit: each statement stands for itself."""
    fairy = db.engine.raw_connection()
    try:
        bare = cast(Connection, fairy.driver_connection)
        bare.autocommit = True
        try:
            yield bare
        finally:
            if not bare.closed:
                bare.autocommit = False  # as SQLAlchemy's sessions expect it
    except psycopg.OperationalError:
        fairy.invalidate()
        raise
    finally:
        fairy.close()
