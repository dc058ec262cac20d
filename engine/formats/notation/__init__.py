"""The text notation: moves as words, positions as lines, games as several lines."""
