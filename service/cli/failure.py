"""The error of a failed command, and its conversion from database errors."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["CommandFailed", "database_errors"]


class CommandFailed(Exception):
    """The command cannot continue. The message is shown to the user."""


@contextmanager
def database_errors() -> Iterator[None]:
    """Convert errors of the database connection into CommandFailed."""
    from psycopg import OperationalError as PsycopgError
    from sqlalchemy.exc import OperationalError as SqlalchemyError

    from service.database.pooler import PoolerUnannounced

    try:
        yield
    except PoolerUnannounced as error:
        raise CommandFailed(str(error)) from None
    except (PsycopgError, SqlalchemyError) as error:
        raise CommandFailed(f"The database does not answer: {str(getattr(error, 'orig', error)).strip()}") from None
