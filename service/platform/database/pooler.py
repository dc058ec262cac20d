"""Refusal of a connection pooler that the settings do not announce."""

import psycopg


class PoolerUnannounced(psycopg.OperationalError):
    """DATABASE_URL leads to a connection pooler, but PGBOUNCER is not set.

    A pooler in transaction mode runs the prepared statements of several clients in the same session.
    """

    def __init__(self) -> None:
        super().__init__(
            "DATABASE_URL leads to a connection pooler such as pgbouncer. Set PGBOUNCER=1, or connect directly."
        )


def refuse_pooler(url: str) -> None:
    """Raise PoolerUnannounced if a URL leads to a connection pooler.

    Raises psycopg.OperationalError if no server answers.
    """
    with psycopg.connect(url, connect_timeout=2, autocommit=True, prepare_threshold=None) as connection:
        require_direct(connection)


def require_direct(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """Raise PoolerUnannounced if a connection goes through a connection pooler."""
    # A pooler sends its clients its own cancellation keys, so the process id in them is not the backend's.
    row = connection.execute("select pg_backend_pid()", prepare=False).fetchone()
    if row is None or row[0] != connection.info.backend_pid:
        raise PoolerUnannounced
