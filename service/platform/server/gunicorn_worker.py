"""The gunicorn worker: gevent, with fair scheduling between connections."""

import gc
import logging
import os
import sys
import time
from contextlib import suppress
from socket import socket
from typing import Any

import gevent.socket
from gevent import monkey
from gevent.pool import Pool
from gunicorn import util
from gunicorn.http import wsgi
from gunicorn.http.message import Request
from gunicorn.workers.ggevent import GeventWorker

from service.platform import compiled_engine
from service.platform.limits import gates
from service.platform.limits.address_networks import address_key
from service.platform.observability import metrics
from service.platform.server.connection_listener import Arrivals, Listener, counts
from service.platform.server.error_pages import code_of, problem_response
from service.platform.server.request_body import UNREAD, RequestBody, TooManyChunks
from service.platform.server.response import Response
from service.platform.settings import Settings
from service.platform.version import version

_SHARED = ("service.platform.server", "service.platform.limits.rate_counters", "service.platform.observability")
"""Modules with memory that the workers share, and the log that gunicorn's first process has configured."""


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    """A gevent worker that responds to errors with problem documents."""

    alive: bool
    sockets: list[Any]
    wsgi: Any

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.connections = 0
        self._arrivals = Arrivals()
        self._told_to_stop = False
        self._site = ""

    def init_process(self) -> None:
        """Patch the standard library, load the application, and serve."""
        if counts.has_reloaded():
            _forget_imports()
        # gunicorn looks up each setting on each access, twenty times per request: 15 µs.
        self.cfg.__dict__.update({name: setting.get() for name, setting in self.cfg.settings.items()})
        compiled_engine.use()
        super().init_process()

    def patch(self) -> None:
        """Patch the standard library, but for `threading` if the first process has patched it.

        Patched twice, it has gevent's hooks of a fork twice, and the second ones fail in each child process.
        """
        monkey.patch_all(thread=not monkey.is_module_patched("threading"))
        self.sockets = [
            gevent.socket.socket(each.FAMILY, gevent.socket.SOCK_STREAM, fileno=each.sock.detach())
            for each in self.sockets
        ]

    def load_wsgi(self) -> None:
        """Load the application, and wrap it in the middleware that reads bodies."""
        began = time.monotonic()
        settings = Settings.from_environ()
        _refuse_pooler(settings)
        self._site = settings.public_url or ""
        gc.disable()  # searching what is imported for garbage would take a fifth of the start
        super().load_wsgi()
        _require_patched_wait()
        metrics.build(version())
        exchange = self.wsgi.extensions["exchange"]
        self._database = self.wsgi.extensions["database"]
        # Streams end with `bye` when the worker stops.
        self.wsgi.extensions["subscriptions"].serving = lambda: self.alive
        self.wsgi = RequestBody(self.wsgi, exchange.max_body_bytes, timeout_s=settings.body_timeout_s)
        gc.collect()
        gc.freeze()  # the present objects are never garbage
        gc.enable()
        took_s = time.monotonic() - began
        logging.getLogger("service").info("Worker %d of version %s loaded in %.1f s.", self.age, version(), took_s)

    def run(self) -> None:
        """Serve until the worker has to stop."""
        counts.set(self.age, 0)
        gevent.spawn(self._beat)
        super().run()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop gracefully, after SIGTERM.

        A reload starts new workers and stops the old ones at the same time. So an old worker serves until all new ones
        do.
        """
        self._told_to_stop = True
        if not counts.is_needed(self.age):
            super().handle_exit(sig, frame)

    def notify(self) -> None:
        """Send the heartbeat to gunicorn. Stop gracefully if told so, or if gunicorn was killed."""
        super(GeventWorker, self).notify()  # the method of GeventWorker would exit during a response
        may_stop = self._told_to_stop and not counts.is_needed(self.age)
        self.alive = self.alive and not may_stop and self.ppid == os.getppid()

    def server_class(self, listener: socket, *, spawn: Pool, **_: Any) -> Listener:
        """Return the listener of a socket. GeventWorker calls it like a class."""

        def handle(client: socket, address: Any) -> None:
            self.handle(listener, client, address)

        return Listener(listener, handle, spawn, lambda: self.connections)

    def handle(self, listener: socket, client: socket, addr: Any) -> None:
        """Serve one connection, from its first request to its last."""
        self._count(1)
        try:
            self._arrivals.wait_for_turn(address_key(addr[0] if addr else ""))  # no address: a Unix socket
            super().handle(listener, client, addr)
        finally:
            self._count(-1)

    def handle_request(self, listener_name: Any, req: Request, sock: socket, addr: Any) -> bool:
        """Respond to a request. Raise StopIteration if the connection is closed after it."""
        response, environ = wsgi.create(req, sock, addr, listener_name, self.cfg, response_class=Response)
        environ["wsgi.multithread"] = True
        self.nr += 1
        self.alive = self.alive and self.nr < self.max_requests
        if self._is_last(environ):
            response.force_close()
        try:
            self._respond(response, environ)
        except OSError:
            raise  # the connection is gone
        except Exception:
            if not response.headers_sent:
                raise
            self.log.exception("Error handling request %s %s", req.method, req.uri)
            raise StopIteration from None
        if response.should_close() or UNREAD in environ:
            _close(sock)
            raise StopIteration
        gevent.sleep(0)  # other connections come before the next request of this one
        return True

    def handle_error(self, req: Request | None, client: socket, addr: Any, exc: BaseException) -> None:
        """Respond to an error outside the application, and close the connection."""
        if isinstance(exc, gevent.GreenletExit):  # the worker stops
            return
        code = code_of(exc)
        if code == "internal-error":
            self.log.error("Error handling request", exc_info=exc)
        elif code != "service-unavailable":
            self.log.warning("Invalid request: %s", type(exc).__name__)  # the message may repeat a token
        if isinstance(exc, TooManyChunks):
            gevent.sleep(gates.REFUSAL_DELAY_S)
        with suppress(OSError):
            client.sendall(problem_response(code, self._site))
        _close(client)

    def _beat(self) -> None:
        """Read the database's clock until the worker ends."""
        from service.platform.database import clock_jumps

        while True:
            with suppress(Exception), self._database.bind():  # after an outage, a later beat shows the gap
                clock_jumps.beat()
            gevent.sleep(clock_jumps.BEAT_S)

    def _respond(self, response: Response, environ: dict[str, Any]) -> None:
        parts = self.wsgi(environ, response.start_response)
        if response.status_code in gates.DELAYED_STATUSES:
            gevent.sleep(gates.REFUSAL_DELAY_S)
        if UNREAD in environ:
            response.force_close()
        try:
            for part in parts:
                response.write(part)
            response.close()
        finally:
            if hasattr(parts, "close"):
                parts.close()

    def _is_last(self, environ: dict[str, Any]) -> bool:
        """Return True if the connection is closed after this response."""
        return (
            not self.alive
            or self.connections > self.worker_connections * gates.BUSY_SHARE
            # A stopping worker waits for its connections, so a connection is closed after a stream.
            or "text/event-stream" in environ.get("HTTP_ACCEPT", "").lower()
        )

    def _count(self, change: int) -> None:
        self.connections += change
        counts.set(self.age, self.connections)


def _forget_imports() -> None:
    """Forget the modules that gunicorn's first process imported, so that a reload imports new code."""
    packages = ("service", "engine") if compiled_engine.is_outdated() else ("service",)
    for name in list(sys.modules):
        if name.partition(".")[0] in packages and not name.startswith(_SHARED):
            del sys.modules[name]


def _require_patched_wait() -> None:
    """Raise RuntimeError if psycopg waits in C, which would stop all requests while one waits for Postgres."""
    from psycopg import waiting

    if waiting.wait is getattr(waiting, "wait_c", None):
        raise RuntimeError("psycopg was imported before gevent patched the standard library")


def _refuse_pooler(settings: Settings) -> None:
    """Raise RuntimeError if DATABASE_URL is a pooler although PGBOUNCER is not set."""
    from psycopg import OperationalError

    from service.platform.database import pooler

    if settings.database_url is None or settings.pgbouncer:
        return
    try:
        pooler.refuse_pooler(settings.database_url)
    except pooler.PoolerUnannounced as error:
        raise RuntimeError(str(error)) from None
    except OperationalError:
        pass  # each new connection is checked again


def _close(client: socket) -> None:
    """Close a connection so that the client receives the last response.

    If input is left unread, the kernel resets the connection and drops the response.
    """
    util.close_graceful(client, max_drain=gates.MAX_DRAIN_BYTES)
