"""Sign-ins of browsers."""
