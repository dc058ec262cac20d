"""Replays: lists, imports, frames, exports and pictures."""
