"""Routes of finished games: replays, branches, comments, exports, pictures and statistics."""
