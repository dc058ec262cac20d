"""Accounts and their bearer tokens."""
