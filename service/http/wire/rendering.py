"""The version of the code that renders responses about games."""

from typing import Final

__all__ = ["RENDERING"]

RENDERING: Final = 15
"""Increment it when the code renders a different response for the same version of a game, running or finished.

It is part of ETags, including that of a live view, and of the URLs under which other caches store a response.
"""
