"""The price of each request: CPU time, and lasting bytes.

A unit of CPU is about a millisecond on a slow core. A price is that of the largest game that a request can be about,
and was measured in process: decision 0038 says how. Each route declares its own (`service.wire.operation`).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

__all__ = []
