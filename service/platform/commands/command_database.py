"""Database access for commands that run beside the service."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.platform.database.pool import Database, Pool
from service.platform.database.pooler import refuse_pooler
from service.platform.settings import Settings


@contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """Yield the database of the settings, and close it afterwards.

    Raises PoolerUnannounced, and psycopg.OperationalError if the database is unavailable.
    """
    url = settings.database_url or ""
    if not settings.pgbouncer:
        refuse_pooler(url)
    pool = Pool(url, size=settings.pool_size, timeout_s=settings.pool_timeout_s, pgbouncer=settings.pgbouncer)
    database = Database(pool)
    try:
        yield database
    finally:
        database.close()
