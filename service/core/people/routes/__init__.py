"""The routes of accounts."""
