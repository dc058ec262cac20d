"""Lock timeouts and retries of migrations while the service is in use.

While a migration waits for a lock, all later statements on the table wait behind it. So the transaction of a migration
fails after `LOCK_TIMEOUT` without a lock, and is retried. Slow steps, such as creating an index, come at the end of a
migration, outside its transaction, and must be repeatable.
"""

import random
from typing import Final

LOCK_TIMEOUT: Final = "200ms"
ATTEMPTS: Final = 150
"""The number of attempts.

A request may hold a lock that the migration needs while it waits for one that the migration holds. Then the migration
has to give up and try again.
"""
SCHEMA_LOCK: Final = 724362214
"""The advisory lock that a process holds while it changes the schema."""


def retry_delay_s() -> float:
    """Return the seconds to wait before the next attempt, chosen at random."""
    return random.uniform(0.1, 0.6)
