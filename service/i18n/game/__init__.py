"""Texts about a game: its cards, clues, events, results and variants."""
