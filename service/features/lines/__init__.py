"""Lines and branches: other moves in finished games."""
