"""Run a program on a Citus cluster on this machine: `python -m tests.citus_cluster PROGRAM …`.

The cluster is a coordinator and two workers of the PostgreSQL to which Citus was installed (PG_CONFIG, by default that
of the PATH). The program gets DATABASE_URL, and its end is that of the cluster. If DATABASE_URL is set, its cluster is
used instead.
"""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import psycopg

from service.platform.embedded_postgres.os_user import OsUser
from tests.served import free_port

_WORKERS: Final = 2
_SETTINGS: Final = (
    "listen_addresses = '127.0.0.1'",
    "shared_preload_libraries = 'citus'",
    "wal_level = logical",
    "max_connections = 1000",  # Citus holds four for each database of a run
    "max_prepared_transactions = 200",
    "max_worker_processes = 100",  # one for each database of a run
    "fsync = off",
    "citus.enable_statistics_collection = off",
    "citus.shard_count = 4",
    "citus.max_adaptive_executor_pool_size = 1",
)
_USER: Final = "hanabi"


class NoCitus(Exception):
    """Citus is not installed, or does not start. The message says what to do."""


def main(program: Sequence[str]) -> int:
    """Run a program with the DATABASE_URL of a cluster. Return its exit status."""
    if os.environ.get("DATABASE_URL"):
        return subprocess.run(program, check=False).returncode
    try:
        with cluster() as url:
            return subprocess.run(program, env={**os.environ, "DATABASE_URL": url}, check=False).returncode
    except NoCitus as missing:
        print(f"tests.citus_cluster: {missing}", file=sys.stderr)
        return 2


@contextmanager
def cluster() -> Iterator[str]:
    """Yield the URL of a coordinator with two workers. They are deleted after the block. Raises NoCitus."""
    programs = _programs()
    os_user = OsUser.for_postgres()
    # The user that runs Postgres for root cannot enter the folders that tempfile creates.
    root = os_user.make_folder(Path(tempfile.gettempdir()) / f"hanabi-citus-{secrets.token_hex(8)}")
    try:
        with ExitStack() as nodes:
            ports = [nodes.enter_context(_node(programs, os_user, root / str(n))) for n in range(_WORKERS + 1)]
            for port in ports:
                with psycopg.connect(_url(port, "postgres"), autocommit=True) as db:
                    db.execute(f"create database {_USER}".encode())
                with psycopg.connect(_url(port), autocommit=True) as db:
                    db.execute("create extension citus")
            with psycopg.connect(_url(ports[0]), autocommit=True) as db:
                db.execute("select citus_set_coordinator_host('127.0.0.1', %s)", (ports[0],))
                for port in ports[1:]:
                    db.execute("select citus_add_node('127.0.0.1', %s)", (port,))
            yield _url(ports[0])
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _programs() -> Path:
    """Return the folder of the programs of the PostgreSQL that has Citus."""
    command = os.environ.get("PG_CONFIG", "pg_config")
    try:
        said = [subprocess.check_output([command, f"--{what}"], text=True).strip() for what in ("bindir", "pkglibdir")]
    except OSError:
        raise NoCitus(f"there is no {command}: install PostgreSQL and Citus, and name it in PG_CONFIG") from None
    programs, libraries = map(Path, said)
    if not (libraries / "citus.so").exists():
        raise NoCitus(f"{libraries} has no citus.so: install Citus (docs/scale.md), or name its PG_CONFIG")
    return programs


@contextmanager
def _node(programs: Path, os_user: OsUser, data: Path) -> Iterator[int]:
    port = free_port()
    _run(os_user, programs / "initdb", "-D", data, "-U", _USER, "--auth=trust", "--no-sync", "-E", "UTF8")
    with (data / "postgresql.conf").open("a") as settings:
        print(*_SETTINGS, f"port = {port}", f"unix_socket_directories = '{data}'", sep="\n", file=settings)
    server = (programs / "pg_ctl", "-D", data, "-w", "-l", data / "log")
    _run(os_user, *server, "start")
    try:
        yield port
    finally:
        _run(os_user, *server, "-m", "immediate", "stop")


def _run(os_user: OsUser, *command: str | Path) -> None:
    done = os_user.run(command)
    if done.returncode:
        raise NoCitus(f"{command[0]} failed: {done.stdout}")


def _url(port: int, database: str = _USER) -> str:
    return f"postgresql://{_USER}@127.0.0.1:{port}/{database}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
