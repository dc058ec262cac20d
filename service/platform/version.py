"""The version of the service, which follows from the commit.

It is that of the newest release in `pyproject.toml`, and after its commit also the time and the name of the last
commit. So each commit has a version of its own, and pip installs it in place of another one. `setup.py` runs this file
by its path, so it imports the standard library alone.
"""

import re
import subprocess
import tomllib
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_ROOT: Final = _PACKAGE.parent

_EXPORTED: Final = _ROOT / "commit.txt"
"""Holds a format of git, which `git archive` replaces by what `git log` would print for it."""

_COMMIT: Final = re.compile(r"(?P<time>\d+) (?P<name>[0-9a-f]{8})[0-9a-f]* ?(?P<tag>\S*)")


@cache
def version() -> str:
    """Return the version, such as `0.2.0`, or `0.2.0.post20261129122031+g41644902` between two releases."""
    if (_PACKAGE / "installed").is_dir():
        return metadata.version("hanabi-server")
    return _release() + since_release()


def since_release() -> str:
    """Return what a version says of a commit after the release; empty for the release itself.

    It is also empty if the commit is unknown: without git, outside of a clone and of an archive of git.
    """
    commit = _COMMIT.match(_EXPORTED.read_text()) or _COMMIT.match(_git())
    if commit is None or commit["tag"] == f"v{_release()}":
        return ""
    time = datetime.fromtimestamp(int(commit["time"]), UTC)
    return f".post{time:%Y%m%d%H%M%S}+g{commit['name']}"


def _release() -> str:
    release: str = tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]["version"]
    return release


def _git() -> str:
    if not (_ROOT / ".git").exists():  # a folder inside of another repository
        return ""
    wanted = _EXPORTED.read_text().strip().removeprefix("$Format:").removesuffix("$")
    command = ["git", "log", "-1", f"--format={wanted}"]
    try:
        return subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""
