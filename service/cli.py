"""The command `hanabi`: the service together with its database."""

from __future__ import annotations

import argparse
import ctypes
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from types import FrameType
from typing import Final
from urllib.parse import urlsplit

from engine.__main__ import main as verify
from service import resources
from service.embedded_postgres import EmbeddedPostgres, PostgresFailed
from service.settings import BadSetting, Settings

# This process never imports psycopg or the application: gunicorn's workers must patch the standard library first.

__all__ = ["main"]

_BAD_SETTING: Final = 2
_WATCH_S: Final = 0.5  # how often it is seen whether the embedded Postgres still stands
_PORT_TIMEOUT_S: Final = 3  # the workers of a killed start need a second to notice, and leave the port
_PR_SET_PDEATHSIG: Final = 1
_GAME: Final = '{"seats":2,"rules":{"edition":"de","starting_seat":0}}'
_MOVE: Final = '{"type":"play","card":0,"expected_version":0}'


class _Failed(Exception):
    """The command cannot go on; the message is for whoever called it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; its exit status is 0 when all went well, and 2 for a setting or a file that cannot be used."""
    parser = argparse.ArgumentParser(prog="hanabi", description="The Hanabi server.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, what, says in (
        ("run", _run, "start the service, with an embedded Postgres unless DATABASE_URL is set"),
        ("migrate", _migrate, "bring the database to the newest schema"),
        ("chores", _chores, "for cron: end games that idle past their limit"),
        ("health", _health, "tell by the exit status whether the service answers"),
    ):
        commands.add_parser(name, help=says).set_defaults(command=what, takes=())
    database = commands.add_parser("db", help="what is done to the database now and then")
    on_it = database.add_subparsers(required=True, metavar="what")
    on_it.add_parser("distribute", help="spread its tables over machines by Citus").set_defaults(
        command=_distribute, takes=()
    )
    beside = on_it.add_parser(
        "run", help="run a program that finds the database in DATABASE_URL, and PostgreSQL's own programs on the PATH"
    )
    beside.add_argument("program", metavar="PROGRAM", nargs=argparse.REMAINDER, help="what to run, and its arguments")
    beside.set_defaults(command=_run_beside, takes=("program",))
    on_it.add_parser("recount", help="make the tally of the statistics anew from the games").set_defaults(
        command=_recount, takes=()
    )
    bring = commands.add_parser("import", help="keep the games of a file, one a line: records, exports of hanab.live")
    bring.add_argument("file", metavar="FILE", help="what to read; - for standard input")
    bring.add_argument("--account", metavar="ID", help="whose the games will be; by default nobody's")
    bring.set_defaults(command=_import, takes=("file", "account"))
    give = commands.add_parser("export", help="write the record of every finished public game, one a line")
    give.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="where to; - for standard output, the default"
    )
    give.add_argument(
        "--after", metavar="ID", help="the last game that the file has already: add those that ended later"
    )
    give.set_defaults(command=_export, takes=("file", "after"))
    verifier = commands.add_parser("verify", help="tell whether the record of a game is true, without any service")
    verifier.add_argument("file", metavar="FILE", help="the record, as it was exported; - is standard input")
    verifier.set_defaults(command=None)
    chosen = parser.parse_args(arguments)
    if chosen.command is None:
        return verify([chosen.file], program="hanabi verify")
    command: Callable[..., int] = chosen.command
    try:
        return command(Settings.from_environ(), **{name: getattr(chosen, name) for name in chosen.takes})
    except BadSetting as error:
        return _complain(error, _BAD_SETTING)
    except (_Failed, PostgresFailed) as error:
        return _complain(error, 1)


def _complain(error: Exception, status: int) -> int:
    print(f"hanabi: {error}", file=sys.stderr)
    return status


def _run(settings: Settings) -> int:
    signals = _Signals()
    with _postgres(settings, signals) as postgres:
        _wait_for_port(settings)
        environ = _environ(settings, postgres)
        _migrate_apart(environ)
        return _serve(settings, environ, postgres, signals)


def _migrate(settings: Settings) -> int:
    if settings.database_url is None:
        with _postgres(settings, _Signals()) as postgres:
            _migrate_apart(_environ(settings, postgres))
        return 0
    from psycopg import OperationalError as Unreachable
    from sqlalchemy.exc import OperationalError

    from alembic import command, config
    from service.database import citus, errors

    try:
        if not settings.pgbouncer:
            errors.refuse_pooler(settings.database_url)
        command.upgrade(config.Config(str(resources.ROOT / "alembic.ini")), "head")
        if citus.is_distributed(settings.database_url):
            citus.distribute(settings.database_url, _tell)  # what has come with a migration
    except (errors.PoolerUnannounced, citus.CannotDistribute) as error:
        raise _Failed(str(error)) from None
    except Unreachable as error:
        raise _Failed(f"The database does not answer: {str(error).strip()}") from None
    except OperationalError as error:
        raise _Failed(f"The database does not answer: {str(error.orig).strip()}") from None
    return 0


def _chores(settings: Settings) -> int:
    settings = _with_database(settings)
    from service.maintenance import jobs

    print(jobs.main(settings))
    return 0


def _import(settings: Settings, *, file: str, account: str | None) -> int:
    settings = _with_database(settings)
    from service.maintenance import bulk_transfer

    with _answering():
        summary, tally = bulk_transfer.import_games(settings, file, account=account)
    print(summary)
    return 1 if tally.refused else 0


def _export(settings: Settings, *, file: str, after: str | None) -> int:
    settings = _with_database(settings)
    from service.maintenance import bulk_transfer

    try:
        with _answering():
            print(bulk_transfer.export_games(settings, file, after=after), file=sys.stderr)
    except BrokenPipeError:  # whoever read has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


@contextmanager
def _answering() -> Iterator[None]:
    """Turn what a transfer can meet into a message."""
    import psycopg
    import sqlalchemy.exc

    from service.maintenance import bulk_transfer

    try:
        yield
    except bulk_transfer.Unusable as error:
        raise _Failed(str(error)) from None
    except (psycopg.OperationalError, sqlalchemy.exc.OperationalError) as error:
        raise _Failed(f"The database does not answer: {str(getattr(error, 'orig', error)).strip()}") from None


def _with_database(settings: Settings) -> Settings:
    """Return the settings with the address of a database: the one that is named, or the embedded one that runs."""
    url = settings.database_url
    if url is None:
        url = EmbeddedPostgres(settings.data_dir, os_user=settings.pg_os_user).url_of_running()
    if url is None:
        raise _Failed(f"No embedded Postgres answers in {settings.data_dir}, and DATABASE_URL is not set.")
    return replace(settings, database_url=url)


def _distribute(settings: Settings) -> int:
    if settings.database_url is None:
        raise _Failed("DATABASE_URL is not set: the embedded Postgres is one machine's, and has no Citus.")
    from psycopg import OperationalError as Unreachable

    from service.database import citus, errors

    try:
        errors.refuse_pooler(settings.database_url)
        done = citus.distribute(settings.database_url, _tell)
    except (citus.CannotDistribute, errors.PoolerUnannounced) as error:
        raise _Failed(str(error)) from None
    except Unreachable as error:
        raise _Failed(f"The database does not answer: {str(error).strip()}") from None
    print(f"distributed {', '.join(done)}" if done else "Everything is distributed already.")
    return 0


def _run_beside(settings: Settings, *, program: list[str]) -> int:
    if not program:
        raise _Failed("No program is named: hanabi db run ops/backup.sh hanabi.dump, for one.")
    embedded = EmbeddedPostgres(settings.data_dir, bin_dir=settings.pg_bin, os_user=settings.pg_os_user)
    with ExitStack() as stack:
        if settings.database_url is not None:
            environ = {**os.environ, "DATABASE_URL": settings.database_url}
        elif url := embedded.url_of_running():
            environ = _environ_at(url)
        else:  # it is started for as long as the program runs
            postgres = stack.enter_context(_postgres(settings, _Signals()))
            environ = _environ(settings, postgres)
        if settings.database_url is None:
            environ["PATH"] = f"{embedded.programs()}{os.pathsep}{environ.get('PATH', os.defpath)}"
        environ.setdefault("PYTHON", sys.executable)
        try:
            return subprocess.run(program, env=environ, check=False).returncode
        except OSError as error:
            raise _Failed(f"{program[0]} cannot be run: {error.strerror}.") from None


def _tell(what: str) -> None:
    print(f"hanabi: {what}", file=sys.stderr, flush=True)


def _recount(settings: Settings) -> int:
    settings = _with_database(settings)
    from service.maintenance import jobs

    with _answering():
        print(f"counted {jobs.recount(settings):,} finished games")
    return 0


def _health(settings: Settings) -> int:
    if not _lives(settings):
        raise _Failed(f"Nothing answers at {settings.url}/livez.")
    return 0


@contextmanager
def _postgres(settings: Settings, signals: _Signals) -> Iterator[EmbeddedPostgres | None]:
    """The embedded Postgres, not started yet, but its data folder claimed; None when DATABASE_URL names another."""
    if settings.database_url is not None:
        yield None
        return
    postgres = EmbeddedPostgres(
        settings.data_dir,
        bin_dir=settings.pg_bin,
        os_user=settings.pg_os_user,
        max_connections=settings.workers * (settings.pool_size + 2) + 20,
    )
    try:
        postgres.claim()
        yield postgres
    finally:
        signals.ignore()  # a second Ctrl-C must not interrupt the shutdown
        postgres.stop()


def _environ(settings: Settings, postgres: EmbeddedPostgres | None) -> dict[str, str]:
    """The environment for processes that use the database; the embedded one is started for them."""
    if postgres is None:
        return {**os.environ, "DATABASE_URL": settings.database_url or ""}
    return _environ_at(postgres.start())


def _environ_at(url: str) -> dict[str, str]:
    # PGOPTIONS and the like are meant for other servers.
    others = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**others, "DATABASE_URL": url}


def _place(settings: Settings, postgres: EmbeddedPostgres | None) -> str:
    """Where the data lie, in words."""
    if postgres is None:
        return "in the database that DATABASE_URL names"
    moved = postgres.data_folder != settings.data_dir
    return f"{postgres.data_folder} (named in {settings.data_dir})" if moved else str(settings.data_dir)


def _migrate_apart(environ: dict[str, str]) -> None:
    migration = [sys.executable, "-m", "service.cli", "migrate"]
    if subprocess.run(migration, env=environ, cwd=resources.ROOT, check=False).returncode != 0:
        raise _Failed("The database could not be migrated.")


def _serve(settings: Settings, environ: dict[str, str], postgres: EmbeddedPostgres | None, signals: _Signals) -> int:
    gunicorn = [sys.executable, "-m", "gunicorn", "-c", str(resources.ROOT / "gunicorn.conf.py")]
    server = subprocess.Popen(
        [*gunicorn, "service.app:create_app()"],
        env=environ,
        cwd=resources.ROOT,
        start_new_session=True,  # a Ctrl-C reaches it through us alone, and once
        preexec_fn=_end_with_parent(os.getpid()),  # noqa: PLW1509  (this process has no threads)
    )
    signals.forward_to(server)
    try:
        while server.poll() is None and not _lives(settings):
            time.sleep(0.1)
        if server.poll() is None:
            print(_welcome(settings.url, _place(settings, postgres)), flush=True)
        status = _wait(server, postgres)
    finally:
        server.terminate()
        server.wait()
    if status != 0:
        raise _Failed(f"gunicorn ended with status {status}; what it said stands above.")
    return 0


def _wait(server: subprocess.Popen[bytes], postgres: EmbeddedPostgres | None) -> int:
    """gunicorn's exit status, once it has ended; an embedded Postgres that ends before it is started again."""
    said = ""
    while True:
        with suppress(subprocess.TimeoutExpired):
            return server.wait(_WATCH_S)
        try:
            if postgres is not None and postgres.revive():
                _say("Postgres had ended, and was started again.")
                said = ""
        except PostgresFailed as error:
            if str(error) != said:
                said = str(error)
                _say(said)


def _say(message: str) -> None:
    """Tell what happens while the service runs, unless there is no room for it: the disk may be full of which it is."""
    with suppress(OSError):
        print(f"hanabi: {message}", file=sys.stderr, flush=True)


class _Signals:
    """Before gunicorn runs, a signal ends the command; from then on it is gunicorn's."""

    def __init__(self) -> None:
        self._server: subprocess.Popen[bytes] | None = None
        # To gunicorn a hangup means: reload. In a terminal that is closed it has to mean: end.
        self._meaning = {signal.SIGHUP: signal.SIGTERM} if sys.stdin and sys.stdin.isatty() else {}
        self._watched = [signal.SIGTERM, signal.SIGINT]
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup wants it
            self._watched.append(signal.SIGHUP)
        for number in self._watched:
            signal.signal(number, self._receive)

    def forward_to(self, server: subprocess.Popen[bytes]) -> None:
        self._server = server

    def ignore(self) -> None:
        for number in self._watched:
            signal.signal(number, signal.SIG_IGN)

    def _receive(self, number: int, _: FrameType | None) -> None:
        if self._server is None:
            raise SystemExit(128 + number)
        self._server.send_signal(self._meaning.get(signal.Signals(number), number))


def _end_with_parent(parent: int) -> Callable[[], None] | None:
    """What makes a child end when this process is killed, where the system can do that."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)

    return ask


def _wait_for_port(settings: Settings) -> None:
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
            raise _Failed(
                f"The service cannot listen on {settings.address}: {error.strerror}."
                " Choose another with PORT=… or HOST=…"
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


def _welcome(url: str, place: str) -> str:
    """The address, the data folder, and a first game, to be pasted into a shell."""
    send = "-H 'Content-Type: application/json' -d"
    ada, bob = (f'-H "Authorization: Bearer ${name}"' for name in ("ADA", "BOB"))
    token = r"""| sed 's/.*"token": *"\([^"]*\)".*/\1/')"""
    game = r"""| sed 's/.*"id": *"\(g_[^"]*\)".*/\1/')"""
    first_game = (
        f"""ADA=$(curl -s {url}/v1/accounts {send} '{{"name":"Ada"}}' {token}""",
        f"""BOB=$(curl -s {url}/v1/accounts {send} '{{"name":"Bob"}}' {token}""",
        f"""GAME=$(curl -s {url}/v1/games {ada} {send} '{_GAME}' {game}""",
        # One call for two requests: Bob takes his seat, then Ada plays.
        f"""curl -s -o /dev/null {url}/v1/games/$GAME/seats {bob} {send} '{{}}'"""
        f""" --next -s {url}/v1/games/$GAME/moves {ada} {send} '{_MOVE}'""",
    )
    lines = "\n".join(first_game)
    return f"\nAddress: {url}\nData:    {place}\n\nA first game, for another terminal:\n\n{lines}\n"


if __name__ == "__main__":
    sys.exit(main())
