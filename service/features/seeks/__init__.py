"""Seeks: players who wait for partners."""
