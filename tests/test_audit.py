"""Tests of `make audit`: a version that was not looked up does not count as clean."""

from typing import Any

import pytest

from tests.audit import Answer, findings

PINNED = ["flask==3.1.3", "werkzeug==3.1.9"]
FAULT = {"id": "PYSEC-1", "fix_versions": ["3.1.10"]}


def entry(name: str, version: str, *faults: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a version that was looked up."""
    return {"name": name, "version": version, "vulns": list(faults)}


SKIPPED = {"name": "flask", "skip_reason": "Dependency not found"}
FLASK, WERKZEUG = entry("flask", "3.1.3"), entry("werkzeug", "3.1.9")
BAD = entry("werkzeug", "3.1.9", FAULT)


@pytest.mark.parametrize(
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
