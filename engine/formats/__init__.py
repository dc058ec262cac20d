"""Text formats of games: the notation and hanab.live's JSON."""
