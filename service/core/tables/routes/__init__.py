"""Games: creation, seats, moves, events, views and streams."""
