"""Looks the pinned versions up among known vulnerabilities, and says so where it cannot: `make audit`.

The exit status is 0 when all were looked up and none is vulnerable, 1 when one is, and 3 when no service that knows
vulnerabilities could be reached.
"""

import json
import subprocess
import sys
from pathlib import Path

_UNREACHABLE = 3


def main(environment: Path, files: list[str]) -> int:
    """Look up what these files pin."""
    audit = [environment / "bin" / "python", "-m", "pip_audit", "--disable-pip", "--require-hashes", "--format", "json"]
    audit += ["--progress-spinner", "off", "--vulnerability-service", "osv"]
    done = subprocess.run(
        [*audit, *(word for file in files for word in ("-r", file))], capture_output=True, text=True, check=False
    )
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        packages = []
    looked_up = [one for one in packages if "vulns" in one]
    if not looked_up:
        why = done.stderr.strip().splitlines()[-1:] or ["no answer"]
        print(f"Nothing was audited: no list of vulnerabilities could be reached ({why[0]}).", file=sys.stderr)
        return _UNREACHABLE
    found = [(one["name"], one["version"], fault) for one in looked_up for fault in one["vulns"]]
    for name, version, fault in found:
        print(f"{name} {version}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version'}")
    for one in packages:
        if "vulns" not in one:
            print(f"{one['name']} was not looked up: {one.get('skip_reason', 'no reason given')}")
    print(f"{len(looked_up)} packages looked up, {len(found)} vulnerabilities known.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
