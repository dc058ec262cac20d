"""Tests of the benchmarks: the short ones run to the end."""

import pytest

from benchmarks.engine import speed


def test_the_engine_benchmark_prints_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    """The engine benchmark prints all rows of its table."""
    speed.main(["--rounds", "1", "--games", "4"])
    output = capsys.readouterr().out
    for row in ("rows → log → state → view → bytes", "knowledge of every card", "70 frames", "the analysis of a game"):
        assert f"| {row}" in output
