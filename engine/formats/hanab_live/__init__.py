"""Reader and writer of hanab.live's JSON format."""
