"""Audit of the pinned versions for known vulnerabilities: `make audit`.

OSV is queried first, then the package index for versions that OSV does not know. pip-audit succeeds even if no version
could be looked up; this audit does not. `build/audit.json` has the verdict. The exit status is 0 for `clean`, 1 for
`vulnerable`, and 3 for `unknown`: some versions could not be looked up, and the others have no vulnerability.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

_SERVICES = ("osv", "pypi")
_STATUS_OF = {"clean": 0, "vulnerable": 1, "unknown": 3}

Answer = Sequence[dict[str, Any]]
"""pip-audit's entries, one a package; empty if the query failed."""


class Findings(NamedTuple):
    """The result of an audit."""

    verdict: str
    looked_up: list[str]
    not_looked_up: list[str]
    vulnerabilities: list[str]


def findings(pinned: Iterable[str], answers: Iterable[Answer]) -> Findings:
    """Return the findings on pinned versions (`name==version`) from the answers of all services."""
    known: dict[str, dict[str, Any]] = {}
    for answer in answers:
        known |= {f"{one['name']}=={one['version']}": one for one in answer if "vulns" in one}
    faults = [
        f"{version}: {fault['id']}, fixed in {', '.join(fault['fix_versions']) or 'no version'}"
        for version, one in sorted(known.items())
        for fault in one["vulns"]
    ]
    missing = sorted(set(pinned) - known.keys())
    return Findings("vulnerable" if faults else "unknown" if missing else "clean", sorted(known), missing, faults)


def main(environment: Path, files: list[str]) -> int:
    """Audit the versions that requirements files pin, and return the exit status."""
    pinned = sorted({version for file in files for version in _pinned(Path(file))})
    answers, found = [], findings(pinned, [])
    for service in _SERVICES:
        if found.not_looked_up:
            answer, why = _query(environment, service, found.not_looked_up)
            answers.append(answer)
            found = findings(pinned, answers)
            if not any("vulns" in one for one in answer):
                print(f"{service} could not be queried: {why[:200]}")
    Path("build/audit.json").write_text(json.dumps(found._asdict(), indent=2) + "\n")
    print("".join(f"{line}\n" for line in found.vulnerabilities), end="")
    if found.not_looked_up:
        shown = ", ".join(found.not_looked_up[:5]) + (", …" if len(found.not_looked_up) > 5 else "")
        print(f"Not looked up, so that nothing is known of them: {len(found.not_looked_up)} ({shown}).")
    print(
        f"{found.verdict}: {len(found.looked_up)} of {len(pinned)} versions looked up,"
        f" {len(found.vulnerabilities)} vulnerabilities known (build/audit.json)."
    )
    return _STATUS_OF[found.verdict]


def _pinned(file: Path) -> list[str]:
    """Return all versions that a file pins, including those for other platforms."""
    lines = file.read_text().splitlines()
    return [line.split()[0] for line in lines if "==" in line and not line.startswith((" ", "#"))]


def _query(environment: Path, service: str, versions: list[str]) -> tuple[Answer, str]:
    """Return a service's answer on versions, and the reason if it is empty."""
    answer_of = Path("build/audit.txt")
    answer_of.write_text("\n".join(versions) + "\n")
    command: list[str | Path] = [
        environment / "bin" / "python",
        "-m",
        "pip_audit",
        "--disable-pip",
        "--no-deps",
        "-r",
        answer_of,
    ]
    command += ["--format", "json", "--progress-spinner", "off", "--vulnerability-service", service]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    except subprocess.TimeoutExpired:
        return [], "no answer within ten minutes"
    try:
        answer: Answer = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return [], (done.stderr.strip().splitlines() or ["no answer"])[-1]
    return answer, next((one["skip_reason"] for one in answer if "skip_reason" in one), "it knows nothing")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
