"""Embedded Postgres: a server with its data in a folder."""

from service.platform.embedded_postgres.failure import PostgresFailed
from service.platform.embedded_postgres.launcher import EmbeddedPostgres, throwaway_postgres, throwaway_server

__all__ = ["EmbeddedPostgres", "PostgresFailed", "throwaway_postgres", "throwaway_server"]
