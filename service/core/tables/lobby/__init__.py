"""Open games: creation, access, seats, invitations and the deal."""
