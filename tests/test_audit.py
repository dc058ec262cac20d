"""Tests of `make audit`: a version that was not looked up does not count as clean."""

import json
import os
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.audit import Answer, findings
from tests.rows import in_one_test
from tests.served import free_port

ROOT = Path(__file__).resolve().parents[1]

PINNED = ["flask==3.1.3", "werkzeug==3.1.9"]
FIXED = [{"introduced": "0"}, {"fixed": "3.1.10"}]
FAULT = {"id": "PYSEC-1", "fix_versions": ["3.1.10"]}


def entry(name: str, version: str, *faults: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a version that was looked up."""
    return {"name": name, "version": version, "vulns": list(faults)}


SKIPPED = {"name": "flask", "skip_reason": "Dependency not found"}
FLASK, WERKZEUG = entry("flask", "3.1.3"), entry("werkzeug", "3.1.9")
BAD = entry("werkzeug", "3.1.9", FAULT)


@in_one_test(
    ("answers", "verdict", "not_looked_up"),
    [
        ([[FLASK, WERKZEUG]], "clean", []),
        ([[SKIPPED, WERKZEUG], [FLASK]], "clean", []),
        ([[], [FLASK, WERKZEUG]], "clean", []),
        ([], "unknown", PINNED),
        ([[], []], "unknown", PINNED),
        ([[SKIPPED]], "unknown", PINNED),
        ([[SKIPPED, WERKZEUG]], "unknown", PINNED[:1]),
        ([[FLASK, entry("werkzeug", "3.1.8")]], "unknown", PINNED[1:]),
        ([[FLASK, BAD]], "vulnerable", []),
        ([[SKIPPED, BAD]], "vulnerable", PINNED[:1]),
    ],
)
def test_only_looked_up_versions_are_clean(answers: list[Answer], verdict: str, not_looked_up: list[str]) -> None:
    """Only versions that were looked up count as clean."""
    found = findings(PINNED, answers)
    assert (found.verdict, found.not_looked_up) == (verdict, not_looked_up)
    assert found.vulnerabilities == (["werkzeug==3.1.9: PYSEC-1, fixed in 3.1.10"] if verdict == "vulnerable" else [])


class _Osv(BaseHTTPRequestHandler):
    """A database that knows one vulnerability."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["package"]["name"]
        found = {
            "id": "PYSEC-1",
            "details": "",
            "modified": "2026-01-01T00:00:00Z",
            "published": "2026-01-01T00:00:00Z",
        }
        affected = {"package": {"name": asked, "ecosystem": "PyPI"}, "ranges": [{"type": "ECOSYSTEM", "events": FIXED}]}
        answer = {"vulns": [{**found, "affected": [affected]}]} if asked == "werkzeug" else {}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reached", "pinned", "status"),
    [(True, PINNED, 1), (True, PINNED[:1], 0), (False, PINNED, 3)],
    ids=["vulnerable", "clean", "unknown"],
)
def test_the_database_is_asked(tmp_path: Path, reached: bool, pinned: list[str], status: int) -> None:
    """pip-audit asks the database at an address of our choice, as `make audit` does."""
    environment = ROOT / "build" / "audit"
    if not (environment / "bin" / "python").exists():
        pytest.skip("needs the environment of `make audit`")
    (tmp_path / "build").mkdir()
    (tmp_path / "pinned.txt").write_text("\n".join(pinned))
    with ThreadingHTTPServer(("127.0.0.1", 0), _Osv) as server:
        Thread(target=server.serve_forever).start()
        port = server.server_port if reached else free_port()
        environ = {**os.environ, "PYTHONPATH": str(ROOT), "PIP_AUDIT_OSV_URL": f"http://127.0.0.1:{port}/v1/query"}
        environ |= dict.fromkeys(("HTTPS_PROXY", "https_proxy"), "http://127.0.0.1:9")  # the index is not asked
        command: list[str | Path] = [sys.executable, "-m", "tests.audit", environment, "pinned.txt"]
        done = subprocess.run(command, cwd=tmp_path, env=environ, check=False)
        server.shutdown()
    assert done.returncode == status


def test_each_package_has_its_line_in_the_table() -> None:
    """The table also says truly which package comes with which."""
    pinned = (ROOT / "requirements.txt").read_text()
    via = {
        name: set(re.findall(r"[\w-]+", why.replace("-r requirements.in", "requirements")))
        for name, why in re.findall(r"^([\w-]+)==[^#]*# via((?:\s+#? *[\w -]+(?:\.in)?$)+)", pinned, re.MULTILINE)
    }
    assert len(via) == len(re.findall(r"^[\w-]+==", pinned, re.MULTILINE))
    rows = re.findall(r"^\| `([\w-]+)` \| ([^|]+) \|", (ROOT / "docs/dependencies.md").read_text(), re.MULTILINE)
    assert [name for name, _ in rows] == sorted(via)
    for name, purpose in rows:
        with_others = re.search(r"comes with ([\w-]+)", purpose)
        assert (with_others[1] if with_others else "requirements") in via[name], (name, via[name])
