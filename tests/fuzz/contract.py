"""Schemathesis, with all its checks but one, against a running service on a database of its own: `make fuzz`.

It sends what `openapi.yaml` allows and what it forbids, on its own and in chains by the contract's links, as an account
that has games of all kinds; an answer that the contract does not describe fails the run, as does one of 500.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import httpx

from tests.served import serving
from tests.throwaway import Run

# What is right in form may still be out of turn, against the rules, or of a game that is over.
_LEFT_OUT = "positive_data_acceptance"

_CONFIG = """
[[operations]]
include-path-regex = "^/v1/games/.game.($|/[^e])"
parameters = {{ game = "{running}" }}

[[operations]]
include-path-regex = "^/v1/(replays/|games/.game./events)"
parameters = {{ game = "{ended}" }}

[[operations]]
include-path = "/v1/accounts/{{name}}"
parameters = {{ name = "{account}" }}
"""


def main(seconds: int) -> int:
    """Run it for so many seconds; the exit status is Schemathesis'."""
    run = Run(Path(tempfile.mkdtemp(prefix="hanabi-fuzz-")))
    run.begin()
    try:
        with run.database() as url, serving(url) as base:
            token, known = _games(base)
            config = run.folder / "schemathesis.toml"
            config.write_text(_CONFIG.format_map(known))
            command: list[str | Path] = [Path(sys.executable).with_name("schemathesis"), "--config-file", config]
            command += ["run", f"{base}/openapi.json", "--max-time", str(seconds), "--workers", "2"]
            command += ["--phases", "examples,fuzzing,stateful"]
            command += ["--checks", "all", "--exclude-checks", _LEFT_OUT, "--continue-on-failure"]
            command += ["-H", f"Authorization: Bearer {token}", "--request-timeout", "20"]
            for operation in ("deleteMe", "revokeToken", "listMyEvents"):  # the end of what others need; no end at all
                command += ["--exclude-operation-id", operation]
            return subprocess.run([*command, "--suppress-health-check", "all"], check=False).returncode
    finally:
        run.end()


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


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
