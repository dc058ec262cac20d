"""Tests of the file with the settings, and of commands that find no database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.platform.commands.settings_file import read_settings_file
from service.platform.settings import BadSetting
from tests.rows import slow_unless


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    """Comments and quotes are as in the files of systemd. An empty value in the environment counts too."""
    file = tmp_path / "hanabi.conf"
    file.write_text("# a comment\n\nPORT=8001\nHOST=\"127.0.0.2\"\nDATABASE_URL=postgresql:///one\nLOG_LEVEL='debug'\n")
    environ = {"HANABI_SETTINGS": str(file), "DATABASE_URL": "", "PORT": "8002"}
    read_settings_file(environ)
    assert environ == {
        "HANABI_SETTINGS": str(file),
        "DATABASE_URL": "",
        "PORT": "8002",
        "HOST": "127.0.0.2",
        "LOG_LEVEL": "debug",
    }


@pytest.mark.parametrize("text", ["export PORT=1", "port=1", "PORT", "PORT = secret"])
def test_a_bad_line_is_named_and_not_repeated(tmp_path: Path, text: str) -> None:
    """It may contain a password."""
    file = tmp_path / "hanabi.conf"
    file.write_text(f"# first\n{text}\n")
    with pytest.raises(BadSetting, match="line 2") as refused:
        read_settings_file({"HANABI_SETTINGS": str(file)})
    assert text not in str(refused.value)


def test_a_file_that_is_named_has_to_be_there(tmp_path: Path) -> None:
    """An empty name stands for no file."""
    with pytest.raises(BadSetting, match="No such file"):
        read_settings_file({"HANABI_SETTINGS": str(tmp_path / "none")})
    read_settings_file({"HANABI_SETTINGS": ""})


@pytest.mark.parametrize(
    "command",
    slow_unless("db run true".__eq__, ["migrate", "db run true", "doctor", "chores", "moderate reports", "db verify"]),
)
def test_a_command_that_finds_no_database_makes_none(tmp_path: Path, command: str) -> None:
    """It says where it has looked."""
    environ = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DATA_DIR")}
    environ |= {"HANABI_SETTINGS": "", "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *command.split()],
        cwd=tmp_path,
        env=environ,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and "No database is found: DATABASE_URL is not set" in done.stderr, done.stderr
    assert list(tmp_path.iterdir()) == []
