"""What every request and response has in common, from authentication to the access log."""
