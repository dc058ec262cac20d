"""Postgres: connections, deadlines, tables and schema changes."""
