"""Views, events per viewer, knowledge, frames and analysis of a game."""
