"""Texts in five languages, by code."""
