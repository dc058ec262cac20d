"""Alembic environment: run the migrations on the database of `DATABASE_URL`."""

import time
from itertools import count

from alembic.migration import MigrationContext
from psycopg.errors import LockNotAvailable
from sqlalchemy import Connection, create_engine, pool, text
from sqlalchemy.exc import OperationalError

from alembic import context
from service.platform.database.health import require_own_schema
from service.platform.database.online_ddl import ATTEMPTS, LOCK_TIMEOUT, SCHEMA_LOCK, retry_delay_s
from service.platform.database.table_class import Model
from service.platform.settings import Settings


def run() -> None:
    """Run each migration in a separate transaction. In offline mode, print the SQL."""
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
            time.sleep(retry_delay_s())


def _migrate(connection: Connection) -> None:
    """Run the migrations that are not committed yet."""
    # Without the lock, two services that start at the same time would run the same migrations.
    connection.execute(text(f"select pg_advisory_lock({SCHEMA_LOCK})"))
    connection.execute(text(f"set lock_timeout = '{LOCK_TIMEOUT}'"))
    require_own_schema(connection, MigrationContext.configure(connection).get_current_revision())
    connection.commit()
    context.configure(connection=connection, target_metadata=Model.metadata, transaction_per_migration=True)
    with context.begin_transaction():
        context.run_migrations()


run()
