"""How gunicorn serves. Nothing here touches the database: workers are forked after this is read."""

import gc
import json
import mmap
import os
import resource
import secrets
import shutil
import signal
import socket
import tempfile
import time
from email.utils import formatdate
from functools import lru_cache, partial
from pathlib import Path

from gevent.server import StreamServer
from gunicorn import sock, util
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http import wsgi
from gunicorn.workers.ggevent import GeventWorker

from service import i18n
from service.http.pipeline import rate_counters
from service.observability import logs
from service.server.request_body import Bodies, Crowded, has_body
from service.settings import MAX_BODY_BYTES, Settings

settings = Settings.from_environ()


class Connections:
    """How many connections each worker has, in memory that they share: those forked from here on."""

    def __init__(self, workers=256):
        self._counts = memoryview(mmap.mmap(-1, 4 * workers)).cast("i")
        for place in range(workers):
            self._counts[place] = -1  # nobody's

    def set(self, worker, number):
        """Note a worker's number; -1 for one that is no more."""
        self._counts[worker.age % len(self._counts)] = number

    def fewest(self):
        """Return the number of the worker that has fewest."""
        return min([number for number in self._counts if number >= 0], default=0)


connections = Connections()


class Door(StreamServer):
    """Accepts connections, and first leaves each for a moment to whoever has fewer.

    The kernel wakes the same worker again and again where several wait for connections; kept alive, they would stay.
    """

    max_accept = 100 if settings.workers == 1 else 4  # in one go: few, so that none gets far ahead of the others
    _gave_way = False

    def __init__(self, listener, worker, spawn):
        super().__init__(listener, handle=partial(worker.handle, listener), spawn=spawn)
        self._worker = worker

    def _do_read(self):
        self._gave_way = not self._gave_way and self._worker.open_connections > connections.fewest()
        if not self._gave_way:
            super()._do_read()
            return
        self.stop_accepting()
        self._timer = self.loop.timer(0.002)
        self._timer.start(self._start_accepting_if_started)


_Response = wsgi.Response.__mro__[-2]  # after a reload the first of them is the one below


@lru_cache(1000)
def _vetted(name, value):
    """Return what gunicorn makes of a header once it has looked at it: most are the same in every answer."""
    alone = _Response(None, None, None)
    alone.process_headers([(name, value)])
    return tuple(alone.headers), alone.response_length, alone.upgrade


class Answer(_Response):
    """A response that is sent in one piece where it is whole."""

    def process_headers(self, headers):
        """Take the application's headers; InvalidHeader for what cannot be sent."""
        for name, value in headers:
            kept, length, upgrade = _vetted(name, value)
            self.headers += kept
            self.upgrade |= upgrade
            if length is not None:
                self.response_length = length

    def write(self, arg):
        """Send some of the body, after the head if that has not been sent."""
        if self.headers_sent or self._omits_body or self.response_length is None or self.response_length != len(arg):
            super().write(arg)
            return
        head = "".join([*self.default_headers(), *[f"{name}: {value}\r\n" for name, value in self.headers], "\r\n"])
        self.headers_sent, self.sent = True, len(arg)
        util.write(self.sock, head.encode("latin-1") + arg)


wsgi.Response = Answer  # a worker has no other way to say of which class its responses are


class Worker(GeventWorker):
    """A gevent worker in which no client keeps the others waiting."""

    open_connections = 0

    def init_process(self):
        """Begin to serve."""
        self._bodies = Bodies()
        connections.set(self, 0)
        # A request asks for some twenty settings, and each is a search; a plain attribute is found before that begins.
        vars(self.cfg).update({name: setting.get() for name, setting in self.cfg.settings.items()})
        super().init_process()

    def notify(self):
        """Show that this worker lives; one whose gunicorn was killed ends as if it had been told to."""
        super(GeventWorker, self).notify()  # gevent's would end it in the middle of its answers
        self.alive &= self.ppid == os.getppid()

    def server_class(self, listener, *, spawn, **_):
        """Return what accepts connections, now that there is somebody to answer them."""
        if not is_listening(listener):
            listener.listen(self.cfg.backlog)
        return Door(listener, self, spawn)

    def handle(self, listener, client, addr):
        """Serve one connection, from its first request to its last."""
        self._count(1)
        try:
            super().handle(listener, client, addr)
        finally:
            self._count(-1)

    def handle_error(self, req, client, addr, exc):
        """Answer what went wrong with a request; a connection that ends with its worker has none to be answered."""
        from gevent import GreenletExit

        if not isinstance(exc, GreenletExit):
            super().handle_error(req, client, addr, exc)

    def handle_request(self, listener_name, req, sock, addr):
        """Answer one request, then let the other connections have their turn.

        A connection whose next request is already there would be answered again and again before all others. Where
        there is hardly room for new connections any more, none is kept for a next request.
        """
        from gevent import sleep

        if self.open_connections * 4 > self.worker_connections * 3:
            req.force_close()
        try:
            held = self._taken_in(req, sock) if has_body(req) else 0
        except (Crowded, TimeoutError) as refused:
            _refuse(sock, *((503, "Service Unavailable") if isinstance(refused, Crowded) else (400, "Bad Request")))
            raise StopIteration from None  # there is no next request on this connection
        try:
            answered = super().handle_request(listener_name, req, sock, addr)
        finally:
            self._bodies.give_back(held)
        sleep(0)
        return answered

    def _taken_in(self, req, sock):
        from service.database.deadline import timeout_after

        with timeout_after(settings.body_timeout_s):
            return self._bodies.take(req, sock)

    def _count(self, more):
        self.open_connections += more
        connections.set(self, self.open_connections)


def _room_for_connections():
    """Return how many connections a worker takes, each a file of the process; see that it may have as many."""
    wanted, others = settings.max_streams + 3000, settings.pool_size + 100
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + others:
        soft = wanted + others if hard == resource.RLIM_INFINITY else min(wanted + others, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(min(wanted, soft - others), 100)


bind = settings.address
workers = settings.workers
worker_class = Worker
worker_connections = _room_for_connections()  # what comes beyond waits in the kernel's queue
preload_app = False  # psycopg must be imported after the worker has patched the standard library

timeout = 30
graceful_timeout = settings.graceful_timeout_s
keepalive = 30

# Addresses are what they are, whatever a header says of them; whom to believe where a request came from is told by
# TRUSTED_PROXIES, to the service.
forwarder_headers = ""
secure_scheme_headers = {}
forwarded_allow_ips = "*"  # whoever sends them: with nothing to believe, nobody's address has to be looked at

limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190

accesslog = None  # the service writes the lines of requests itself, without queries
errorlog = "-"
loglevel = "warning"
control_socket_disable = True  # it would lie in the home folder
# A heartbeat on a slow disk would look like a hung worker.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _refuse(sock, status, reason, _=""):
    """Answer what is no HTTP, and so never reaches the service, with a problem document that repeats nothing of it."""
    if status == 501:  # a coding of the body that nobody knows: no fault of the service
        status = 400
    code = {500: "internal-error", 503: "service-unavailable"}.get(status, "bad-request")
    retry = "Retry-After: 2\r\n" if status == 503 else ""
    wording = i18n.problem(i18n.DEFAULT_LANGUAGE, code)
    request_id = secrets.token_hex(16)
    problem = {
        "type": f"/problems/{code}",
        "title": wording.title,
        "status": status,
        "detail": wording.detail,
        "code": code,
        "request_id": request_id,
    }
    body = json.dumps(problem, ensure_ascii=False).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        f"Content-Language: {i18n.DEFAULT_LANGUAGE}\r\nCache-Control: no-store\r\nRequest-Id: {request_id}\r\n"
        f"{retry}Content-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(sock, head.encode("latin1") + body)


util.write_error = _refuse

# A port is bound at once, and listened at by the first worker that can answer: before that, nobody would, and a client
# whose connection is refused knows that at once.
is_listening = sock.BaseSocket._is_listening
sock.BaseSocket._is_listening = staticmethod(lambda _: True)


def _replace_stopped(arbiter, _replace_silent=Arbiter.murder_workers):
    """Replace each worker that is found stopped twice: whoever has a connection to it would wait in vain."""
    for pid, worker in list(arbiter.WORKERS.items()):
        stopped = _is_stopped(pid)
        if stopped and getattr(worker, "was_stopped", False):
            arbiter.log.critical("WORKER STOPPED (pid:%s)", pid)
            arbiter.kill_worker(pid, signal.SIGKILL)
        worker.was_stopped = stopped
    _replace_silent(arbiter)


def _is_stopped(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] == b"T"
    except OSError:  # it is gone, or this system has no such files
        return False


Arbiter.murder_workers = _replace_stopped  # which gunicorn calls every second


def _close(sock):
    """Close a connection so that its last answer arrives.

    What its client still sends is taken for a moment and thrown away: left unread it would make the kernel break the
    connection off, and the client would see that instead of why its request was refused.
    """
    until, taken = time.monotonic() + 2, 0
    try:
        sock.shutdown(socket.SHUT_WR)
        while taken < 4 * MAX_BODY_BYTES and (left := until - time.monotonic()) > 0:
            sock.settimeout(left)
            got = sock.recv(65536)
            taken += len(got)
            if not got:
                break
    except OSError:
        pass  # it is gone already, or has sent nothing for long enough
    finally:
        sock.close()


util.close = _close


@lru_cache(2)
def _date(second):
    return formatdate(second, usegmt=True)


util.http_date = lambda: _date(int(time.time()))


class JsonLogger(Logger):
    """gunicorn's own messages, written as the service writes its."""

    def setup(self, cfg):
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(logs.JsonLines())
        logs.begin(settings.log_level)


logger_class = JsonLogger

rate_counters.share()  # before the workers are forked, so that they count together


def _metrics_folder():
    """A folder for the workers' counters. A reload keeps it; a start removes those that killed gunicorns left."""
    mine = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    if mine.endswith(f"-{os.getpid()}"):
        return mine
    folder = Path(worker_tmp_dir or tempfile.gettempdir())
    for left in folder.glob("hanabi-metrics-*"):
        try:
            os.kill(int(left.name.rpartition("-")[2]), 0)
        except (ValueError, PermissionError):
            pass  # somebody else's
        except ProcessLookupError:
            shutil.rmtree(left, ignore_errors=True)
    return tempfile.mkdtemp(f"-{os.getpid()}", "hanabi-metrics-", folder)


# It must be set before a worker imports the library that reads it.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _metrics_folder()


def child_exit(server, worker):
    """Forget what a worker had in hand; what it had counted stays counted."""
    connections.set(worker, -1)
    for file in Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).glob(f"gauge_live*_{worker.pid}.db"):
        file.unlink(missing_ok=True)


def on_exit(server):
    """Leave nothing behind."""
    shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)


def post_worker_init(worker):
    """Refuse to serve with a psycopg that would stop all of a worker's requests while one waits for Postgres."""
    from psycopg import OperationalError, waiting

    from service.database import errors

    if waiting.wait.__name__ == "wait_c":
        raise RuntimeError("psycopg was imported before gevent patched the standard library")
    if settings.database_url and not settings.pgbouncer:
        try:
            errors.refuse_pooler(settings.database_url)
        except errors.PoolerUnannounced as error:
            raise RuntimeError(str(error)) from None
        except OperationalError:
            pass  # it does not answer yet; each connection that is made is looked at again
    worker.wsgi.extensions["subscriptions"].serving = lambda: worker.alive  # ends the streams of a worker that stops
    gc.collect()
    gc.freeze()  # what a worker begins with is never garbage, and need not be looked through again and again


def pre_request(worker, req):
    """Let an event stream be the last answer of its connection: a stopping worker waits for connections."""
    if any(name == "ACCEPT" and "text/event-stream" in value.lower() for name, value in req.headers):
        req.force_close()
