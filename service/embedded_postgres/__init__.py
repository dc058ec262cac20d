"""An embedded Postgres server with its data in a folder, for a service on one machine."""

from service.embedded_postgres.failure import PostgresFailed
from service.embedded_postgres.launcher import EmbeddedPostgres
from service.embedded_postgres.throwaway import throwaway_postgres

__all__ = ["EmbeddedPostgres", "PostgresFailed", "throwaway_postgres"]
