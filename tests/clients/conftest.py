"""What the tests of both clients share."""

import fcntl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hanabi_client import Client

from tests.clients.proxy import Proxy, proxied
from tests.programs import require_program

_HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder with the packages of package.json."""
    require_program("node")
    require_program("npm")
    packages = _HERE / "node_modules"
    with (_HERE / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one worker installs them, and the others wait for it
        installed = packages / ".package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < (_HERE / "package-lock.json").stat().st_mtime:
            install = ["npm", "ci", "--no-audit", "--no-fund"]
            try:
                subprocess.run(install, cwd=_HERE, capture_output=True, timeout=600, check=True)
            except subprocess.SubprocessError:
                pytest.skip("needs the packages of tests/clients/package.json (npm could not install them)")
    return packages


@pytest.fixture
def proxy(server: str) -> Iterator[Proxy]:
    """A proxy before the service."""
    with proxied(server) as found:
        yield found


@pytest.fixture
def client(server: str) -> Iterator[Client]:
    """A client for Python with an account. It also prepares what the client for TypeScript finds."""
    with Client(server) as found:
        found.create_account()
        yield found
