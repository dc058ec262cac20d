"""How alembic reaches the database: `DATABASE_URL`, on a connection of its own."""

from sqlalchemy import create_engine, pool, text

from alembic import context
from service import tables  # noqa: F401  (registers the tables)
from service.db import Model
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
    with engine.connect() as connection:
        context.configure(connection=connection, target_metadata=Model.metadata)
        with context.begin_transaction():
            # Two services that start at once on one database migrate one after the other.
            connection.execute(text("select pg_advisory_xact_lock(724362214)"))
            context.run_migrations()


run()
