"""All that is tried with bad input, one thing after the other: `make fuzz`.

Each reader of what strangers send gets `FUZZ_CASES` inputs, then a running service gets Schemathesis' requests for
`FUZZ_S` seconds. What came of it is told at the end, with the seed, which as `FUZZ_SEED` makes the same inputs again.
The exit status is 0 where nothing was found, 1 where something was, and 2 where not all could be tried.
"""

import os
import secrets
import subprocess
import sys

from tests.fuzz import contract

_READERS_LIMIT_S = 3600


def main() -> int:
    """Try all; 0 for nothing found, 1 for something, 2 where not all could be tried."""
    cases, seconds = os.environ.get("FUZZ_CASES") or "100000", int(os.environ.get("FUZZ_S") or "600")
    seed = int(os.environ.get("FUZZ_SEED") or secrets.randbelow(2**32))
    print(
        f"{cases} inputs for each reader, then Schemathesis for {seconds} s. FUZZ_SEED={seed} repeats it.", flush=True
    )
    verdicts = {"readers": _readers(cases, seed), "service": contract.main(seconds, seed)}
    for name, verdict in verdicts.items():
        print(f"{name}: {('nothing was found', 'something was found', 'not all was tried')[verdict]}")
    print(f"FUZZ_SEED={seed}")
    return 1 if 1 in verdicts.values() else max(verdicts.values())


def _readers(cases: str, seed: int) -> int:
    command = [sys.executable, "-m", "pytest", "-n", "logical", "--maxprocesses", "8", "--dist", "worksteal"]
    command += [f"--hypothesis-seed={seed}", "tests/fuzz", *sys.argv[1:]]
    try:
        done = subprocess.run(command, env={**os.environ, "FUZZ_CASES": cases}, check=False, timeout=_READERS_LIMIT_S)
    except subprocess.TimeoutExpired:
        return 2
    return {0: 0, 1: 1}.get(done.returncode, 2)


if __name__ == "__main__":
    sys.exit(main())
