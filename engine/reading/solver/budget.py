"""The budget of a search: conflicts of the SAT solver, and seconds by a clock of the caller."""

from collections.abc import Callable
from typing import Final

_SLICE: Final = 500
"""The number of conflicts between two looks at the clock: a few hundredths of a second."""


class OutOfBudget(Exception):
    """The budget ended before the search did."""


class Budget:
    """What a search may spend. It gets smaller as it is spent, so that several searches can share one budget.

    A limit of conflicts alone gives the same answers on every machine. The engine has no clock: `clock` returns
    seconds, such as `time.process_time`.
    """

    def __init__(
        self, *, conflicts: int | None = None, seconds: float | None = None, clock: Callable[[], float] | None = None
    ) -> None:
        if (seconds is None) != (clock is None):
            raise ValueError("seconds and clock belong together")
        self.conflicts = conflicts
        self._total = conflicts, seconds
        self._whole: Budget | None = None
        self._clock = clock
        self._deadline = 0.0 if clock is None or seconds is None else clock() + seconds

    def check(self) -> None:
        """Raise OutOfBudget if nothing is left."""
        if self.spent:
            raise OutOfBudget

    @property
    def spent(self) -> bool:
        """True if nothing is left."""
        out_of_conflicts = self.conflicts is not None and self.conflicts <= 0
        return out_of_conflicts or (self._clock is not None and self._clock() >= self._deadline)

    def slice(self) -> int:
        """Return the number of conflicts until the next check. Raises OutOfBudget if nothing is left."""
        self.check()
        return _SLICE if self.conflicts is None else min(_SLICE, self.conflicts)

    def spend(self, conflicts: int) -> None:
        """Subtract conflicts, here and from the budget that this one is a part of."""
        if self.conflicts is not None:
            self.conflicts -= conflicts
        if self._whole is not None:
            self._whole.spend(conflicts)

    def part(self, divisor: int) -> "Budget":
        """Return a budget of a part of what is left."""
        seconds = None if self._clock is None else max(0.0, self._deadline - self._clock()) / divisor
        conflicts = None if self.conflicts is None else -(-self.conflicts // divisor)  # else the last ones stay unspent
        part = Budget(conflicts=conflicts, seconds=seconds, clock=self._clock)
        part._whole = self
        return part

    def share(self, divisor: int) -> "Budget":
        """Return a budget of a part of what there was at first, but of no more than is left."""
        conflicts, seconds = self._total
        share = self.part(1)
        if share.conflicts is not None and conflicts is not None:
            share.conflicts = min(share.conflicts, -(-conflicts // divisor))
        if self._clock is not None and seconds is not None:
            share._deadline = min(share._deadline, self._clock() + seconds / divisor)
        return share
