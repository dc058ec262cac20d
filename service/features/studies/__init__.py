"""Studies: named collections of replays, in chapters."""
