"""What can be read out of a game: events per viewer, knowledge, frames, measures."""
