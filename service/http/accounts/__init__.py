"""Accounts, tokens, and the stream of an account."""
