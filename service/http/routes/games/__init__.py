"""Routes of games in progress."""
