"""Chores: what has to be done every few minutes."""

from collections.abc import Callable
from typing import Final, NamedTuple

_BATCH: Final = 1000


class Chore(NamedTuple):
    """Something that has to be done every few minutes. It can be late, and run twice at a time."""

    run: Callable[[], int | None]
    done: str | None = None
    """What it did, with the number that it returned."""
    has_own_task: bool = False
    """True if workers do it at other times, by a task that its room registers."""


def in_batches(process: Callable[[int], int]) -> int:
    """Process batches until one is not full. Return the number of all rows."""
    total = found = process(_BATCH)
    while found == _BATCH:
        found = process(_BATCH)
        total += found
    return total
