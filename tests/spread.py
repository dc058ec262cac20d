"""Create the test databases on a Citus cluster (`pytest --citus`).

DATABASE_URL is the coordinator's. The database in it has the extension and lists the workers. A template is created on
all nodes and distributed with `hanabi db distribute`; each database of the run is a copy of it, made on each node
separately.
"""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from sqlalchemy.engine import make_url

from service.platform.database.citus import distribute

WANTED: Final = "HANABI_TEST_CITUS"
"""The environment variable that is set in a run on a Citus cluster."""

ONE_MACHINE: Final = pytest.mark.skipif(
    "config.getoption('citus')", reason="is about the tables and plans of one machine"
)
_ROOT = Path(__file__).resolve().parents[1]


def wanted() -> bool:
    """Return True if this run is on a Citus cluster."""
    return WANTED in os.environ


def template(server: str, name: str) -> None:
    """Create a migrated, distributed database that allows no connections."""
    distribute(_migrated(server, name))
    for node in _nodes(server):
        with _operator(node) as db:
            db.execute(f'alter database "{name}" with allow_connections false'.encode())
            _end_sessions(db, name)


@contextmanager
def undistributed(server: str) -> Iterator[str]:
    """Yield a migrated database of the coordinator that is not distributed."""
    name = f"hanabi_tests_{secrets.token_hex(6)}"
    try:
        yield _migrated(server, name)
    finally:
        drop_like(server, name)


@contextmanager
def empty(server: str) -> Iterator[str]:
    """Yield an empty database of the coordinator, without the extension."""
    name = f"hanabi_tests_{secrets.token_hex(6)}"
    try:
        with _operator(server) as db:
            db.execute("set citus.enable_create_database_propagation = off")
            db.execute(f'create database "{name}"'.encode())
        yield _beside(server, name)
    finally:
        drop_like(server, name)


def _migrated(server: str, name: str) -> str:
    nodes = _nodes(server)
    for node in nodes:
        with _operator(node) as db:
            db.execute("set citus.enable_create_database_propagation = off")
            db.execute(f'create database "{name}"'.encode())
        with _operator(_beside(node, name)) as db:
            db.execute("create extension citus")
    url = _beside(nodes[0], name)
    with _operator(url) as db:
        for place, machine in enumerate(map(make_url, nodes)):
            add = "citus_add_node" if place else "citus_set_coordinator_host"
            db.execute(f"select {add}(%s, %s)".encode(), (machine.host, machine.port or 5432))
    migration = [sys.executable, "-m", "service.cli", "migrate"]
    subprocess.run(migration, cwd=_ROOT, env={**os.environ, "DATABASE_URL": url}, stdout=sys.stderr, check=True)
    return url


def copy(server: str, name: str, of: str) -> None:
    """Copy the template to a new database, on each node."""
    for node in _nodes(server):
        with _operator(node) as db:
            db.execute("set citus.enable_create_database_propagation = off")
            db.execute(f'create database "{name}" template "{of}"'.encode())


def drop_like(server: str, pattern: str) -> None:
    """Drop the databases whose names match a LIKE pattern, on each node."""
    for node in _nodes(server):
        with _operator(node) as db:
            db.execute("set citus.enable_create_database_propagation = off")
            for (name,) in db.execute("select datname from pg_database where datname like %s", (pattern,)).fetchall():
                db.execute(f'drop database "{name}" with (force)'.encode())


def _nodes(server: str) -> list[str]:
    """Return the URLs of the cluster's nodes, the coordinator first."""
    with _operator(server) as db:
        found = db.execute(
            """select nodename, nodeport from pg_dist_node where noderole = 'primary' and isactive
                order by groupid, nodeid"""
        ).fetchall()
    if not found:
        raise RuntimeError("DATABASE_URL is not on the coordinator of a Citus cluster.")
    return [make_url(server).set(host=host, port=port).render_as_string(hide_password=False) for host, port in found]


def _end_sessions(db: psycopg.Connection[tuple[Any, ...]], name: str) -> None:
    """End all sessions of a database, including those of Citus daemons.

    Postgres copies only databases without sessions.
    """
    deadline = time.monotonic() + 10
    while db.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", (name,)).fetchall():
        if time.monotonic() > deadline:
            raise RuntimeError(f"Sessions of {name} do not end.")
        time.sleep(0.1)


def is_waited_for(db: psycopg.Connection[Any]) -> bool:
    """Return True if a transaction waits for a lock of this connection."""
    here = "select 1 from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))"
    return db.execute("select 1 from citus_lock_waits" if wanted() else here).fetchone() is not None


@contextmanager
def _operator(url: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    with psycopg.connect(url, autocommit=True) as db:
        yield db


def _beside(url: str, database: str) -> str:
    return make_url(url).set(database=database).render_as_string(hide_password=False)
