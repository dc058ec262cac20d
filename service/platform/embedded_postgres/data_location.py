"""The location of the data: in DATA_DIR, or elsewhere if Postgres' user cannot enter it."""

import os
import secrets
import shutil
from pathlib import Path
from typing import Final

from service.platform.embedded_postgres.data_directory import Home, ensure_folder
from service.platform.embedded_postgres.os_user import OsUser
from service.platform.embedded_postgres.processes import end_server

_POINTER: Final = "data-lies-in"
_BACK_POINTER: Final = "belongs-to"


def find_home(data_dir: Path, *, elsewhere: Path) -> Home:
    """Return the home for `data_dir`, which is new if none exists.

    The user of a cluster never changes, and neither do permissions. If that user cannot enter `data_dir`, the home is
    in `elsewhere`, and a file in `data_dir` contains its path. Raises LookupError if neither folder can be used.
    """
    pointer = data_dir / _POINTER
    folder = Path(pointer.read_text().strip()) if pointer.exists() else data_dir
    if not folder.is_dir():
        raise LookupError(f"{pointer} names {folder}, which is gone. Bring it back, or remove {data_dir}.")
    back_pointer = folder / _BACK_POINTER
    if pointer.exists() and back_pointer.read_text().strip() != str(data_dir):
        back_pointer.write_text(f"{data_dir}\n")  # data_dir was moved
    user = OsUser.for_postgres()
    if (folder / "postgres").exists():
        home = Home.of(folder)
        if home.user.uid == 0:  # such as after a restore by root
            raise LookupError(
                f"{home.cluster} belongs to root, and Postgres refuses to run as root. Give it to the user who runs "
                f"Postgres: chown -R {user.name} {home.cluster}"
            )
        return home
    if pointer.exists() or not user.is_another or user.may_enter(data_dir):
        return Home(folder, user)
    if not user.may_enter(ensure_folder(elsewhere)):
        raise LookupError(f"The user {user.name} can reach neither {data_dir} nor {elsewhere}. Set DATA_DIR.")
    _clean_up(data_dir, elsewhere)
    home = Home(ensure_folder(elsewhere / secrets.token_hex(8)), user)
    (home.folder / _BACK_POINTER).write_text(f"{data_dir}\n")
    _write_atomically(pointer, f"{home.folder}\n")
    return home


def _clean_up(data_dir: Path, elsewhere: Path) -> None:
    """Stop servers whose `data_dir` was deleted. Delete homes without a cluster.

    The data remain, since an empty `data_dir` may be a disk that is not mounted.
    """
    for back_pointer in elsewhere.glob(f"*/{_BACK_POINTER}"):
        if back_pointer.read_text().strip() != str(data_dir):
            continue
        cluster = back_pointer.parent / "postgres"
        if not cluster.exists():
            shutil.rmtree(back_pointer.parent, ignore_errors=True)
        else:
            os.close(end_server(Home.of(back_pointer.parent)))


def _write_atomically(path: Path, text: str) -> None:
    """Write a file atomically."""
    unfinished = path.with_name(f"{path.name}.new")
    with unfinished.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
