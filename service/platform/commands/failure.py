"""The error of a failed command, and its conversion from database errors."""

from collections.abc import Iterator
from contextlib import contextmanager


class CommandFailed(Exception):
    """The command cannot continue. The message is shown to the user."""


@contextmanager
def database_errors() -> Iterator[None]:
    """Convert errors of the database that may be over later into CommandFailed."""
    import psycopg
    from sqlalchemy.exc import SQLAlchemyError

    from service.platform.database.errors import cause, is_transient
    from service.platform.database.pooler import PoolerUnannounced

    try:
        yield
    except PoolerUnannounced as error:
        raise CommandFailed(str(error)) from None
    except (psycopg.Error, SQLAlchemyError) as error:
        if not is_transient(error):
            raise
        found = cause(error)
        what = "does not answer" if isinstance(found, psycopg.OperationalError) else "cannot do this now"
        raise CommandFailed(f"The database {what}: {str(found).strip()}") from None
