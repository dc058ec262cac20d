"""The way of a request that knows callers and games."""
