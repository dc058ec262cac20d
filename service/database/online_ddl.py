"""Locks and retries of schema changes, so that migrations do not stop a service in use.

A migration is a transaction that gives up after `LOCK_TIMEOUT` without a lock, and starts again: statements that come
after it in the queue for the lock wait as well. What takes long, such as an index, comes at the end of a migration,
outside its transaction, and must be repeatable.
"""

import random
from typing import Final

__all__ = ["ATTEMPTS", "LOCK_TIMEOUT", "SCHEMA_LOCK", "retry_delay_s"]

LOCK_TIMEOUT: Final = "200ms"
ATTEMPTS: Final = 150
"""A request that waits for a table locked here may hold another table that is needed next. Only giving up ends that."""
SCHEMA_LOCK: Final = 724362214
"""The advisory lock of a process that changes the schema."""


def retry_delay_s() -> float:
    """Return how long to wait before the next attempt."""
    return random.uniform(0.1, 0.6)
