"""Translated texts, one module per language."""
