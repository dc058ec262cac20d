"""Test of `make` where the path and the locale do not fit."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


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
