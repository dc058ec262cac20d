"""Benchmark of a service at rest: its memory with two workers, and how soon a killed worker is back."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.harness.processes import children
from benchmarks.harness.servers import database
from benchmarks.harness.timing import machine, table
from tests.served import free_port

_ROOT: Final = Path(__file__).resolve().parents[2]
_WORKERS: Final = 2


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=rest", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="rest before the memory is measured (30)")
    parser.add_argument("--kills", type=int, default=3, help="workers that are killed (3)")
    parser.add_argument(
        "--most-mb", type=float, default=350, help="fail if it takes more memory, without Postgres (350)"
    )
    parser.add_argument("--most-s", type=float, default=1.0, help="fail if a worker comes back later (1)")
    args = parser.parse_args(options)
    with database() as url:
        port = free_port()
        settings = {"DATABASE_URL": url, "PORT": str(port), "WORKERS": str(_WORKERS), "ACCESS_LOG": "off"}
        environ = {**os.environ, **settings, "HANABI_SETTINGS": ""}
        command = [sys.executable, "-m", "service.cli", "run"]
        process = subprocess.Popen(command, cwd=_ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _await_ready(port)
            time.sleep(args.seconds)
            rows = [(name, f"{_memory_mb(pid):.0f}") for pid, name in _family(process.pid)]
            total_mb = sum(float(mb) for _, mb in rows)
            first = next(pid for pid, name in _family(process.pid) if name == "gunicorn")
            back_s = sorted(_seconds_until_back(first, process) for _ in range(args.kills))
        finally:
            process.terminate()
            process.wait()
    print(f"{machine()}\n")
    print(table(("process", "MB"), [*rows, ("together", f"{total_mb:.0f}")]))
    print(f"\nA killed worker was back after {', '.join(f'{seconds:.1f}' for seconds in back_s)} s.")
    if total_mb > args.most_mb or back_s[len(back_s) // 2] > args.most_s:
        raise SystemExit(f"The budget is {args.most_mb:.0f} MB and {args.most_s:.1f} s.")


def _await_ready(port: int) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _family(pid: int, name: str = "hanabi run") -> Iterator[tuple[int, str]]:
    """Yield the ids and the names of a process and of those below it."""
    yield pid, name
    for child in children(pid):
        words = Path(f"/proc/{child}/cmdline").read_text().split("\0")
        title = Path(f"/proc/{child}/comm").read_text().strip()  # that of a process for jobs, such as `hanabi analysis`
        kind = "worker" if name == "gunicorn" else "gunicorn" if "gunicorn" in words else title
        yield from _family(child, kind)


def _memory_mb(pid: int) -> float:
    """Return the memory of a process, with its share of the pages that several have."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _seconds_until_back(gunicorn: int, process: subprocess.Popen[bytes]) -> float:
    """Kill a worker, and return the seconds until its successor has loaded the application."""
    assert process.stderr is not None
    began = time.monotonic()
    os.kill(children(gunicorn)[0], signal.SIGKILL)
    for line in process.stderr:
        if b"loaded in" in line and _killed_before(line, began):
            return time.monotonic() - began
    raise RuntimeError("the service has ended")


def _killed_before(line: bytes, began: float) -> bool:
    """Return True if a line was written after the kill; earlier ones are still unread."""
    at = datetime.fromisoformat(json.loads(line)["time"])
    return (datetime.now(UTC) - at).total_seconds() < time.monotonic() - began
