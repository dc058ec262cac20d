"""Pictures of positions and scores."""
