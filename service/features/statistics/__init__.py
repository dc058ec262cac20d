"""Statistics of finished public games."""
