"""What the solver finds out about finished games and positions: jobs that compute it, and their stored results."""
