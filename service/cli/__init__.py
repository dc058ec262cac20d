"""The command `hanabi`: run the service together with its database, and maintain that database.

No module of this package imports psycopg or the application when it is imported: gunicorn's workers must patch the
standard library first.
"""

from service.cli.arguments import main

__all__ = ["main"]
