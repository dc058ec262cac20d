"""Accounts: tokens, sign-ins, passkeys, links to devices, apps, merges, and the stream of an account."""
