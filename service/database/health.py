"""Whether the service can work: the database answers, and its tables are those of this version."""

from functools import cache

from service import resources
from service.database.pool import connection

__all__ = ["migrated"]


def migrated() -> bool:
    """Say whether the database has the newest migration; psycopg.Error when it cannot be asked."""
    with connection() as db:
        row = db.execute("select version_num from alembic_version").fetchone()
    return row is not None and row[0] == _newest()


@cache
def _newest() -> str | None:
    # An eighth of what the service imports; a worker needs it at the first look, not before it serves.
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(resources.ALEMBIC))
    return ScriptDirectory.from_config(config).get_current_head()
