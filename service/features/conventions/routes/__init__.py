"""The routes of conventions."""
