"""Detection of a Postgres server by its pid file, socket and lock."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

NAME: Final = "hanabi"  # the database and its owner
PORT: Final = 5432  # only part of the socket's name: the server does not listen on TCP
SOCKET_NAME: Final = f".s.PGSQL.{PORT}"
_CANNOT_CONNECT_NOW: Final = b"C57P03"  # starting up, recovering or shutting down


@dataclass(frozen=True)
class Postmaster:
    """The content of postmaster.pid.

    It may be stale, and another program may now have its process id.
    """

    pid: int
    socket_folder: Path

    @classmethod
    def of(cls, cluster: Path) -> Postmaster | None:
        """Read the file in `cluster`. Return None if it is missing or incomplete."""
        try:
            lines = (cluster / "postmaster.pid").read_text().splitlines()
            return cls(int(lines[0]), Path(lines[4]))
        except (FileNotFoundError, IndexError, ValueError):
            return None


def answers(socket_folder: Path, timeout_s: float = 2) -> bool:
    """Return whether a server accepts connections at the socket.

    This uses the wire protocol without psycopg, which must not be imported before gunicorn's workers patch the standard
    library.
    """
    pairs = f"user\0{NAME}\0database\0{NAME}\0\0".encode()
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(timeout_s)
            connection.connect(str(socket_folder / SOCKET_NAME))
            connection.sendall(struct.pack("!ii", 8 + len(pairs), 196608) + pairs)  # protocol 3.0
            with connection.makefile("rb") as stream:
                while header := stream.read(5):
                    kind, length = struct.unpack("!ci", header)
                    body = stream.read(length - 4)
                    if kind == b"E":  # other errors, such as "too many connections", mean that the server is up
                        return _CANNOT_CONNECT_NOW not in body.split(b"\0")
                    if kind == b"Z":
                        connection.sendall(struct.pack("!ci", b"X", 4))
                        return True
    except OSError:
        pass
    return False


def lock_file(path: Path) -> int | None:
    """Lock a file. Return its descriptor, or None if another process has the lock.

    The lock lasts until all processes that inherit the descriptor close it. The file belongs to the owner of its
    folder, so that root does not exclude that user.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if os.geteuid() == 0:
            folder = path.parent.stat()
            os.fchown(descriptor, folder.st_uid, folder.st_gid)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor
