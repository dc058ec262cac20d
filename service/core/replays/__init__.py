"""Finished games: replays, notes, comments, import and export."""
