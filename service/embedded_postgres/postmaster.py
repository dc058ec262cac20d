"""The running Postgres server, as its files and its socket show it."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["PORT", "SOCKET_NAME", "Postmaster", "answers", "hold", "works_of"]

PORT: Final = 5432  # a part of the socket's name only: nothing listens on TCP
SOCKET_NAME: Final = f".s.PGSQL.{PORT}"
_CANNOT_CONNECT_NOW: Final = b"C57P03"  # starting up, recovering or shutting down


@dataclass(frozen=True)
class Postmaster:
    """The content of postmaster.pid. It may be stale, and another program may have its process id now."""

    pid: int
    socket_folder: Path

    @classmethod
    def of(cls, cluster: Path) -> Postmaster | None:
        """Read the file in `cluster`. None if it is missing or incomplete."""
        try:
            lines = (cluster / "postmaster.pid").read_text().splitlines()
            return cls(int(lines[0]), Path(lines[4]))
        except (FileNotFoundError, IndexError, ValueError):
            return None

    def works_in(self, cluster: Path) -> bool:
        """Return whether the process is a Postgres of `cluster`, not a program that got its id later."""
        if Path("/proc/self/cwd").exists():
            try:
                return Path(f"/proc/{self.pid}/cwd").samefile(cluster)
            except OSError:
                return False
        said = subprocess.run(["ps", "-o", "command=", "-p", str(self.pid)], capture_output=True, check=False)
        return b"postgres" in said.stdout


def works_of(cluster: Path) -> list[int]:
    """Return the ids of the processes whose working directory is `cluster`; none without /proc."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if Path(folder, "cwd").samefile(cluster):
                found.append(int(folder.name))
        except OSError:  # it is gone, or another's
            continue
    return found


def answers(socket_folder: Path, *, user: str, database: str, timeout_s: float = 2) -> bool:
    """Return whether a server accepts connections at the socket.

    It speaks the protocol itself, since psycopg must not be imported before gunicorn's workers patch the library.
    """
    pairs = f"user\0{user}\0database\0{database}\0\0".encode()
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(timeout_s)
            connection.connect(str(socket_folder / SOCKET_NAME))
            connection.sendall(struct.pack("!ii", 8 + len(pairs), 196608) + pairs)  # protocol 3.0
            with connection.makefile("rb") as stream:
                while header := stream.read(5):
                    kind, length = struct.unpack("!ci", header)
                    body = stream.read(length - 4)
                    if kind == b"E":  # "too many connections" comes from a server that is up
                        return _CANNOT_CONNECT_NOW not in body.split(b"\0")
                    if kind == b"Z":
                        connection.sendall(struct.pack("!ci", b"X", 4))
                        return True
    except OSError:
        pass
    return False


def hold(lock: Path) -> int | None:
    """Lock a file; return it open, or None if another process has the lock.

    The lock lasts until every process that has the file open is gone. The file belongs to the owner of its folder,
    so root does not lock that user out.
    """
    held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if os.geteuid() == 0:
            folder = lock.parent.stat()
            os.fchown(held, folder.st_uid, folder.st_gid)
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        return None
    except BaseException:
        os.close(held)
        raise
    return held
