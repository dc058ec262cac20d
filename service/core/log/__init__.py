"""The entries of the public log that tables write."""
