"""Reviews together."""
