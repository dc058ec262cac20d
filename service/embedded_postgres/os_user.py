"""The operating system user that runs Postgres, which refuses to run as root."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["OsUser"]

# Postgres does not get the caller's environment: PGPORT or an unknown locale would change its behavior.
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": "/"}

# Any, because no overload of subprocess.run takes its keywords from a dictionary.
_AS_TEXT: Any = {"text": True, "errors": "replace", "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}


@dataclass(frozen=True)
class OsUser:
    """A user that runs programs: the user of this process or, for root, another one."""

    name: str
    uid: int
    gid: int

    @classmethod
    def for_postgres(cls, wanted: str | None) -> OsUser:
        """Return the user that runs Postgres: the current one or, for root, `wanted`, else postgres, else nobody.

        Raises LookupError if there is no such user, or if it is root.
        """
        if os.geteuid() != 0:
            return cls.with_uid(os.geteuid(), os.getegid())
        for name in [wanted] if wanted else ["postgres", "nobody"]:
            try:
                entry = pwd.getpwnam(name)
            except KeyError:
                continue
            if entry.pw_uid != 0:
                return cls(name, entry.pw_uid, entry.pw_gid)
        raise LookupError(
            f"Postgres refuses to run as root, and there is no other user {wanted or 'postgres or nobody'!r}."
            " Set PG_OS_USER to one, or run this as an ordinary user."
        )

    @classmethod
    def with_uid(cls, uid: int, gid: int) -> OsUser:
        """Return the user with this number, which is also the name of a user without one."""
        try:
            return cls(pwd.getpwuid(uid).pw_name, uid, gid)
        except KeyError:
            return cls(f"#{uid}", uid, gid)

    @property
    def is_another(self) -> bool:
        """Whether this is not the user of this process."""
        return self.uid != os.geteuid()

    def may_enter(self, folder: Path) -> bool:
        """Return whether this user can enter `folder`, as the system decides it."""
        return self.run(["test", "-x", folder]).returncode == 0

    def make_folder(self, folder: Path) -> Path:
        """Create a folder that only this user can enter. Return it."""
        folder.mkdir(mode=0o700)
        if self.is_another:
            os.chown(folder, self.uid, self.gid)
        return folder

    def run(self, command: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
        """Run a command to its end. `stdout` has its output and its errors as text."""
        options.setdefault("input", "")  # or it would read this process's input
        return subprocess.run(command, check=False, **_AS_TEXT, **self._identity(), **options)

    def spawn(self, command: Sequence[str | Path], **options: Any) -> subprocess.Popen[bytes]:
        """Start a command in a session of its own, so that a Ctrl-C in the terminal does not reach it."""
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, start_new_session=True, **self._identity(), **options
        )

    def _identity(self) -> Any:
        identity: Any = {"env": _ENVIRONMENT, "cwd": "/", "umask": 0o077}
        if self.is_another:
            identity |= {"user": self.uid, "group": self.gid, "extra_groups": []}
        return identity
