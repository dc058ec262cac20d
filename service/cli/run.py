"""`hanabi run`: start and migrate the database, and serve with gunicorn."""

import ctypes
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from service import resources
from service.cli.database_address import embedded_postgres, environ_with_database
from service.cli.database_commands import migrate_in_process
from service.cli.failure import CommandFailed
from service.cli.signals import Signals
from service.cli.welcome import welcome
from service.embedded_postgres import EmbeddedPostgres, PostgresFailed
from service.settings import Settings

__all__ = ["health", "run"]

_WATCH_S: Final = 0.5  # interval at which the embedded Postgres is checked
_PORT_TIMEOUT_S: Final = 3  # workers of a killed gunicorn release the port after about a second
_PR_SET_PDEATHSIG: Final = 1


def run(settings: Settings) -> int:
    """Serve until a signal. Return the exit status. Raises CommandFailed or PostgresFailed."""
    signals = Signals()
    with embedded_postgres(settings, signals) as postgres:
        _wait_for_port(settings)
        environ = environ_with_database(settings, postgres)
        migrate_in_process(environ)
        return _serve(settings, environ, postgres, signals)


def health(settings: Settings) -> int:
    """Return 0 if the service responds. Raises CommandFailed."""
    if not _lives(settings):
        raise CommandFailed(f"Nothing answers at {settings.url}/livez.")
    return 0


def _serve(settings: Settings, environ: dict[str, str], postgres: EmbeddedPostgres | None, signals: Signals) -> int:
    gunicorn = [sys.executable, "-m", "gunicorn", "-c", "python:service.server.gunicorn_settings"]
    server = subprocess.Popen(
        [*gunicorn, "service.app:create_app()"],
        env=environ,
        cwd=resources.ROOT,
        start_new_session=True,  # Ctrl-C reaches it only through this process
        preexec_fn=_end_with_parent(os.getpid()),  # noqa: PLW1509  (this process has no threads)
    )
    signals.forward_to(server)
    try:
        while server.poll() is None and not _lives(settings):
            time.sleep(0.1)
        if server.poll() is None:
            print(welcome(settings.url, _place(settings, postgres)), flush=True)
        status = _wait(server, postgres)
    finally:
        server.terminate()
        server.wait()
    if status != 0:
        raise CommandFailed(f"gunicorn ended with status {status}; its messages are above.")
    return 0


def _wait(server: subprocess.Popen[bytes], postgres: EmbeddedPostgres | None) -> int:
    """Wait for gunicorn and return its exit status. Restart the embedded Postgres when it ends."""
    reported = ""
    while True:
        with suppress(subprocess.TimeoutExpired):
            return server.wait(_WATCH_S)
        try:
            if postgres is not None and postgres.revive():
                _report("Postgres had ended and was restarted.")
                reported = ""
        except PostgresFailed as error:
            if str(error) != reported:
                reported = str(error)
                _report(reported)


def _report(message: str) -> None:
    with suppress(OSError):  # standard error may be a file on the full disk that the message is about
        print(f"hanabi: {message}", file=sys.stderr, flush=True)


def _place(settings: Settings, postgres: EmbeddedPostgres | None) -> str:
    """Return the location of the data in words."""
    if postgres is None:
        return "in the database that DATABASE_URL names"
    moved = postgres.data_folder != settings.data_dir
    return f"{postgres.data_folder} (named in {settings.data_dir})" if moved else str(settings.data_dir)


def _end_with_parent(parent: int) -> Callable[[], None] | None:
    """Return a function that makes a child end with this process.

    It is called in the child, and covers a SIGKILL of this process. Return None if the operating system does not
    support it.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def request_signal() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the parent was killed before the call
            os._exit(1)

    return request_signal


def _wait_for_port(settings: Settings) -> None:
    """Wait until the port is free. Raises CommandFailed if it remains in use."""
    deadline = time.monotonic() + _PORT_TIMEOUT_S
    while True:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            with socket.socket(family, kind, protocol) as listener:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(address)
                listener.listen(1)
                return
        except OSError as error:
            if time.monotonic() < deadline and not isinstance(error, socket.gaierror):
                time.sleep(0.2)
                continue
            raise CommandFailed(
                f"The service cannot listen on {settings.address}: {error.strerror}."
                " Choose another address with PORT=… or HOST=…"
            ) from None


def _lives(settings: Settings) -> bool:
    connection = http.client.HTTPConnection(urlsplit(settings.url).netloc, timeout=2)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
