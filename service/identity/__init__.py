"""Accounts and bearer tokens."""
