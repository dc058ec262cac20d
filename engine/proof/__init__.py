"""Shuffle, hash chain and verification: evidence that a game is what it claims to be."""
