"""The routes of lines."""
