"""Readiness check: the database answers and has the newest migration."""

from functools import cache

from service import resources
from service.database.pool import connection

__all__ = ["migrated"]


def migrated() -> bool:
    """Return True if the database has the newest migration. Raises psycopg.Error if it does not answer."""
    with connection() as db:
        row = db.execute("select version_num from alembic_version").fetchone()
    return row is not None and row[0] == _newest()


@cache
def _newest() -> str | None:
    # Imported late, because importing alembic takes an eighth of the time of all imports.
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(resources.ALEMBIC))
    return ScriptDirectory.from_config(config).get_current_head()
