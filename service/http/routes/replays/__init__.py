"""Routes of finished games."""
