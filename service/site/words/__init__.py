"""Texts of pages: the rules, the documentation, and the review and puzzles."""
