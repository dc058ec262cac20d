"""Long computations, which give way to other requests and have a limit of CPU time.

All requests of a worker share one thread, so a loop of a tenth of a second delays all of them.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import partial, wraps
from typing import Final, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

LIMIT_S: Final = 2.0
"""The maximum CPU time of the loops of a request."""

_SLICE_S: Final = 0.005
"""The CPU time after which a loop gives way."""

_LEAST_S: Final = 0.0001
"""The time for which a loop gives way.

gevent looks for input only after 50 slices of loops that sleep for 0 s, so a loop could stop the worker for 250 ms."""


class TooMuchWork(Exception):
    """The loops of this request have used LIMIT_S."""


_used_s: Final[ContextVar[float | None]] = ContextVar("used_s", default=None)
"""The CPU time of a request's loops. Outside a request, they have no limit."""

begin: Final[Callable[[], object]] = partial(_used_s.set, 0.0)
"""Starts to count the CPU time of a new request."""


def give_way() -> None:
    """Let other requests run. Call it between long computations that are not loops."""
    time.sleep(_LEAST_S)


def between(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with pauses: a call gives way first if the last pause was some milliseconds ago."""
    since = time.thread_time()

    @wraps(function)
    def paced(*args: P.args, **kwargs: P.kwargs) -> T:
        nonlocal since
        if time.thread_time() - since > _SLICE_S:
            give_way()
            since = time.thread_time()
        return function(*args, **kwargs)

    return paced


def steps(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and give way every few milliseconds. Raises TooMuchWork.

    The time between two items counts, whether it is spent in the iterable or by the caller.
    """
    since = time.thread_time()
    for item in items:
        yield item
        used_s = time.thread_time() - since
        if used_s > _SLICE_S:
            before_s = _used_s.get()
            if before_s is not None:
                _used_s.set(before_s + used_s)
                if before_s + used_s > LIMIT_S:
                    raise TooMuchWork
            give_way()
            since = time.thread_time()
