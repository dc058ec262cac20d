"""Connections that wait for Postgres no longer than a deadline, and in a gevent worker stop nobody else meanwhile.

A server that has crashed refuses or closes connections, which is told at once. One that is frozen, or whose machine is
gone from the network, says nothing at all: neither its own timeouts nor TCP's would end the wait of a request.
"""

import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeVar

import psycopg
from psycopg import waiting
from psycopg.abc import PQGen

__all__ = ["ANSWER_WITHIN_S", "PatientConnection", "Unanswered"]

ANSWER_WITHIN_S: Final = 1.8
"""How long an answer of the server may take before the connection is given up."""

RV = TypeVar("RV")


class Unanswered(psycopg.OperationalError):
    """Postgres did not answer in time; whether it has carried out what it was asked is unknown."""


class PatientConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed when an answer takes too long: arriving later, it would be taken for another's."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Return what comes of a dialogue with the server; in a worker, Unanswered once the deadline is over."""
        if not _has_hub():  # chores and commands, which nobody waits for
            return super().wait(gen, interval, timeout)
        try:
            return self._wait_in_hub(gen, ANSWER_WITHIN_S if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            self.pgconn.finish()
            raise Unanswered("Postgres did not answer in time") from None

    def _wait_in_hub(self, gen: PQGen[RV], within_s: float) -> RV:
        """What psycopg does with a patched `poll`, which takes an event and several watchers where one does."""
        deadline = time.monotonic() + within_s
        try:
            wanted = next(gen)
            while True:
                wait, ready = _in_hub()[wanted]
                try:
                    wait(self.pgconn.socket, max(0.0, deadline - time.monotonic()), psycopg.errors._WaitTimeout)
                except BaseException:  # a stream's greenlet may be ended while it waits
                    self.pgconn.finish()
                    raise
                wanted = gen.send(ready)
        except StopIteration as done:
            result: RV = done.value
            return result


@cache
def _in_hub() -> dict[int, tuple[Callable[[int, float, type[Exception]], None], int]]:
    """By what a dialogue waits for: how to wait for it, and what to tell it then."""
    import gevent.socket as hub

    return {
        waiting.WAIT_R: (hub.wait_read, waiting.READY_R),
        waiting.WAIT_W: (hub.wait_write, waiting.READY_W),
        waiting.WAIT_RW: (hub.wait_readwrite, waiting.READY_RW),
    }


@cache
def _has_hub() -> bool:
    """Say whether this process runs in gevent; it is patched, if at all, before the first connection."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("select"))
