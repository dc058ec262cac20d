"""Tokens that a program keeps until its next start: in the keyring of the platform, or in a file."""

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import IO, Final, TypedDict

__all__ = ["KeptTokens", "Tokens"]

_SERVICE: Final = "hanabi-client"


class Tokens(TypedDict):
    """What a person has allowed a program."""

    access_token: str
    refresh_token: str
    scope: str
    expires_at: float
    """When the access token ends, in seconds since 1970."""


class KeptTokens:
    """The tokens of one app at one service. The methods wait for files."""

    def __init__(self, issuer: str, client_id: str, folder: Path | None = None) -> None:
        """Without a folder, use the keyring if the package `keyring` finds one, and a file beside others' settings."""
        self._name = f"{client_id} at {issuer}"
        self._keyring = None if folder is not None else _keyring()
        self._file = (folder or _folder()) / f"{hashlib.sha256(self._name.encode()).hexdigest()[:32]}.json"

    def read(self) -> Tokens | None:
        """Return the tokens; None without any. Those in a file are newer than those in the keyring."""
        text: str | None
        try:
            text = self._file.read_text(encoding="utf-8")
        except FileNotFoundError:
            text = self._keyring.get_password(_SERVICE, self._name) if self._keyring is not None else None
        tokens: Tokens | None = json.loads(text or "null")
        return tokens

    def write(self, tokens: Tokens) -> None:
        """Keep the tokens. No other user of the computer can read the file, which takes what the keyring refuses."""
        text = json.dumps(tokens)
        if self._keyring is not None:
            with contextlib.suppress(self._keyring.errors.KeyringError):
                self._keyring.set_password(_SERVICE, self._name, text)
                self._file.unlink(missing_ok=True)
                return
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, part = tempfile.mkstemp(dir=self._file.parent)  # with mode 600
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, self._file)

    def remove(self) -> None:
        """Forget the tokens."""
        if self._keyring is not None and self._keyring.get_password(_SERVICE, self._name):
            self._keyring.delete_password(_SERVICE, self._name)
        self._file.unlink(missing_ok=True)

    def lock(self) -> IO[bytes]:
        """Wait until no other program renews these tokens, and return a lock to close.

        Two programs with the same refresh token would look like a thief, and the app would end.
        """
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._file.with_suffix(".lock").open("ab")
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        return file


def _folder() -> Path:
    """Return the folder in which the platform keeps settings of programs."""
    if sys.platform == "win32":
        return Path(os.environ["APPDATA"]) / _SERVICE
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / _SERVICE
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / _SERVICE


def _keyring() -> ModuleType | None:
    """Return the package `keyring`, if it is installed and the platform has a keyring that is open."""
    with contextlib.suppress(ImportError):
        import keyring
        from keyring.errors import KeyringError

        with contextlib.suppress(KeyringError):
            keyring.get_password(_SERVICE, _SERVICE)  # raises an error without a keyring
            found: ModuleType = keyring
            return found
    return None
