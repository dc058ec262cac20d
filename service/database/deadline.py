"""Connections that wait for Postgres no longer than a deadline, and in a gevent worker stop nobody else meanwhile.

A server that has crashed refuses or closes connections, which is told at once. One that is frozen, or whose machine is
gone from the network, says nothing at all: neither its own timeouts nor TCP's would end the wait of a request.
"""

import ipaddress
import select
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, TypeVar

import psycopg
from flask import g, has_app_context
from psycopg import waiting
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict

__all__ = [
    "ANSWER_WITHIN_S",
    "PatientConnection",
    "Unanswered",
    "connect",
    "left_s",
    "renew",
    "speaks_unasked",
    "within",
]

ANSWER_WITHIN_S: Final = 1.3
"""How long all that a request asks of Postgres may take, the wait for a connection included."""

_LEAST_S: Final = 0.01
_PLAIN_WARNING: Final = "01000"

RV = TypeVar("RV")


class Unanswered(psycopg.OperationalError):
    """Postgres did not answer in time; whether it has carried out what it was asked is unknown."""


def left_s() -> float:
    """Return how long the request may still wait for Postgres: its time begins when it first asks.

    Who asks without a request, or outside of a worker, has all of it each time.
    """
    if not _has_hub() or not has_app_context():
        return ANSWER_WITHIN_S
    now = time.monotonic()
    until: float = g.setdefault("answer_until", now + ANSWER_WITHIN_S)
    return max(_LEAST_S, until - now)


def renew() -> None:
    """Give a request all of its time again: it has waited for news, not for Postgres."""
    g.pop("answer_until", None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Let something that waits for others take so long at most, in a worker; TimeoutError."""
    if not _has_hub():
        yield
        return
    import gevent

    with gevent.Timeout(seconds, TimeoutError()):
        yield


class PatientConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed when an answer takes too long: arriving later, it would be taken for another's."""

    _in_doubt = False

    def heed(self, notice: psycopg.errors.Diagnostic) -> None:
        """Note a warning: that of a cancelled wait for a synchronous standby stands where an error would be expected.

        What was written is committed then, and the next failover may take it back.
        """
        self._in_doubt |= notice.severity_nonlocalized == "WARNING" and notice.sqlstate == _PLAIN_WARNING

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Return what comes of a dialogue with the server; in a worker, Unanswered once the deadline is over."""
        result = self._wait(gen, interval, timeout)
        if self._in_doubt:
            self.pgconn.finish()
            raise Unanswered("What was written did not reach the standby")
        return result

    def _wait(self, gen: PQGen[RV], interval: float, timeout: float | None) -> RV:
        if not _has_hub():  # chores and commands, which nobody waits for
            return super().wait(gen, interval, timeout)
        try:
            return self._wait_in_hub(gen, left_s() if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            if timeout is not None:  # it was told how long to wait for news, and there were none
                raise
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
                except psycopg.errors._WaitTimeout:
                    raise
                except BaseException:  # a stream's greenlet may be ended while it waits
                    self.pgconn.finish()
                    raise
                wanted = gen.send(ready)
        except StopIteration as done:
            result: RV = done.value
            return result


def connect(conninfo: str = "", **options: Any) -> PatientConnection:
    """Return a new connection, to the first of several hosts that takes it; OperationalError, in a worker in time.

    Each host has its share of the time, so that one which is gone from the network does not hide the others, and the
    one that took the last connection is asked first.
    """
    made = _connect(conninfo, options) if _has_hub() else PatientConnection.connect(conninfo, **options)
    made.add_notice_handler(made.heed)
    return made


def _connect(conninfo: str, options: dict[str, Any]) -> PatientConnection:
    hosts = _hosts(conninfo, options)
    refused: psycopg.Error = Unanswered("no host")
    for number, host in enumerate(hosts):
        try:
            made = _connect_within(left_s() / (len(hosts) - number), conninfo, {**options, **host})
        except psycopg.OperationalError as error:
            refused = error
            continue
        _took_the_last.clear()
        _took_the_last.append((host.get("host"), host.get("port")))
        return made
    raise refused


_took_the_last: Final[list[tuple[str | None, str | None]]] = []


def _connect_within(within_s: float, conninfo: str, options: dict[str, Any]) -> PatientConnection:
    import gevent

    with gevent.Timeout(within_s) as patience:
        try:
            return PatientConnection.connect(conninfo, **{**options, **_address(conninfo, options)})
        except gevent.Timeout as over:
            if over is not patience:
                raise
    raise Unanswered("Postgres took no connection in time")


def _hosts(conninfo: str, options: dict[str, Any]) -> list[dict[str, str]]:
    """Return what tells each of several hosts apart; nothing for the only one."""
    told = {**conninfo_to_dict(conninfo), **options}
    names = str(told.get("host") or "").split(",")
    if len(names) == 1 or told.get("hostaddr"):
        return [{}]
    ports = str(told.get("port") or "").split(",")
    ports = ports if len(ports) == len(names) else ports[:1] * len(names)
    found = [{"host": name, "port": port} for name, port in zip(names, ports, strict=True)]
    return sorted(found, key=lambda one: (one["host"], one["port"]) not in _took_the_last)


def _address(conninfo: str, options: dict[str, Any]) -> dict[str, str]:
    """Look a host's name up, which libpq would do with the whole worker waiting."""
    told = {**conninfo_to_dict(conninfo), **options}
    name = str(told.get("host") or "")
    if not name or "," in name or name.startswith(("/", "@")) or told.get("hostaddr") or _is_address(name):
        return {}
    try:
        found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except OSError:
        raise Unanswered("The name of Postgres' host is not known") from None
    addresses = list(dict.fromkeys([str(address[0]) for *_, address in found]))
    port = str(told.get("port") or "")
    each = len(addresses)
    return {"host": ",".join([name] * each), "hostaddr": ",".join(addresses), "port": ",".join([port] * each)}


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def speaks_unasked(connection: psycopg.Connection[Any]) -> bool:
    """Say whether something has come on a connection on which nothing was asked: as a rule, that it has ended."""
    if connection.pgconn.status != psycopg.pq.ConnStatus.OK:
        return True
    watch = _poll()()
    watch.register(connection.pgconn.socket, select.POLLIN)
    return bool(watch.poll(0))


@cache
def _poll() -> Callable[[], Any]:
    """The system's own: in a worker `select.poll` is gevent's, which asks the hub."""
    if not _has_hub():
        return select.poll
    from gevent import monkey

    original: Callable[[], Any] = monkey.get_original("select", "poll")
    return original


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
