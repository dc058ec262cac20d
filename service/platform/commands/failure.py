"""The error of a failed command, and its conversion from database errors."""

from collections.abc import Iterator
from contextlib import contextmanager


class CommandFailed(Exception):
    """The command cannot continue. The message is shown to the user."""


@contextmanager
def database_errors() -> Iterator[None]:
    """Convert errors of the database that may be over later into CommandFailed."""
    try:
        yield
    except Exception as error:
        import psycopg  # only here, since most commands never fail so

        from service.platform.database.errors import cause, is_transient
        from service.platform.database.pooler import PoolerUnannounced

        if isinstance(error, PoolerUnannounced):
            raise CommandFailed(str(error)) from None
        if not is_transient(error):
            raise
        found = cause(error)
        what = "does not answer" if isinstance(found, psycopg.OperationalError) else "cannot do this now"
        raise CommandFailed(f"The database {what}: {str(found).strip()}") from None
