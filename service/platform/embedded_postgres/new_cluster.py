"""Creation of a Postgres cluster with an empty database."""

import os
import secrets
import shutil
from pathlib import Path

from service.platform.embedded_postgres.binaries import Binaries
from service.platform.embedded_postgres.data_directory import Home
from service.platform.embedded_postgres.failure import not_started


def create_cluster(home: Home, binaries: Binaries, *, name: str, durable: bool, server_lock: int) -> None:
    """Create the cluster of a home.

    It has a database and an owner called `name`. The cluster is built under another name and then renamed, so it is
    complete or does not exist. The programs inherit the open file `server_lock`. Raises PostgresFailed.
    """
    for unfinished in home.folder.glob("postgres.new-*"):
        shutil.rmtree(unfinished)
    building = home.user.make_folder(home.folder / f"postgres.new-{secrets.token_hex(4)}")
    initdb: list[str | Path] = [
        binaries.folder / "initdb",
        "-D",
        building,
        "-U",
        name,
        "-E",
        "UTF8",
        "--locale=C",
        "-k",
    ]
    initdb += ["--auth-local=trust", "--auth-host=reject"]  # trust is safe: the socket folder is private
    single: list[str | Path] = [binaries.folder / "postgres", "--single", "-D", building, "-c", "log_checkpoints=off"]
    if not durable:
        initdb += ["--no-sync"]
        single += ["-c", "fsync=off"]
    for command, text in ((initdb, ""), ([*single, "postgres"], f"CREATE DATABASE {name}\n")):
        done = home.user.run(command, input=text, pass_fds=[server_lock])
        if done.returncode != 0 or "ERROR:" in done.stdout:
            raise not_started(home.folder, f"{command[0]} failed in {home.folder}:\n{done.stdout}")
    building.rename(home.cluster)
    folder = os.open(home.folder, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
