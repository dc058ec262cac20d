"""A guided first game, for people who have never played."""
