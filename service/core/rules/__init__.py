"""The rules of the game as data and in words."""
