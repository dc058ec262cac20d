"""Routes of finished games: replays, branches, lines, comments, exports, pictures and statistics."""
