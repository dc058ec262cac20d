"""Verifiable games: the shuffle, the hash chain, and records."""
