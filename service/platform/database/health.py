"""Whether the schema of the database suits this server, and whether it can be migrated."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from service.platform import data_files
from service.platform.database.pool import connection

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

__all__ = ["ForeignSchema", "ready", "refuse_foreign_schema"]


class ForeignSchema(Exception):
    """This release cannot migrate the database; the message says what to do."""


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


def refuse_foreign_schema(revision: str | None) -> None:
    """Raise ForeignSchema if no migration of this release starts at a revision. None is an empty database."""
    scripts = _migrations()
    if revision is None or revision in {script.revision for script in scripts.walk_revisions()}:
        return
    if revision < (scripts.get_base() or ""):
        raise ForeignSchema(
            f"This database has the schema {revision}, from before release 0.2.0, and cannot be migrated. Set "
            "DATABASE_URL to a new, empty database, or DATA_DIR to a new folder for the embedded Postgres. "
            "docs/operations.md says which games can be moved (“Databases from before 0.2.0”)."
        )
    raise ForeignSchema(
        f"This database has the schema {revision}, which is newer than this release ({_newest()}). "
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
