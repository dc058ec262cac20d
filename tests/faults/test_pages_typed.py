"""Test of the pages for operators: root types each of their commands on an empty machine.

The machine is a copy of this one that is thrown away: a mount, process and network namespace whose root is an overlay.
systemd, certbot and apt-get cannot run there; small scripts stand for them, and start what the page has written. The
project is a repository with the last commit, not what is changed in this checkout.
"""

import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from service.platform.settings import Settings
from tests.programs import require_program

_ROOT: Final = Path(__file__).resolve().parents[2]
_MACHINE: Final = Path(__file__).parent / "machine"
_SELF_HOSTING, _OPERATIONS = ((_ROOT / "docs" / f"{name}.md").read_text() for name in ("self-hosting", "operations"))
_BLOCK: Final = re.compile(
    r"(?P<before>[^\n]*(?:\n[^\n]+)*)\n+```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
_SAVED: Final = re.compile(r"Save this as `(/[^`]+)`")
_CONSOLE: Final = {
    "ops/backup.sh hanabi.dump": "test_backup.py, test_an_embedded_database_is_dumped_and_restored",
    ".venv/bin/hanabi db run psql": "test_backup.py, with an external database",
    "make release": "tests/test_release.py",
    "echo": "tests/test_release.py",
    "pip install": "as in self-hosting.md",
    "pg_restore --data-only": "for a table that is empty",
    "hanabi export games.ndjson": "with two releases",
}
"""The first words of commands that are not for this machine, and what else tests them."""


def _blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield the kind of each block, its text, and the paragraph before it."""
    for found in _BLOCK.finditer(page):
        yield found["kind"], found["text"], found["before"]


def test_every_block_says_what_it_is() -> None:
    """Commands for this machine are `sh`; settings are valid; others are for other machines, and tested elsewhere."""
    assert not re.search(r"^    (sudo|hanabi|ops/|git|make|pip) ", _SELF_HOSTING + _OPERATIONS, re.MULTILINE)
    for kind, text, before in (*_blocks(_SELF_HOSTING), *_blocks(_OPERATIONS)):
        if kind == "console":
            assert any(text.startswith(words) for words in _CONSOLE), text
        elif kind == "ini" and not text.startswith("[Unit]"):
            Settings.from_environ(dict(line.split("=", 1) for line in text.splitlines()))
        else:
            assert kind in ("sh", "sql", "http", "crontab", "logrotate") or _SAVED.search(before), text


def _typed(page: str) -> Iterator[str]:
    """Yield the lines of a script that types the blocks of a page."""
    for kind, text, before in _blocks(page):
        if kind == "sh":
            yield from [f"type {shlex.quote(line)}" for line in text.splitlines()]
        elif kind == "sql":
            yield f"sudo -u postgres psql -q -v ON_ERROR_STOP=1 hanabi <<'END'\n{text}END"
        elif place := _SAVED.search(before):
            yield f"cat >{place[1]} <<'END'\n{text}END"


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Path]:
    """The folder of what the machine has besides the files of this one."""
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        pytest.skip("needs root")
    if not Path("/usr/lib/postgresql/15").is_dir() or not shutil.which("setpriv"):
        pytest.skip("needs Debian's postgresql-15")
    for program in ("nginx", "openssl", "curl"):
        require_program(program)
    subprocess.run(["git", "clone", "-q", _ROOT, tmp_path / "project"], check=True)
    # A checkout of CI may be on no branch, and nobody could pull from its clone.
    subprocess.run(["git", "-C", tmp_path / "project", "checkout", "-q", "-B", "main"], check=True)
    tools = tmp_path / "upper" / "usr" / "local" / "sbin"
    shutil.copytree(_MACHINE, tools)
    python = tools / "python3"
    packages = sysconfig.get_path("purelib")
    base = str(getattr(sys, "_base_executable", sys.executable))
    python.write_text(python.read_text().replace("@PYTHON@", base).replace("@PACKAGES@", packages))
    for name in ("work", "root"):
        (tmp_path / name).mkdir()
    yield tmp_path


@pytest.mark.faults
def test_root_types_every_command(machine: Path) -> None:
    """From the first line of self-hosting.md to the last of operations.md, with upgrades on the way."""
    project = str(machine / "project")
    script = [
        (_MACHINE / "begin.sh").read_text().replace("@PROJECT@", project),
        *_typed(_SELF_HOSTING.replace("ADDRESS-OF-THE-PROJECT", f"file://{project}")),
        "hanabi --version | grep $(git -C $project rev-parse HEAD | cut -c1-8)  # the upgrade was installed",
        "marks=$(python3 /usr/local/sbin/play.py)",
        *_typed(_OPERATIONS),
        "curl -sf http://127.0.0.1:8000/readyz && trap - EXIT && echo && echo '# all typed'",
    ]
    (machine / "upper" / "script").write_text("\n".join(script))
    start = f"""
        mount -t overlay overlay -o lowerdir=/,upperdir={machine}/upper,workdir={machine}/work {machine}/root
        cd {machine}/root
        mount --rbind /dev dev && mount -t tmpfs shm dev/shm
        mount -t proc proc proc && mount -t tmpfs run run && mount -t tmpfs tmp tmp
        chmod 1777 tmp && chmod 711 root && mkdir run/lock && rm -f etc/nginx/sites-enabled/*
        mkdir -p .{project} && mount --bind {project} .{project}
        ip link set lo up
        exec chroot . bash script
    """
    command = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "sh", "-euc", start]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800, check=False
    )
    typed = done.stdout.rpartition("\n# ")[2]
    assert done.returncode == 0 and typed.startswith("all typed"), typed[:6000]
