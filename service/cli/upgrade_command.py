"""`hanabi upgrade --check`: rehearse an upgrade on a copy of the data, without changing anything."""

import socket
import subprocess
import sys
import sysconfig
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from service.platform.commands.database_address import environ_at, libpq_variables
from service.platform.commands.failure import CommandFailed
from service.platform.embedded_postgres import throwaway_server
from service.platform.settings import Settings

_START_S: Final = 120


def rehearse(settings: Settings, *, wheel: Path, dump: Path) -> int:
    """Install a wheel beside this one, restore a dump, migrate it, verify every game and serve.

    Say yes or no, and how long each step took. Raises CommandFailed at the first step that fails.
    """
    for file in (wheel, dump):
        if not file.is_file():
            raise CommandFailed(f"There is no file {file}.")
    with (
        TemporaryDirectory(prefix="hanabi-upgrade-") as folder,
        throwaway_server(bin_dir=settings.pg_bin) as (server, url),
    ):
        hanabi = Path(folder, "venv", "bin", "hanabi")
        environ = environ_at(url) | {"HANABI_SETTINGS": "", "PYTHONDONTWRITEBYTECODE": "1"}
        with _step("install"):
            _install(wheel.absolute(), Path(folder, "venv"), environ)
        with _step("restore"):
            restore = ("--no-owner", "--no-acl", "--exit-on-error", f"--dbname={libpq_variables(url)['PGDATABASE']}")
            _call(environ | libpq_variables(url), server.programs() / "pg_restore", *restore, dump)
        with _step("migrate"):
            _call(environ, hanabi, "migrate")
        with _step("verify"):
            _call(environ, hanabi, "db", "verify")
        with _step("serve"):
            _serve(hanabi, environ)
    print("Yes: this upgrade can be made.")
    return 0


@contextmanager
def _step(name: str) -> Iterator[None]:
    """Say how long a step took. Raises CommandFailed with its name."""
    began = time.monotonic()
    try:
        yield
    except (OSError, subprocess.CalledProcessError) as error:
        raise CommandFailed(f"No: the step “{name}” has failed: {error}.") from None
    print(f"{name:8}  {time.monotonic() - began:6.1f} s", flush=True)


def _install(wheel: Path, venv: Path, environ: Mapping[str, str]) -> None:
    """Install the wheel with the packages of its requirements.txt, beside it or in the folder above, if it has one."""
    _call(environ, sys.executable, "-m", "venv", "--without-pip", venv)
    # What is installed now and still wanted is not downloaded again.
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(venv), "platbase": str(venv)}))
    Path(packages, "installed-now.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    pip = (sys.executable, "-m", "pip", "--python", venv / "bin" / "python", "--disable-pip-version-check")
    install = (*pip, "--no-input", "install", "-qq")
    pinned = [file for folder in wheel.parents[:2] if (file := folder / "requirements.txt").is_file()]
    if pinned:
        _call(environ, *install, "--only-binary", ":all:", "--require-hashes", "--no-deps", "-r", pinned[0])
    _call(environ, *install, *(["--no-deps"] if pinned else []), wheel)


def _serve(hanabi: Path, environ: Mapping[str, str]) -> None:
    """Start the service on a free port, and ask whether it is ready."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    own = {"HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1", "ANALYSIS_WORKERS": "0", "ACCESS_LOG": "off"}
    server = subprocess.Popen([hanabi, "run"], env={**environ, **own}, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + _START_S
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
                    answer.read()
                return
            except OSError:
                if time.monotonic() > deadline or server.poll() is not None:
                    raise
                time.sleep(0.1)
    finally:
        server.terminate()
        server.wait()


def _call(environ: Mapping[str, str], program: str | Path, *arguments: str | Path) -> None:
    """Run a program. Its messages are shown. Raises CalledProcessError."""
    subprocess.run([program, *arguments], env=environ, check=True, stdout=sys.stderr)
