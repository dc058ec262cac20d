"""Results of the solver for finished games and positions: the jobs that compute them, and their storage."""
