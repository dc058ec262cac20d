"""The analysis of finished games, lines and positions."""
