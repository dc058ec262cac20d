"""Text formats of games: our notation and hanab.live's JSON."""
