"""An embedded Postgres: a real server of our own in a data folder, for trial and for one machine."""

from service.embedded_postgres.launcher import EmbeddedPostgres, PostgresFailed, throwaway_postgres

__all__ = ["EmbeddedPostgres", "PostgresFailed", "throwaway_postgres"]
