"""What there are only so many of, lent to those who ask in the order in which they came."""

import threading
from collections import deque
from collections.abc import Iterable
from typing import Generic, TypeVar

__all__ = ["Stock"]

T = TypeVar("T")


class _Turn(Generic[T]):
    """One who waits, and what they are given."""

    def __init__(self) -> None:
        self.given: T | None = None
        self.has_come = threading.Lock()
        self.has_come.acquire()


class Stock(Generic[T]):
    """Things that are lent, the one that came back last first.

    Where nobody has to wait nothing is locked: that a list gives and takes one item is not to be interrupted.
    """

    def __init__(self, things: Iterable[T] = ()) -> None:
        self._here = list(things)
        self._waiting: deque[_Turn[T]] = deque()
        self._lock = threading.RLock()  # what is collected as garbage may come back in between

    def __len__(self) -> int:
        """Return how many are here."""
        return len(self._here)

    def take(self, patience_s: float | None) -> T | None:
        """Take one, waiting for it if need be, without end where that is None; None where none came back in time."""
        try:
            return self._here.pop()
        except IndexError:
            if patience_s == 0:
                return None
        turn = _Turn[T]()
        self._waiting.append(turn)
        self._serve()  # one may have come back meanwhile
        try:
            if turn.has_come.acquire(timeout=-1 if patience_s is None else patience_s) or not self._gives_up(turn):
                return turn.given
        except BaseException:  # a request's greenlet may be ended while it waits
            if not self._gives_up(turn) and turn.given is not None:
                self.give_back(turn.given)
            raise
        return None

    def give_back(self, thing: T) -> None:
        """Give one back: it is the next one's, if anybody waits."""
        self._here.append(thing)
        if self._waiting:
            self._serve()

    def _serve(self) -> None:
        with self._lock:
            while self._waiting and self._here:
                turn = self._waiting.popleft()
                turn.given = self._here.pop()
                turn.has_come.release()

    def _gives_up(self, turn: _Turn[T]) -> bool:
        """Leave the queue; False where the turn has come in this very moment."""
        with self._lock:
            if turn.given is not None:
                return False
            self._waiting.remove(turn)
            return True
