"""Optional programs of the tests: their paths, Debian packages and output."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import pytest


class _Program(NamedTuple):
    """The names of alternative executables, and their Debian package."""

    executables: tuple[str, ...]
    package: str


_PROGRAMS: Final = {
    "Chromium": _Program(
        # The first one has no windows, and needs a fifth less time.
        ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        "chromium-headless-shell",
    ),
    "cc": _Program(("cc",), "gcc"),
    "cargo": _Program(("cargo",), "cargo"),
    "go": _Program(("go",), "golang-go"),
    "javac": _Program(("javac",), "default-jdk-headless"),
    "curl": _Program(("curl",), "curl"),
    "nginx": _Program(("nginx",), "nginx-light"),
    "node": _Program(("node",), "nodejs"),
    "npm": _Program(("npm",), "npm"),
    "openssl": _Program(("openssl",), "openssl"),
    "pgbouncer": _Program(("pgbouncer",), "pgbouncer"),
    "php": _Program(("php",), "php-cli php-curl php-mbstring php-guzzlehttp-guzzle"),
    "ruby": _Program(("ruby",), "ruby ruby-typhoeus"),
    "Redis": _Program(("valkey-server", "redis-server"), "redis-server"),
}


def find_program(name: str) -> str | None:
    """Return the path of a program, or None. The variable PGBOUNCER_BIN overrides that of pgbouncer."""
    set_by_user = os.environ.get(f"{name.upper()}_BIN")
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"  # Debian puts daemons there
    return set_by_user or next(
        (found for one in _PROGRAMS[name].executables if (found := shutil.which(one, path=path))), None
    )


def require_program(name: str) -> str:
    """Return the path of a program. Skip the test if it is not installed."""
    found = find_program(name)
    if found is None:
        pytest.skip(_need(name))
    return found


def missing_programs() -> list[str]:
    """Return one line for each program that is not installed."""
    return [_need(name) for name in _PROGRAMS if find_program(name) is None]


def _need(name: str) -> str:
    return f"needs {name} (apt-get install {_PROGRAMS[name].package})"


def output_of(*command: object, cwd: Path, **environ: str) -> str:
    """Run a command and return its output. Fail the test if the command fails."""
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout
