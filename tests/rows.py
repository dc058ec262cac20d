"""Rows of a table of tests that `make test` runs, and those that only `make test-all` runs."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest

__all__ = ["IN_FULL", "slow_unless"]

IN_FULL: Final = pytest.mark.parametrize(
    "in_full", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["in part", "in full"]
)
"""Run a test with a part of its rows, and in `make test-all` also with all of them."""


def slow_unless(kept: Callable[[Any], bool], rows: Iterable[Any]) -> list[Any]:
    """Mark the rows as slow that do not fulfill a condition."""
    return [
        row if kept(row) else pytest.param(*(row if type(row) is tuple else (row,)), marks=pytest.mark.slow)
        for row in rows
    ]
