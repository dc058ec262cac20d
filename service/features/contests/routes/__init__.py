"""Contests: their announcement, entries, tables and standings."""
