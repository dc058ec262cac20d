"""Moderation: actions on accounts and content, their log, and reports."""
