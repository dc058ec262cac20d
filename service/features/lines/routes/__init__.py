"""The routes of lines and branches."""
