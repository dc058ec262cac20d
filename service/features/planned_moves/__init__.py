"""Moves that a seat plans before its turn."""
