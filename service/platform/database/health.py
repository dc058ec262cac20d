"""Whether the schema of the database suits this server, and whether it can be migrated."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import sqlalchemy

from service.platform import data_files
from service.platform.database.pool import fetch_one

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory


class ForeignSchema(Exception):
    """This release cannot migrate the database; the message says what to do."""


class NewerSchema(Exception):
    """The database has the schema of a newer release, which this one can serve. Nothing has to be migrated."""


_OLDEST: Final = "coalesce(obj_description(to_regclass('alembic_version')), '')"
"""The revision that a server must know at least, in SQL."""


def ready() -> str | None:
    """Return the revision of the schema if it is this server's or a compatible newer one, else None.

    Migrations only add, so a server works on newer schemas. The exception is a migration that stores, as the comment of
    `alembic_version`, the revision that a server must know at least.

    Raises psycopg.Error if the database does not answer.
    """
    row = fetch_one(f"select version_num, {_OLDEST} from alembic_version".encode())
    return row[0] if row is not None and row[1] <= _newest() <= row[0] else None


def archive() -> tuple[float | None, bool]:
    """Return for how many seconds Postgres has archived no file of its log, and whether its last attempt has failed.

    None if it archives none.
    """
    row = fetch_one(_ARCHIVE)
    age_s, fails = row or (None, False)
    return age_s, fails


_ARCHIVE: Final = """
    select extract(epoch from now() - last_archived_time)::float8,
           coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
      from pg_stat_archiver where current_setting('archive_mode') <> 'off'
"""


def require_own_schema(db: sqlalchemy.Connection, revision: str | None) -> None:
    """Require that the migrations of this release start at a revision. None is an empty database.

    Raises NewerSchema or ForeignSchema.
    """
    scripts = _migrations()
    if revision is None or revision in {script.revision for script in scripts.walk_revisions()}:
        return
    if revision < (scripts.get_base() or ""):
        raise ForeignSchema(
            f"This database has the schema {revision}, from before release 0.2.0, and cannot be migrated. Set "
            "DATABASE_URL to a new, empty database, or DATA_DIR to a new folder for the embedded Postgres. "
            "docs/operations.md says which games can be moved (“Databases from before 0.2.0”)."
        )
    if db.scalar(sqlalchemy.text(f"select {_OLDEST}")) <= _newest():
        raise NewerSchema(
            f"The database has the schema {revision} of a newer release, which this release ({_newest()}) can serve. "
            "Nothing was migrated."
        )
    raise ForeignSchema(
        f"This database has the schema {revision} of a newer release, and this one ({_newest()}) cannot serve it. "
        "Install the release that has migrated it, or a newer one."
    )


@cache
def _newest() -> str:
    return _migrations().get_current_head() or ""


def _migrations() -> ScriptDirectory:
    # Imported late, because importing alembic takes an eighth of the time of all imports.
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(data_files.ALEMBIC))
    return ScriptDirectory.from_config(config)
