"""Tables of tests: rows in one test, and rows that only `make test-all` runs."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any, Final

import pytest

Test = Callable[..., None]

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


def in_one_test(names: str | tuple[str, ...], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test with each row, as `parametrize` does, but as one test, which reports all rows that fail.

    It is for many rows that take no time: pytest takes three milliseconds for each test. The rows share fixtures, and
    are made when the test begins, since each worker imports all tests.
    """
    given = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    made: list[tuple[Any, ...]] = []

    def decorate(test: Test) -> Test:
        @wraps(test)
        def together(**fixtures: Any) -> None:
            made.extend(_values_of(row, len(given)) for row in (() if made else rows))
            assert made, "there are no rows"
            failed: list[Exception] = []
            for row in made:
                try:
                    test(**dict(zip(given, row, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"row: {row!r}"[:500])
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(made)} rows", failed)

        whole = signature(test)
        left = [parameter for name, parameter in whole.parameters.items() if name not in given]
        together.__signature__ = whole.replace(parameters=left)  # type: ignore[attr-defined]
        return together

    return decorate


def _values_of(row: Any, number: int) -> tuple[Any, ...]:
    if isinstance(row, type(pytest.param())):
        return tuple(row.values)
    return (row,) if number == 1 else tuple(row)
