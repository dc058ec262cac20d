"""Finished games: replays, branches, notes, comments, import and export."""
