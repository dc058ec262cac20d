"""Lines: other moves in finished games."""
