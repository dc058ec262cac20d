"""What is measured runs: a table that stops in the middle tells nobody anything."""

import pytest

from benchmarks import engine


def test_the_engine_is_measured_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    """All rows of the table are there for a few games, each with its unit."""
    engine.main(["--rounds", "1", "--games", "4"])
    told = capsys.readouterr().out
    for row in ("rows → log → state → view → bytes", "knowledge of every card", "70 frames", "the analysis of a game"):
        assert f"| {row}" in told
