"""`hanabi run`: start and migrate the database, and serve with gunicorn."""

import http.client
import socket
import subprocess
import sys
import time
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from service.cli import child_process
from service.cli.database_commands import migrate_in_process
from service.cli.job_processes import JobWorkers
from service.platform.commands.database_address import embedded_postgres, environ_with_database
from service.platform.commands.failure import CommandFailed
from service.platform.commands.signals import Signals
from service.platform.embedded_postgres import EmbeddedPostgres, PostgresFailed
from service.platform.server import metrics_folder
from service.platform.settings import Settings

_WATCH_S: Final = 0.5  # interval at which the embedded Postgres is checked
_PORT_TIMEOUT_S: Final = 3  # workers of a killed gunicorn release the port after about a second


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
    gunicorn = ["gunicorn", "-c", "python:service.platform.server.gunicorn_settings", "service.app:create_app()"]
    server = child_process.start(gunicorn, environ)
    signals.forward_to(server)
    forget = postgres.forget if postgres else lambda: None
    workers = JobWorkers(0, environ, forget)
    try:
        while server.poll() is None and not _lives(settings):
            time.sleep(0.1)
        if server.poll() is None:
            print(welcome(settings.url, settings.pages_url, _place(settings, postgres)), flush=True)
            workers = JobWorkers(settings.analysis_workers, environ | metrics_folder.of_gunicorn(server.pid), forget)
        status = _wait(server, postgres, workers)
    finally:
        server.terminate()
        server.wait()
        workers.stop()
    if status != 0:
        raise CommandFailed(f"gunicorn ended with status {status}; its messages are above.")
    return 0


def _wait(server: subprocess.Popen[bytes], postgres: EmbeddedPostgres | None, workers: JobWorkers) -> int:
    """Wait for gunicorn and return its exit status. Restart the embedded Postgres and the workers when they end."""
    reported = ""
    while True:
        with suppress(subprocess.TimeoutExpired):
            return server.wait(_WATCH_S)
        if workers.revive():
            _report("A worker for jobs has ended and will be restarted.")
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


_GAME: Final = '{"seats":2,"rules":{"edition":"de","starting_seat":0}}'
_MOVE: Final = '{"type":"play","card":0,"expected_version":0}'


def welcome(url: str, pages: str, place: str) -> str:
    """Return the addresses, the data location, and commands for a first game."""
    send = "-H 'Content-Type: application/json' -d"
    ada, bob = (f'-H "Authorization: Bearer ${name}"' for name in ("ADA", "BOB"))
    token = r"""| sed 's/.*"token": *"\([^"]*\)".*/\1/')"""
    game = r"""| sed 's/.*"id": *"\(g_[^"]*\)".*/\1/')"""
    first_game = (
        f"""ADA=$(curl -s {url}/v1/accounts {send} '{{}}' {token}""",
        f"""BOB=$(curl -s {url}/v1/accounts {send} '{{}}' {token}""",
        f"""GAME=$(curl -s {url}/v1/games {ada} {send} '{_GAME}' {game}""",
        # Two requests with one curl: Bob takes his seat, then Ada plays.
        f"""curl -s -o /dev/null {url}/v1/games/$GAME/seats {bob} {send} '{{}}'"""
        f""" --next -s {url}/v1/games/$GAME/moves {ada} {send} '{_MOVE}'""",
    )
    lines = "\n".join(first_game)
    return f"\nAddress: {url}\nPages:   {pages}\nData:    {place}\n\nA first game, for another terminal:\n\n{lines}\n"
