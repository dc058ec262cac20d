"""Run Schemathesis and odd values (`odd_values.py`) against a running service: `make fuzz`.

Schemathesis sends what the contract allows and forbids: the examples, the boundaries of each schema, random values,
and chains along the contract's links. The account has a running game, and an ended one with a line. The run fails on
a response that the contract does not describe, on status 500, on a slow response, and on a dead worker.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.fuzz import odd_values
from tests.served import serving
from tests.service.jobs.working import worker
from tests.throwaway import Run

_CONFIG = """
max-stream-events = 3

[phases.examples]
fill-missing = true  # what has no parameters has no examples either

[[operations]]
include-path-regex = "^/v1/replays/.game./lines/.line."
parameters = {{ game = "{ended}", line = "{line}" }}

[[operations]]
include-path-regex = "^/v1/games/.game.($|/[^e])"
parameters = {{ game = "{running}" }}

[[operations]]
include-path-regex = "^/v1/(replays/|games/.game./events)"
parameters = {{ game = "{ended}" }}

[[operations]]
include-path = "/v1/accounts/{{name}}"
parameters = {{ name = "{account}" }}

# The contract's schemas allow a NUL in the texts of a record; Postgres cannot store it.
[[operations]]
include-operation-id = "createReplay"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "409", "422"]

# A well-formed request may be out of turn, illegal, or about a game that ended, but never malformed.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "307", "401", "403", "404", "406", "409", "412", "422", "428", "503"]

# A busy machine: the response says when to try again. An error inside is 500.
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", "503"]

[checks.missing_required_header]
expected-statuses = ["401", "403", "404", "422", "428"]

[checks.negative_data_rejection]
expected-statuses = ["304", "307", "4xx", "503"]
"""

_ENDS = ("deleteMe", "deleteToken")
"""Operations after which the account can send nothing more. They are tried separately, at the end."""

OTHERS = [word for name in _ENDS for word in ("--exclude-operation-id", name)]
"""Options that select all other operations."""

TRIED, FOUND, NOT_ALL = range(3)
"""Exit statuses: nothing was found, something was found, not everything could be tried."""

PHASES = ("examples", "coverage", "fuzzing", "stateful")
_LONGEST_S = 30


def main(seconds: int, seed: int) -> int:
    """Fuzz a service for about `seconds`, a fifth of it with odd values. Return an exit status."""
    run = Run(Path(tempfile.mkdtemp(prefix="hanabi-fuzz-")))
    run.begin()
    try:
        with (
            (run.folder / "log").open("w+b") as log,
            run.database() as url,
            serving(url, log, STREAM_KEEP_ALIVE_S="1", BODY_TIMEOUT_S="20") as base,
            worker(url),  # so that what a job answers is tried too
        ):
            ends = [word for name in _ENDS for word in ("--include-operation-id", name)]
            verdicts = [
                run_odd_values(base, seed, max(seconds // 5, 20)),
                run_schemathesis(run.folder, base, seed, seconds * 7 // 10, OTHERS, PHASES),
                run_schemathesis(run.folder, base, seed, max(seconds // 10, 10), ends, PHASES[:3]),
                _after(base, (run.folder / "log").read_text().splitlines()),
            ]
    finally:
        run.end()
    return FOUND if FOUND in verdicts else max(verdicts)


def run_odd_values(base: str, seed: int, seconds: int) -> int:
    """Send odd values, and return an exit status."""
    found = odd_values.main(base, seconds, seed)
    print("".join(f"  {line}\n" for line in found[:20]), end="")
    return FOUND if found else TRIED


def run_schemathesis(
    folder: Path, base: str, seed: int, seconds: int, which: list[str], phases: tuple[str, ...]
) -> int:
    """Run Schemathesis on some operations, and return an exit status."""
    token, known = _games(base)
    config, report = folder / "schemathesis.toml", folder / "report.json"
    config.write_text(_CONFIG.format_map(known))
    report.unlink(missing_ok=True)
    command: list[str | Path] = [Path(sys.executable).with_name("schemathesis"), "--config-file", config]
    command += ["run", f"{base}/openapi.json?examples=true", "--max-time", str(seconds), "--seed", str(seed)]
    command += ["--workers", "2", "--phases", ",".join(phases), "--mode", "all"]
    command += ["--checks", "all", "--continue-on-failure", "--suppress-health-check", "all"]
    command += ["--max-response-time", str(_LONGEST_S), "--request-timeout", str(2 * _LONGEST_S)]
    command += ["--generation-database", "none", "--warnings", "off", "--no-color"]
    command += ["--report", "json", "--report-json-path", report, "-H", f"Authorization: Bearer {token}", *which]
    began = time.monotonic()
    try:
        # It stops when its time is over, but finishes the current operation.
        hooks = {"SCHEMATHESIS_HOOKS": "tests.fuzz.hooks"}
        subprocess.run(command, check=False, timeout=seconds + 300, env={**os.environ, **hooks})
    except subprocess.TimeoutExpired:
        print(f"Schemathesis was still running after {seconds + 300} s.")
        return NOT_ALL
    if not report.exists():
        print("Schemathesis did not run.")
        return NOT_ALL
    return _judged(json.loads(report.read_text()), phases, time.monotonic() - began)


def _judged(output: dict[str, Any], phases: tuple[str, ...], took_s: float) -> int:
    operations, cases = output["operations"] or {}, output["test_cases"]
    states = {phase: (output["phases"] or {}).get(phase, {}).get("status") for phase in phases}
    print(
        f"{operations.get('tested')} of {operations.get('selected')} operations, {cases['generated']} requests in"
        f" {took_s:.0f} s; " + ", ".join(f"{phase}: {state}" for phase, state in states.items())
    )
    if output["failures"]:
        for failure in output["failures"]:
            print(f"  {failure['title']} ({failure['count']}): {', '.join(failure['operations'])}")
        return FOUND
    for error in output["errors"]:
        print(f"  {error['title']} ({error['count']})")
    whole = output["complete"] and not output["errors"] and operations.get("tested") == operations.get("selected")
    return TRIED if whole and all(state == "success" for state in states.values()) else NOT_ALL


def _after(base: str, log: list[str]) -> int:
    """Check the metrics and the log of the service, and return an exit status."""
    try:
        metrics = httpx.get(f"{base}/metrics", timeout=10).text
    except httpx.HTTPError as error:
        print(f"The service does not answer any more ({type(error).__name__}).")
        return FOUND
    answered = sum(_samples(metrics, r"hanabi_requests_total\{.*\}"))
    failed = sum(_samples(metrics, r'hanabi_requests_total\{.*status="500".*\}'))
    print(f"The service counted {answered:.0f} requests, {failed:.0f} of them failed inside.")
    errors = [line for line in log if not line.startswith("{") or json.loads(line)["level"] not in ("info", "warning")]
    print("".join(f"{line}\n" for line in errors[:20]), end="")
    return FOUND if failed or errors or not answered else TRIED


def _samples(metrics: str, pattern: str) -> Iterator[float]:
    yield from (float(value) for value in re.findall(rf"^{pattern} (\S+)$", metrics, re.MULTILINE))


def _games(base: str) -> tuple[str, dict[str, str]]:
    """Create an account with a running game, and an ended one with a line. Return its token and the ids."""
    accounts = [httpx.post(f"{base}/v1/accounts", json={}).raise_for_status().json() for _ in range(2)]
    ada, chloe = ({"Authorization": f"Bearer {account['token']}"} for account in accounts)
    games = {}
    for state in ("running", "ended"):
        game = httpx.post(f"{base}/v1/games", json={"seats": 2}, headers=ada).json()["id"]
        httpx.post(f"{base}/v1/games/{game}/seats", json={}, headers=chloe).raise_for_status()
        games[state] = game
    for player in (ada, chloe):
        httpx.post(f"{base}/v1/games/{games['ended']}/abort-votes", headers=player).raise_for_status()
    replay, moves = f"{base}/v1/replays/{games['ended']}", {"at": 0, "moves": []}
    line = httpx.post(f"{replay}/lines", json=moves, headers=ada).raise_for_status().json()["id"]
    return accounts[0]["token"], {**games, "line": line, "account": accounts[0]["id"]}
