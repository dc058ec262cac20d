"""Fuzz all parsers, then a running service: `make fuzz`.

Each parser of external input gets the inputs of the corpus and `FUZZ_CASES` others, of which the corpus keeps some
(`corpus.py`). A running service then gets odd values and the requests of Schemathesis, for `FUZZ_S` seconds. The last
line is the seed; `FUZZ_SEED` repeats a run. The exit status is 0 if no fault was found, 1 if one was found, and 2 if a
part could not run.
"""

import os
import secrets
import subprocess
import sys

from tests.fuzz import contract

_READERS_LIMIT_S = 3600


def main() -> int:
    """Run both parts, and return the exit status."""
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
    command += ["-p", "hypothesispytest", f"--hypothesis-seed={seed}", "tests/fuzz", *sys.argv[1:]]
    try:
        done = subprocess.run(
            command, env={**os.environ, "FUZZ_CASES": cases, "FUZZ_KEEP": "1"}, check=False, timeout=_READERS_LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return 2
    return {0: 0, 1: 1}.get(done.returncode, 2)


if __name__ == "__main__":
    sys.exit(main())
