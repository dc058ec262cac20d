"""The database of a command: DATABASE_URL or the embedded Postgres."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from service.platform import jobs
from service.platform.commands.failure import CommandFailed
from service.platform.commands.signals import Signals
from service.platform.embedded_postgres import EmbeddedPostgres
from service.platform.settings import Settings

_SPARE_CONNECTIONS: Final = 20
"""For commands, and for connections that end while others already take their place."""


def _most_connections(settings: Settings) -> int:
    """Return the most connections that `hanabi run` opens: two of a worker besides its pool, and those of jobs."""
    for_jobs = settings.analysis_workers + min(settings.analysis_workers, 1)
    return settings.workers * (settings.pool_size + 2) + for_jobs * jobs.MOST_CONNECTIONS


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
        max_connections=_most_connections(settings) + _SPARE_CONNECTIONS,
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


def require_database(settings: Settings) -> None:
    """Raise CommandFailed if a command would make an embedded database that nobody has asked for."""
    if settings.database_url is None and not os.environ.get("DATA_DIR") and not settings.data_dir.exists():
        raise CommandFailed(_NO_DATABASE.format(f"is in {settings.data_dir}"))


_NO_DATABASE: Final = (
    "No database is found: DATABASE_URL is not set, here or in /etc/hanabi.conf, and no embedded Postgres {}. "
    "To make a new embedded one, name its folder with DATA_DIR, or start `hanabi run`."
)


def with_running_database(settings: Settings) -> Settings:
    """Return the settings with the URL of a running database. Raise CommandFailed if there is none."""
    url = settings.database_url
    if url is None:
        url = EmbeddedPostgres(settings.data_dir).url_of_running()
    if url is None:
        raise CommandFailed(_NO_DATABASE.format(f"answers in {settings.data_dir}"))
    return replace(settings, database_url=url)
