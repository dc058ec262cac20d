"""The Postgres server of one test run, with a database for each worker.

A guard process (this module run as a program) starts the server. It stops it when no process holds the run's lifeline
open any more, so that Ctrl-C and kill -9 leave no server behind. With DATABASE_URL set, the databases are created on
that server instead, and dropped at the end.
"""

import contextlib
import fcntl
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

from service.platform.embedded_postgres import throwaway_postgres
from service.platform.settings import Settings
from tests import spread
from tests.pooled import DEADLINES, PORT, pooler

_ROOT = Path(__file__).resolve().parents[1]


class Run:
    """The folder that the processes of one test run share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lifeline: int | None = None

    def begin(self) -> None:
        """Open the lifeline. Called by the process that outlives all others of the run."""
        os.mkfifo(self.folder / "lifeline")
        self._lifeline = os.open(self.folder / "lifeline", os.O_RDWR)  # no child inherits it

    def end(self) -> None:
        """Close the lifeline, and wait until the server has stopped."""
        if self._lifeline is not None:
            os.close(self._lifeline)
        with contextlib.suppress(FileNotFoundError), _held(self.folder / "guarded"):
            pass
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """Yield the URL of a new, migrated, empty database."""
        server, template = self._server()
        name = f"{template}_{secrets.token_hex(4)}"
        if spread.wanted():
            spread.copy(server, name, of=template)
        else:
            with psycopg.connect(server, autocommit=True) as connected:
                connected.execute(f'create database "{name}" template "{template}"'.encode())
        url = _beside(server, name)
        with psycopg.connect(url, autocommit=True) as fresh:  # else the age of the template would count as a jump
            fresh.execute("update clock set seen_at = now()")
        yield url

    def _server(self) -> tuple[str, str]:
        """Return the server's URL and the template's name. The first call starts the server."""
        found = self.folder / "server"
        with _held(self.folder / "asking"):
            if not found.exists():
                guard = subprocess.Popen(
                    [sys.executable, "-m", "tests.throwaway", self.folder],
                    cwd=_ROOT,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # so that Ctrl-C does not reach it
                    text=True,
                )
                assert guard.stdout is not None
                said = guard.stdout.readline()
                if not said:
                    raise RuntimeError("Postgres for the tests did not start: see above.")
                found.write_text(said)
        server, template = found.read_text().rsplit(maxsplit=1)
        return server, template


def _guard(folder: Path) -> None:
    """Run a server with a migrated template until the lifeline is closed."""
    with _held(folder / "guarded"), contextlib.ExitStack() as stack:
        given = Settings.from_environ().database_url
        server = given or stack.enter_context(throwaway_postgres(max_connections=300))
        template = f"hanabi_tests_{secrets.token_hex(4)}"
        if spread.wanted():
            stack.callback(spread.drop_like, server, f"{template}%")
            spread.template(server, template)
        else:
            with psycopg.connect(server, autocommit=True) as connected:
                connected.execute(f'create database "{template}"'.encode())
                if given:  # the folder of an own server is removed
                    stack.callback(_drop_databases, server, template)
                else:  # it looks into each of some fifty databases again and again
                    connected.execute("alter system set autovacuum = off")
                    connected.execute("select pg_reload_conf()")
            _migrate(_beside(server, template))
        if PORT in os.environ:
            _put_pgbouncer_before(server, stack)
        print(server, template, flush=True)
        with (folder / "lifeline").open() as lifeline:
            lifeline.read()  # returns when the last writer has closed it
    shutil.rmtree(folder, ignore_errors=True)


def _put_pgbouncer_before(server: str, stack: contextlib.ExitStack) -> None:
    with psycopg.connect(server, autocommit=True) as connected:
        for deadline in DEADLINES:
            connected.execute(f"alter role current_user set {deadline}".encode())
    stack.enter_context(pooler(server, int(os.environ[PORT])))


def _migrate(url: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "alembic", "upgrade", "head"],
        cwd=_ROOT,
        env={**os.environ, "DATABASE_URL": url},
        stdout=sys.stderr,
        check=True,
    )


def _drop_databases(server: str, template: str) -> None:
    with psycopg.connect(server, autocommit=True) as connected:
        names = connected.execute("select datname from pg_database where datname like %s", (f"{template}%",))
        for (name,) in names.fetchall():
            connected.execute(f'drop database "{name}" with (force)'.encode())


def _beside(url: str, database: str) -> str:
    return make_url(url).set(database=database).render_as_string(hide_password=False)


@contextlib.contextmanager
def _held(path: Path) -> Iterator[None]:
    with path.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    _guard(Path(sys.argv[1]))
