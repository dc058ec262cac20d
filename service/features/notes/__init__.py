"""Notes and comments about replays."""
