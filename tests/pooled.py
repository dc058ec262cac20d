"""Run pgbouncer in transaction mode in front of the test databases (`pytest --pgbouncer`)."""

import contextlib
import functools
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from service.platform.embedded_postgres.os_user import OsUser
from service.platform.settings import Settings
from tests.programs import require_program

PORT: Final = "HANABI_TEST_PGBOUNCER_PORT"
"""The environment variable with the port of the run's pgbouncer."""

_UP_WITHIN_S: Final = 60

_CONFIGURATION: Final = """
[databases]
* = host={host} port={port} user={user}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_login_retry = 1
{more}
"""

_TRACKS_STATEMENTS: Final = (1, 21)
"""The first version that supports prepared statements (`max_prepared_statements`)."""

DEADLINES: Final = (
    "lock_timeout = '3750ms'",
    "statement_timeout = '4500ms'",
    "idle_in_transaction_session_timeout = '3s'",
    "client_connection_check_interval = '500ms'",
    "timezone = 'UTC'",
)
"""Settings of the database role, since connections through a pooler cannot set them (docs/operations.md)."""


def tracks_statements() -> bool:
    """Return True if pgbouncer supports prepared statements. Skip the test without pgbouncer."""
    output = subprocess.run(
        [require_program("pgbouncer"), "--version"], capture_output=True, text=True, check=True
    ).stdout
    version = re.search(r"(\d+)\.(\d+)", output)
    assert version is not None, output
    return (int(version[1]), int(version[2])) >= _TRACKS_STATEMENTS


@contextlib.contextmanager
def pooler(url: str, listen: int, **settings: object) -> Iterator[str]:
    """Run pgbouncer in front of a server, and yield the URL through it. Skip the test without pgbouncer."""
    program = require_program("pgbouncer")
    server = make_url(url)
    host, port = server.host or server.query["host"], server.port or server.query.get("port", "5432")
    user = OsUser.for_postgres()  # like Postgres, pgbouncer refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="hanabi-pgbouncer-"))
    folder.chmod(0o755)
    file = folder / "pgbouncer.ini"
    more = "\n".join(f"{name} = {value}" for name, value in settings.items())
    file.write_text(_CONFIGURATION.format(host=host, port=port, user=server.username, listen=listen, more=more))
    libraries = [f"LD_LIBRARY_PATH={os.environ['LD_LIBRARY_PATH']}"] if "LD_LIBRARY_PATH" in os.environ else []
    with (folder / "log").open("wb") as log:
        running = user.spawn(["/usr/bin/env", *libraries, program, str(file)], stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + _UP_WITHIN_S
        while not _answers(listen):
            if running.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"pgbouncer did not start: {(folder / 'log').read_text()}")
            time.sleep(0.05)
        yield _through(url, listen)
    finally:
        running.terminate()
        try:
            running.wait(5)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
        shutil.rmtree(folder, ignore_errors=True)


def announced(url: str, direct: str) -> dict[str, str]:
    """Return the environment variables for a service behind a pooler."""
    return {"DATABASE_URL": url, "PGBOUNCER": "1", "LISTEN_URL": direct}


def environ_for(database_url: str) -> dict[str, str]:
    """Return the environment variables for a database of the run.

    If the run has a pgbouncer, they lead through it.
    """
    if PORT not in os.environ:
        return {"DATABASE_URL": database_url}
    return announced(_through(database_url, int(os.environ[PORT])), database_url)


def route_settings() -> None:
    """Route every `Settings` of this process through the run's pgbouncer."""
    begin = Settings.__init__

    @functools.wraps(begin)
    def through(self: Settings, *given: Any, **named: Any) -> None:
        url = named.get("database_url")
        if isinstance(url, str) and _is_ours(url) and not named.get("pgbouncer"):
            led = environ_for(url)
            named |= {"database_url": led["DATABASE_URL"], "pgbouncer": True}
            named["listen_url"] = named.get("listen_url") or url
        begin(self, *given, **named)

    Settings.__init__ = through  # type: ignore[method-assign]


_ours: set[str | None] = set()


def belongs_to_the_run(url: str) -> None:
    """Register a database that is reached through the run's pgbouncer."""
    _ours.add(make_url(url).database)


def _is_ours(url: str) -> bool:
    try:
        return make_url(url).database in _ours
    except ArgumentError:  # a malformed URL that a test passes
        return False


def _through(url: str, port: int) -> str:
    server = make_url(url)
    kept: Mapping[str, Any] = {name: value for name, value in server.query.items() if name not in ("host", "port")}
    return server.set(host="127.0.0.1", port=port, query=kept).render_as_string(hide_password=False)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
