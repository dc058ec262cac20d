"""The text notation of moves, positions and games."""
