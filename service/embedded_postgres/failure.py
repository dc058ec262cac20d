"""The error of the embedded Postgres."""

__all__ = ["PostgresFailed"]


class PostgresFailed(Exception):
    """The embedded Postgres cannot run. The message gives the reason and a remedy."""
