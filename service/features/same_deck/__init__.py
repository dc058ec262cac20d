"""Replays of the same deck."""
