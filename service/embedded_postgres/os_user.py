"""The user of the operating system that Postgres runs as, since Postgres refuses to be root."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["OsUser"]

# Nothing of the caller's environment reaches Postgres: PGPORT or an unknown locale would change what it does.
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": "/"}

# Any, because no overload of subprocess.run takes its keywords from a dictionary.
_AS_TEXT: Any = {"text": True, "errors": "replace", "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}


@dataclass(frozen=True)
class OsUser:
    """Somebody to run programs as: this process's own user, or another one when root asks."""

    name: str
    uid: int
    gid: int

    @classmethod
    def for_postgres(cls, wanted: str | None) -> OsUser:
        """Who is to run Postgres: ourselves, or for root `wanted`, else postgres, else nobody.

        Raises LookupError when there is no such user, or when it is root.
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
        """The user with this number; one without a name is called by it."""
        try:
            return cls(pwd.getpwuid(uid).pw_name, uid, gid)
        except KeyError:
            return cls(f"#{uid}", uid, gid)

    @property
    def is_another(self) -> bool:
        """Whether programs have to change user to run as this one."""
        return self.uid != os.geteuid()

    def may_enter(self, folder: Path) -> bool:
        """Whether this user reaches what lies in `folder`, asked of the system itself."""
        return self.run(["test", "-x", folder]).returncode == 0

    def make_folder(self, folder: Path) -> Path:
        """`folder`, newly made, this user's own and closed to all others."""
        folder.mkdir(mode=0o700)
        if self.is_another:
            os.chown(folder, self.uid, self.gid)
        return folder

    def run(self, command: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
        """Runs `command` to its end; output and errors together, as text, in `stdout`."""
        options.setdefault("input", "")  # or it would read what is meant for us
        return subprocess.run(command, check=False, **_AS_TEXT, **self._identity(), **options)

    def spawn(self, command: Sequence[str | Path], **options: Any) -> subprocess.Popen[bytes]:
        """Starts `command` in a session of its own, where no Ctrl-C of a terminal reaches it."""
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, start_new_session=True, **self._identity(), **options
        )

    def _identity(self) -> Any:
        identity: Any = {"env": _ENVIRONMENT, "cwd": "/", "umask": 0o077}
        if self.is_another:
            identity |= {"user": self.uid, "group": self.gid, "extra_groups": []}
        return identity
