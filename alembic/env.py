"""How alembic reaches the database: `DATABASE_URL`, on a connection of its own."""

import time
from itertools import count

from psycopg.errors import LockNotAvailable
from sqlalchemy import Connection, create_engine, pool, text
from sqlalchemy.exc import OperationalError

from alembic import context
from service.database.online_ddl import ATTEMPTS, LOCK_TIMEOUT, ONE_AT_A_TIME, moment_to_wait_s
from service.database.schema import Model
from service.settings import Settings


def run() -> None:
    """Migrate, or print the SQL that would, each in one transaction."""
    url = Settings.from_environ().sqlalchemy_url
    if context.is_offline_mode():
        context.configure(url=url, target_metadata=Model.metadata, literal_binds=True)
        with context.begin_transaction():
            context.run_migrations()
        return
    engine = create_engine(url, poolclass=pool.NullPool)
    for attempt in count(1):
        try:
            with engine.connect() as connection:
                _migrate(connection)
            return
        except OperationalError as error:
            if attempt == ATTEMPTS or not isinstance(error.orig, LockNotAvailable):
                raise
            time.sleep(moment_to_wait_s())


def _migrate(connection: Connection) -> None:
    """Bring the schema up, each migration in a transaction of its own, and go on where another attempt has ended."""
    # Two services that start at once on one database migrate one after the other.
    connection.execute(text(f"select pg_advisory_lock({ONE_AT_A_TIME})"))
    connection.execute(text(f"set lock_timeout = '{LOCK_TIMEOUT}'"))
    connection.commit()
    context.configure(connection=connection, target_metadata=Model.metadata, transaction_per_migration=True)
    with context.begin_transaction():
        context.run_migrations()


run()
