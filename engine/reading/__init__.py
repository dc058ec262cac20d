"""What viewers see of a game: views, events, knowledge, replay and analysis."""
