"""Copies of an empty Postgres cluster, which are faster than initdb."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from service.platform.embedded_postgres import binaries
from service.platform.embedded_postgres.data_directory import Home
from service.platform.embedded_postgres.new_cluster import create_cluster
from service.platform.embedded_postgres.os_user import OsUser
from service.platform.embedded_postgres.postmaster import lock_file


def new_template(folder: Path) -> Path:
    """Create a cluster in `folder`. Return its data directory."""
    home = Home(folder, OsUser.for_postgres())
    programs = binaries.find_binaries(home.user, major=None, setting=None, copies=folder / "copies")
    lock = lock_file(home.lock)
    assert lock is not None
    create_cluster(home, programs, name="hanabi", durable=False, server_lock=lock)
    return home.cluster


def copy_instead_of_initdb(template: Path) -> Callable[..., None]:
    """Return a replacement of `create_cluster` that copies a template."""

    def copy(home: Home, *_: Any, **__: Any) -> None:
        subprocess.run(["cp", "-a", template, home.cluster], check=True)

    return copy
