"""The operating system user of Postgres, which refuses to run as root."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Postgres does not inherit the environment: PGPORT or an unknown locale would change its behavior.
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": "/"}

# Any, because no overload of subprocess.run takes its keywords from a dictionary.
_AS_TEXT: Any = {"text": True, "errors": "replace", "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}


@dataclass(frozen=True)
class OsUser:
    """A user that runs programs, which may be another user for root."""

    name: str
    uid: int
    gid: int

    @classmethod
    def for_postgres(cls) -> OsUser:
        """Return the user that runs Postgres.

        It is the current user, unless that is root: then `postgres`, or else `nobody`. Raises LookupError if neither
        exists.
        """
        if os.geteuid() != 0:
            return cls.with_uid(os.geteuid(), os.getegid())
        for candidate in ("postgres", "nobody"):
            try:
                entry = pwd.getpwnam(candidate)
            except KeyError:
                continue
            if entry.pw_uid != 0:
                return cls(candidate, entry.pw_uid, entry.pw_gid)
        raise LookupError(
            "Postgres refuses to run as root, and there is no user postgres or nobody."
            " Run this command as another user."
        )

    @classmethod
    def with_uid(cls, uid: int, gid: int) -> OsUser:
        """Return the user with this number. A user without a name is called by its number."""
        try:
            return cls(pwd.getpwuid(uid).pw_name, uid, gid)
        except KeyError:
            return cls(f"#{uid}", uid, gid)

    @property
    def is_another(self) -> bool:
        """Whether this user is not the user of this process."""
        return self.uid != os.geteuid()

    def may_enter(self, folder: Path) -> bool:
        """Return whether this user can enter `folder`, according to the operating system."""
        return self.run(["test", "-x", folder]).returncode == 0

    def make_folder(self, folder: Path) -> Path:
        """Create a folder that only this user can enter. Return it."""
        folder.mkdir(mode=0o700)
        if self.is_another:
            os.chown(folder, self.uid, self.gid)
        return folder

    def run(self, command: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
        """Run a command until it ends. `stdout` contains its output and errors as text."""
        options.setdefault("input", "")  # otherwise the command would read the input of this process
        return subprocess.run(command, check=False, **_AS_TEXT, **self._identity(), **options)

    def spawn(self, command: Sequence[str | Path], **options: Any) -> subprocess.Popen[bytes]:
        """Start a command in a new session, which Ctrl-C does not stop."""
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, start_new_session=True, **self._identity(), **options
        )

    def _identity(self) -> Any:
        identity: Any = {"env": _ENVIRONMENT, "cwd": "/", "umask": 0o077}
        if self.is_another:
            identity |= {"user": self.uid, "group": self.gid, "extra_groups": []}
        return identity
