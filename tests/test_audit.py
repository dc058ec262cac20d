"""What `make audit` makes of what it hears: nothing heard is not nothing found."""

from typing import Any

import pytest

from tests.audit import Answer, findings

PINNED = ["flask==3.1.3", "werkzeug==3.1.9"]
FAULT = {"id": "PYSEC-1", "fix_versions": ["3.1.10"]}


def heard(name: str, version: str, *faults: dict[str, Any]) -> dict[str, Any]:
    """What is told of a version that was looked up."""
    return {"name": name, "version": version, "vulns": list(faults)}


SKIPPED = {"name": "flask", "skip_reason": "Dependency not found"}
FLASK, WERKZEUG = heard("flask", "3.1.3"), heard("werkzeug", "3.1.9")
BAD = heard("werkzeug", "3.1.9", FAULT)


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
        ([[FLASK, heard("werkzeug", "3.1.8")]], "unknown", PINNED[1:]),
        ([[FLASK, BAD]], "vulnerable", []),
        ([[SKIPPED, BAD]], "vulnerable", PINNED[:1]),
    ],
)
def test_only_what_was_looked_up_is_clean(answers: list[Answer], verdict: str, not_looked_up: list[str]) -> None:
    """A service that cannot be reached, one that knows only some, and one that knows a fault."""
    found = findings(PINNED, answers)
    assert (found.verdict, found.not_looked_up) == (verdict, not_looked_up)
    assert found.vulnerabilities == (["werkzeug==3.1.9: PYSEC-1, mended in 3.1.10"] if verdict == "vulnerable" else [])
