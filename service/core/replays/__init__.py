"""Finished games: replays, lists, import, export and verification."""
