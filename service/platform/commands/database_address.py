"""The database of a command: DATABASE_URL or the embedded Postgres."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from service.platform.commands.failure import CommandFailed
from service.platform.commands.signals import Signals
from service.platform.embedded_postgres import EmbeddedPostgres
from service.platform.settings import Settings

__all__ = ["embedded_postgres", "environ_at", "environ_with_database", "libpq_variables", "with_running_database"]


@contextmanager
def embedded_postgres(settings: Settings, signals: Signals) -> Iterator[EmbeddedPostgres | None]:
    """Yield the embedded Postgres before its start, with its data folder locked.

    Yield None if DATABASE_URL is set.
    """
    if settings.database_url is not None:
        yield None
        return
    postgres = EmbeddedPostgres(
        settings.data_dir,
        bin_dir=settings.pg_bin,
        max_connections=settings.workers * (settings.pool_size + 2) + 6 * settings.analysis_workers + 20,
    )
    try:
        postgres.claim()
        yield postgres
    finally:
        signals.ignore()  # a second Ctrl-C must not interrupt the shutdown
        postgres.stop()


def environ_with_database(settings: Settings, postgres: EmbeddedPostgres | None) -> dict[str, str]:
    """Start the embedded Postgres, if any. Return the environment for processes that use the database."""
    if postgres is None:
        return {**os.environ, "DATABASE_URL": settings.database_url or ""}
    return environ_at(postgres.start())


def environ_at(url: str) -> dict[str, str]:
    """Return the environment for processes that use an embedded Postgres."""
    # PGOPTIONS and similar variables are for other servers.
    others = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**others, "DATABASE_URL": url}


def libpq_variables(url: str) -> dict[str, str]:
    """Return the parts of a URL as libpq's environment variables, such as PGHOST and PGPASSWORD."""
    from psycopg.pq import Conninfo

    options = Conninfo.parse(url.encode())
    return {option.envvar.decode(): option.val.decode() for option in options if option.envvar and option.val}


def with_running_database(settings: Settings) -> Settings:
    """Return the settings with the URL of a running database. Raise CommandFailed if there is none."""
    url = settings.database_url
    if url is None:
        url = EmbeddedPostgres(settings.data_dir).url_of_running()
    if url is None:
        raise CommandFailed(f"No embedded Postgres answers in {settings.data_dir}, and DATABASE_URL is not set.")
    return replace(settings, database_url=url)
