"""Histories of concurrent clients, for a checker of linearizability."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.faults.checks import is_event_of
from tests.faults.players import Attempt, Device, Match
from tests.programs import require_program

Json = dict[str, Any]

_FOLDER = Path(__file__).with_name("linearizability")


class Checker:
    """The program that checks histories with porcupine (`linearizability/main.go`)."""

    def __init__(self, folder: Path) -> None:
        self._program = folder / "linearizability"
        built = subprocess.run(
            [require_program("go"), "build", "-o", self._program, "."],
            check=False,
            cwd=_FOLDER,
            capture_output=True,
            text=True,
        )
        if built.returncode != 0:
            pytest.skip("needs the Go module porcupine, which cannot be loaded here")

    def check(self, history: Sequence[Json]) -> str:
        """Return the games whose history is not linearizable, one a line; an empty text if there are none."""
        done = subprocess.run([self._program], check=False, input=json.dumps(history), capture_output=True, text=True)
        assert done.returncode in (0, 1, 2), done.stderr
        return done.stdout


def operations(match: Match, attempts: Sequence[Attempt], watcher: Device) -> list[Json]:
    """Return all attempts of all clients on a game as operations of the checker."""
    # A game that was created by a wrong clock may have expired before it began.
    items: list[Json] = watcher.get(f"{match.path}/events?since=-1").get("items", [])
    seats = {device: seat for seat, devices in enumerate(match.players) for device in devices}
    clients: dict[Device, int] = {}
    found = []
    for attempt in attempts:
        if not attempt.path.startswith(match.path):
            continue
        outcome = _outcome(attempt, items, seats)
        if outcome is not None:
            client = clients.setdefault(attempt.device, len(clients))
            times = {"Call": attempt.called_at, "Return": attempt.returned_at or 0}
            found.append({"Game": match.id, "Client": client, **times, **outcome})
    return found


def _outcome(attempt: Attempt, items: Sequence[Json], seats: Mapping[Device, int]) -> Json | None:
    """Return what an attempt did to the game. None if it tells nothing, such as a failed read."""
    status, document = attempt.status, attempt.document
    if attempt.method == "GET":
        versions = [item["version"] for item in document.get("items", [])]
        version = versions[-1] if versions else document.get("version", -1)
        return {"Kind": "read", "Version": version} if status == 200 and version >= 0 else None
    if not attempt.path.endswith("/moves"):
        return None
    expected = attempt.body["expected_version"]
    stored = expected + 1 < len(items) and is_event_of(items[expected + 1], seats[attempt.device], attempt.body)
    if status == 201:
        return {"Kind": "moved", "Version": document["event"]["version"], "Stored": stored}
    if status is None or status == 503:
        attempt.returned_at = None  # it can take effect later
        return {"Kind": "unknown", "Version": expected, "Stored": stored}
    kind = "conflict" if document.get("code") == "version-conflict" else "refused"
    return {"Kind": kind, "Version": expected}
