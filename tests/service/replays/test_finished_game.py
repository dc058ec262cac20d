"""Tests of FinishedGame, which only the permission check creates."""

import re
from pathlib import Path

SERVICE = Path(__file__).parents[3] / "service"


def test_only_the_check_creates_it() -> None:
    """No other module calls the constructor."""
    called = re.compile(r"(?<!class )\bFinishedGame\(")
    callers = {path.name for path in SERVICE.rglob("*.py") if called.search(path.read_text())}
    assert callers == {"finished_game.py"}
