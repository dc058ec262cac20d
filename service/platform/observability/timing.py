"""Where the time of a request goes: waits for a place, for a connection and for Postgres. The rest is its own work."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal

Wait = Literal["place", "connection", "database"]


class Spent:
    """The seconds for which a request has waited, by what it waited for."""

    __slots__ = ("_inside", "connection", "database", "place")

    def __init__(self) -> None:
        self.place = self.connection = self.database = 0.0
        self._inside = False

    def add(self, wait: Wait, seconds: float) -> None:
        """Count a wait."""
        setattr(self, wait, getattr(self, wait) + seconds)

    def in_ms(self, total_s: float) -> dict[str, float]:
        """Return the waits and the rest of `total_s`, in milliseconds."""
        waits = {"place": self.place, "connection": self.connection, "database": self.database}
        waits["work"] = max(0.0, total_s - sum(waits.values()))
        return {name: round(seconds * 1000, 1) for name, seconds in waits.items()}


_current: Final[ContextVar[Spent | None]] = ContextVar("spent", default=None)


def begin() -> Spent:
    """Return the empty count of a new request, and make it current."""
    spent = Spent()
    _current.set(spent)
    return spent


@contextmanager
def spent_on(wait: Wait) -> Iterator[None]:
    """Count the time that passes. A wait inside of another one is part of it."""
    spent = _current.get()
    if spent is None or spent._inside:
        yield
        return
    spent._inside, began = True, time.perf_counter()
    try:
        yield
    finally:
        spent._inside = False
        spent.add(wait, time.perf_counter() - began)
