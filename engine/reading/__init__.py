"""Reading of games: views, feeds, knowledge, replay and analysis."""
