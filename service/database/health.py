"""Readiness check: the database answers, and its schema suits this server."""

from functools import cache

from service import resources
from service.database.pool import connection

__all__ = ["ready"]


def ready() -> bool:
    """Return True if the schema is this server's or a compatible newer one.

    Migrations only add, so a server works on newer schemas. The exception is a migration that stores, as the comment of
    `alembic_version`, the revision that a server must know at least.

    Raises psycopg.Error if the database does not answer.
    """
    with connection() as db:
        row = db.execute(
            "select version_num, coalesce(obj_description('alembic_version'::regclass), '') from alembic_version"
        ).fetchone()
    return row is not None and row[1] <= _newest() <= row[0]


@cache
def _newest() -> str:
    # Imported late, because importing alembic takes an eighth of the time of all imports.
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(resources.ALEMBIC))
    return ScriptDirectory.from_config(config).get_current_head() or ""
