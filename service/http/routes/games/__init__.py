"""Routes of games: lobby, play, events and notes."""
