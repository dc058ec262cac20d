"""Contests: teams play the same decks, and nobody knows a deck before playing it."""
