"""Tests of the version, which follows from the commit, and of `make` in an odd folder."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from service.platform.version import version

ROOT = Path(__file__).resolve().parents[3]
RELEASE = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
BETWEEN = re.compile(r"\d+\.\d+\.\d+(\.post\d{14}\+g[0-9a-f]{8})?")
AUTHOR = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
BUILT = ("setup.py", "pyproject.toml", "commit.txt", ".gitattributes", "MANIFEST.in", "README.md", "LICENSE")


def run(folder: Path, *command: str | Path) -> str:
    """Run a command in a folder. Return its output."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def archived(folder: Path) -> str:
    """Return the version of the source archive that setuptools builds."""
    build = "from setuptools import build_meta; print('archive', build_meta.build_sdist('built'))"
    return run(folder, sys.executable, "-c", build).rpartition("archive hanabi_server-")[2].removesuffix(".tar.gz")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A repository with what the version is made of."""
    folder = tmp_path / "source"
    (folder / "service/platform").mkdir(parents=True)
    for name in (*BUILT, "requirements.in", "service/platform/version.py"):
        shutil.copy(ROOT / name, folder / name)
    run(folder, "git", "init", "-q", "-b", "main")
    run(folder, "git", "add", ".")
    run(folder, "git", *AUTHOR, "commit", "-q", "-m", "First")
    return folder


@pytest.mark.slow
def test_every_way_to_get_a_commit_gives_its_version(source: Path, tmp_path: Path) -> None:
    """A clone, a shallow one, an archive of git, and one of setuptools without any of that: all say the same."""
    expected = archived(source)
    run(tmp_path, "git", "clone", "-q", "--depth", "1", source.as_uri(), "shallow")
    run(source, "git", "archive", "-o", tmp_path / "archive.tar", "--prefix=exported/", "HEAD")
    run(tmp_path, "tar", "-xf", "archive.tar")
    run(tmp_path, "tar", "-xf", f"source/built/hanabi_server-{expected}.tar.gz")
    folders = ("shallow", "exported", f"hanabi_server-{expected}")
    assert [archived(tmp_path / name) for name in folders] == [expected] * 3
    assert BETWEEN.fullmatch(expected) and "+g" in expected


def test_each_commit_has_a_version_of_its_own_and_a_release_that_of_its_tag(source: Path) -> None:
    """So pip does not take a newer wheel for one that is installed already."""
    assert RELEASE is not None
    before = archived(source)
    run(source, "git", *AUTHOR, "commit", "-q", "--allow-empty", "-m", "Second")
    assert archived(source) != before
    run(source, "git", "tag", f"v{RELEASE[1]}")
    assert archived(source) == RELEASE[1]


def test_the_command_says_its_version() -> None:
    """`hanabi --version` says what the log and `/readyz` say."""
    assert run(ROOT, sys.executable, "-m", "service.cli", "--version") == version()
    assert BETWEEN.fullmatch(version())


@pytest.mark.slow
def test_the_locale_c_can_be_in_a_folder_with_an_umlaut(tmp_path: Path) -> None:
    """`make` sets up the environment, and the command runs there. The packages are borrowed."""
    checkout = tmp_path / "Nürnberg"
    subprocess.run(["git", "clone", "-q", ROOT, checkout], check=True)
    venv = checkout / ".venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(venv), "platbase": str(venv)}))
    subprocess.run(["rm", "-r", packages], check=True)
    packages.mkdir()
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if "hanabi" not in package.name and package.suffix != ".pth":
            (packages / package.name).symlink_to(package)
    environ = {**os.environ, "LC_ALL": "C", "LANG": "C", "PIP_NO_INDEX": "1"}
    made = subprocess.run(
        ["make", ".venv/.runs"], cwd=checkout, env=environ, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    environ["LC_ALL"] = "C.UTF-8"  # as `make run` sets it
    said = subprocess.run(
        [".venv/bin/python", "-m", "service.cli", "--version"],
        cwd=checkout,
        env=environ,
        check=True,
        capture_output=True,
    )
    assert said.stdout.startswith(b"0.")
