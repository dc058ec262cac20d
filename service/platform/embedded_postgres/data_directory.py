"""The folder of the data, lock, log and socket of the server."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.platform.embedded_postgres.os_user import OsUser
from service.platform.embedded_postgres.postmaster import SOCKET_NAME, Postmaster

_SOCKET_PREFIX: Final = "hanabi-"
_LONGEST_SOCKET_PATH: Final = 103  # bytes; Linux allows 107, macOS 103


@dataclass(frozen=True)
class Home:
    """The folder of a cluster with its lock and log."""

    folder: Path
    user: OsUser

    @classmethod
    def of(cls, folder: Path) -> Home:
        """Return the home in a folder that has a cluster."""
        owner = (folder / "postgres").stat()
        return cls(folder, OsUser.with_uid(owner.st_uid, owner.st_gid))

    @property
    def cluster(self) -> Path:
        """The data directory of Postgres."""
        return self.folder / "postgres"

    @property
    def lock(self) -> Path:
        """The lock that every process of the server has. It is free when all have ended."""
        return self.folder / "server.lock"

    @property
    def log(self) -> Path:
        """The log of the server."""
        return self.folder / "postgres.log"

    def major(self) -> int | None:
        """Return the major version that created the cluster; None without a cluster. Raises LookupError."""
        try:
            return int((self.cluster / "PG_VERSION").read_text())
        except FileNotFoundError:
            if self.cluster.exists():
                raise LookupError(f"{self.cluster} exists, but is no data folder of Postgres.") from None
            return None
        except PermissionError:
            raise LookupError(
                f"{self.cluster} belongs to the user {self.user.name}. It was made when root started the"
                " service: start it as root again, or name another folder: DATA_DIR=/some/where."
            ) from None

    def free_socket_folder(self, before: Path | None = None) -> Path:
        """Return an empty private folder for the socket, `before` if possible.

        Only the cluster's user may enter it. No server may run, since the socket files of a killed server are deleted.
        Raises LookupError.
        """
        left = Postmaster.of(self.cluster)
        candidates = [before] if before else [self.folder / "socket", *([left.socket_folder] if left else [])]
        for folder in candidates:
            if _fits(folder) and _is_private(folder, self.user):
                # The lock file names a process id that another program may have now.
                for name in (SOCKET_NAME, f"{SOCKET_NAME}.lock"):
                    (folder / name).unlink(missing_ok=True)
                return folder
        if _fits(self.folder / "socket") and not (self.folder / "socket").exists():
            return self.user.make_folder(self.folder / "socket")
        for parent in (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")):
            folder = parent / f"{_SOCKET_PREFIX}{secrets.token_hex(8)}"
            if parent.is_dir() and _fits(folder) and self.user.may_enter(parent):
                return self.user.make_folder(folder)
        raise LookupError("No folder with a path short enough for a socket was found. Set TMPDIR to such a folder.")

    def remove_socket_folder(self, folder: Path) -> None:
        """Delete the socket folder if it is outside the data folder."""
        if folder.parent != self.folder and folder.name.startswith(_SOCKET_PREFIX):
            shutil.rmtree(folder, ignore_errors=True)


def ensure_folder(folder: Path) -> Path:
    """Create the folder if it is missing, and return it.

    Other users have no access, except that they can pass through a folder of root.
    """
    if not folder.is_dir():
        mode = 0o711 if os.geteuid() == 0 else 0o700
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=mode, exist_ok=True)  # another start may have created it meanwhile
        folder.chmod(mode)  # regardless of the umask
    return folder


def _fits(folder: Path) -> bool:
    # libpq would read a comma as a list of hosts.
    path = str(folder / SOCKET_NAME)
    return bool(re.fullmatch(r"[\w./ @+=~-]+", path)) and len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH


def _is_private(folder: Path, user: OsUser) -> bool:
    try:
        found = folder.lstat()
    except OSError:
        return False
    return found.st_mode == 0o40700 and found.st_uid == user.uid
