"""The command `hanabi`, which runs the service and maintains its database.

The modules of this package import psycopg and the application only inside functions: gunicorn's workers must patch the
standard library first.
"""

from service.platform import compiled_engine

compiled_engine.use()

from service.cli.arguments import main  # noqa: E402  (imports what may be compiled)

__all__ = ["main"]
