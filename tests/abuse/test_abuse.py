"""One stranger must not hurt anybody: attacks with default settings while others play (`make test-abuse`)."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.abuse.attacks import ATTACKS
from tests.abuse.closing import close_soon
from tests.abuse.workers import working
from tests.served import serving

_ROOT = Path(__file__).resolve().parents[2]
_ATTACK_S = 7
_P99_MS = 250
_SLOWEST_MS = 2000

pytestmark = pytest.mark.abuse

_DEFAULTS = {
    "WORKERS": "2",
    "POOL_SIZE": "8",
    "RATE_LIMITS": "on",
    "ACCESS_LOG": "on",
    "GRACEFUL_TIMEOUT_S": "10",
    "BODY_TIMEOUT_S": "15",
    "TRUSTED_PROXIES": "1",
    "WEBHOOK_HTTP": "on",
    "WEBHOOK_NETWORKS": "127.0.0.0/8",
}
"""The defaults of the settings that `serving` changes, and receivers and IPv6 addresses on this machine."""


_ARRANGED: Final = {"readers_of_a_contest": close_soon}
"""What is done on the service and in its database before an attack."""

_RECEIVERS = {name: _DEFAULTS[name] for name in ("WEBHOOK_HTTP", "WEBHOOK_NETWORKS")}


@pytest.mark.parametrize("attack", ATTACKS)
def test_bystanders_do_not_notice_an_attack(attack: str, another_database: str, tmp_path: Path) -> None:
    """A stranger attacks for some seconds, and every bystander's request is answered in time.

    The machine may be busy with something else for a moment. An attack that makes others wait does so each time.
    """
    found = _attacked(attack, another_database, tmp_path / "service.log")
    if found["p99_ms"] > _P99_MS:
        found = _attacked(attack, another_database, tmp_path / "service.log")
    assert found["p99_ms"] <= _P99_MS


def _attacked(attack: str, database_url: str, log: Path) -> dict[str, Any]:
    """Let a stranger attack, and return the report of the bystanders, none of whom got an error or waited for long."""
    with (
        log.open("wb") as output,
        serving(database_url, output, **_DEFAULTS) as url,
        working(database_url, **_RECEIVERS),
    ):
        bystanders = _start("tests.abuse.bystanders", url, str(_ATTACK_S + 2))
        assert bystanders.stdout is not None and bystanders.stdin is not None
        assert bystanders.stdout.readline() == "ready\n"
        if attack in _ARRANGED:
            _ARRANGED[attack](url, database_url)
        stranger = _start("tests.abuse.attacks", attack, url, str(_ATTACK_S))
        assert stranger.stdout is not None
        try:
            assert stranger.stdout.readline() == "ready\n"
            report, _ = bystanders.communicate("now\n", timeout=_ATTACK_S + 60)
            answers, _ = stranger.communicate(timeout=60)
        finally:
            for process in (bystanders, stranger):
                process.kill()
                process.wait()
    found: dict[str, Any] = json.loads(report)
    print(f"{attack}: p50 {found['p50_ms']} ms, p99 {found['p99_ms']} ms of {found['answers']}:", found["slowest"])
    print(", ".join([f"{what}: {all_ms}" for what, all_ms in found["kinds_ms"].items()]))
    print(f"webhooks were called within {found['slowest_call_ms']} ms")
    print(f"the stranger got {answers.strip()}, and the bystanders took {found['cpu_s']} s")
    assert stranger.returncode == 0
    assert not found["wrong"]
    assert found["answers"] > 300
    assert found["slowest_ms"] <= _SLOWEST_MS
    assert '"level": "error"' not in log.read_text()
    return found


def _start(module: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        cwd=_ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
