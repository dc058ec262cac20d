"""The text notation: positions and whole games as lines of text."""
