"""Tests of SECURITY.md: a reader finds each test that it names."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_test_that_is_named_is_there() -> None:
    """By its name or that of its file, without its parameters."""
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(?:tests/[\w/]*/)?(test_\w+(?:\.py)?)(?:\[\w+\])?`", text))
    files = list((ROOT / "tests").rglob("test_*.py"))
    there = {file.name for file in files}
    for file in files:
        there.update(re.findall(r"^ *def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(named) > 20 and named <= there, named - there
