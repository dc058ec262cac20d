"""The service's signing keys, and what it signs with them."""
