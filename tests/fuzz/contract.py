"""Schemathesis, in all its phases and with all its checks, against a running service: `make fuzz`.

It sends what `openapi.yaml` allows and what it forbids, example by example, at the boundaries of each schema, at random
and in chains by the contract's links, as an account that has games of all kinds. An answer that the contract does not
describe fails the run, as does one of 500, one that takes long, or a worker that is gone.

The time is shared out over phases and operations, so that each has its turn.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.served import serving
from tests.throwaway import Run

_CONFIG = """
max-stream-events = 3

[[operations]]
include-path-regex = "^/v1/games/.game.($|/[^e])"
parameters = {{ game = "{running}" }}

[[operations]]
include-path-regex = "^/v1/(replays/|games/.game./events)"
parameters = {{ game = "{ended}" }}

[[operations]]
include-path = "/v1/accounts/{{name}}"
parameters = {{ name = "{account}" }}

# A text in a record may hold a NUL by the contract's schemas, which do not say of each what Postgres cannot keep.
[[operations]]
include-operation-id = "importReplay"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "409", "422"]

# What is right in form may still be out of turn, against the rules, gone, or of a game that is over: never unreadable.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "307", "401", "403", "404", "406", "409", "412", "422", "428", "503"]

[checks.missing_required_header]
expected-statuses = ["401", "403", "404", "422", "428"]

[checks.negative_data_rejection]
expected-statuses = ["304", "307", "4xx", "503"]
"""

_ENDS = ("deleteMe", "revokeToken")
"""Operations after which nothing of the account can be called any more: they are tried by themselves, at the end."""

OTHERS = [word for name in _ENDS for word in ("--exclude-operation-id", name)]
"""All but these."""

TRIED, FOUND, NOT_ALL = range(3)
"""Nothing was found, something was, not all could be tried."""

PHASES = ("examples", "coverage", "fuzzing", "stateful")
_LONGEST_S = 10


def main(seconds: int, seed: int) -> int:
    """Run it for about so many seconds; 0 for nothing found, 1 for something, 2 where not all could be tried."""
    run = Run(Path(tempfile.mkdtemp(prefix="hanabi-fuzz-")))
    run.begin()
    try:
        with (
            (run.folder / "log").open("w+b") as log,
            run.database() as url,
            serving(url, log, STREAM_KEEP_ALIVE_S="1", BODY_TIMEOUT_S="20") as base,
        ):
            ends = [word for name in _ENDS for word in ("--include-operation-id", name)]
            verdicts = [
                tried(run.folder, base, seed, seconds * 9 // 10, OTHERS, PHASES),
                tried(run.folder, base, seed, max(seconds // 10, 10), ends, PHASES[:3]),
                _after(base, (run.folder / "log").read_text().splitlines()),
            ]
    finally:
        run.end()
    return FOUND if FOUND in verdicts else max(verdicts)


def tried(folder: Path, base: str, seed: int, seconds: int, which: list[str], phases: tuple[str, ...]) -> int:
    """Run Schemathesis on some operations and say what came of it."""
    token, known = _games(base)
    config, report = folder / "schemathesis.toml", folder / "report.json"
    config.write_text(_CONFIG.format_map(known))
    report.unlink(missing_ok=True)
    command: list[str | Path] = [Path(sys.executable).with_name("schemathesis"), "--config-file", config]
    command += ["run", f"{base}/openapi.json", "--max-time", str(seconds), "--seed", str(seed), "--workers", "2"]
    command += ["--phases", ",".join(phases), "--mode", "all"]
    command += ["--checks", "all", "--continue-on-failure", "--suppress-health-check", "all"]
    command += ["--max-response-time", str(_LONGEST_S), "--request-timeout", str(2 * _LONGEST_S)]
    command += ["--generation-database", "none", "--warnings", "off", "--no-color"]
    command += ["--report", "json", "--report-json-path", report, "-H", f"Authorization: Bearer {token}", *which]
    began = time.monotonic()
    try:
        # It ends by itself when its time is over; an operation that it has begun may take a little longer.
        subprocess.run(command, check=False, timeout=seconds + 300)
    except subprocess.TimeoutExpired:
        print(f"Schemathesis was still running after {seconds + 300} s.")
        return NOT_ALL
    if not report.exists():
        print("Schemathesis did not run.")
        return NOT_ALL
    return _judged(json.loads(report.read_text()), phases, time.monotonic() - began)


def _judged(told: dict[str, Any], phases: tuple[str, ...], took_s: float) -> int:
    operations, cases = told["operations"] or {}, told["test_cases"]
    states = {phase: (told["phases"] or {}).get(phase, {}).get("status") for phase in phases}
    print(
        f"{operations.get('tested')} of {operations.get('selected')} operations, {cases['generated']} requests in"
        f" {took_s:.0f} s; " + ", ".join(f"{phase}: {state}" for phase, state in states.items())
    )
    if told["failures"]:
        for failure in told["failures"]:
            print(f"  {failure['title']} ({failure['count']}): {', '.join(failure['operations'])}")
        return FOUND
    for error in told["errors"]:
        print(f"  {error['title']} ({error['count']})")
    whole = told["complete"] and not told["errors"] and operations.get("tested") == operations.get("selected")
    return TRIED if whole and all(state == "success" for state in states.values()) else NOT_ALL


def _after(base: str, log: list[str]) -> int:
    """Ask the service itself whether all went well: what it counted, and what it said."""
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
    """Make an account with a running and an ended game; return its token and the ids."""
    accounts = [httpx.post(f"{base}/v1/accounts", json={"name": name}).json() for name in ("Ada", "Chlo\u00e9")]
    ada, chloe = ({"Authorization": f"Bearer {account['token']}"} for account in accounts)
    made = {}
    for state in ("running", "ended"):
        game = httpx.post(f"{base}/v1/games", json={"seats": 2}, headers=ada).json()["id"]
        httpx.post(f"{base}/v1/games/{game}/seats", json={}, headers=chloe).raise_for_status()
        made[state] = game
    for player in (ada, chloe):
        httpx.post(f"{base}/v1/games/{made['ended']}/abort-votes", headers=player).raise_for_status()
    return accounts[0]["token"], {**made, "account": accounts[0]["id"]}
