"""The budget of a test: 3 seconds of CPU time, of its process and of the children that ended.

A test over budget is listed in the summary. One that takes four times as much fails, unless it is marked: it gets rows
that are slow, or a cheaper way. The limit grows with the time that the machine takes for a fixed loop, measured right
after the test, since a busy core takes more CPU time for the same work.
"""

import os
import time
from collections.abc import Iterator
from typing import Final

import pytest

_BUDGET_S: Final = 3.0
_FAR: Final = 4
_MARKS: Final = ("slow", "faults", "abuse", "clients")
_LOOP_S: Final = 0.03
"""The CPU time of the loop on the machine for which the budget was set."""
_PROPERTY: Final = "cpu_s"


def within_budget(item: pytest.Item) -> Iterator[None]:
    """Fail a test without a mark that takes far more than the budget. Setup and teardown do not count."""
    before = _cpu_s()
    yield
    used = _cpu_s() - before
    if used < _BUDGET_S or any(item.get_closest_marker(mark) for mark in _MARKS):
        return
    if "FUZZ_CASES" in os.environ and item.nodeid.startswith("tests/fuzz/"):  # as many inputs as somebody wants
        return
    item.user_properties.append((_PROPERTY, f"{used:.1f}"))
    if used > _FAR * _BUDGET_S and used > _FAR * _BUDGET_S * (factor := _slowness()):
        pytest.fail(f"took {used:.1f} s of CPU time: the budget is {_BUDGET_S:g} s, on this machine x {factor:.1f}")


def over_budget(reports: list[pytest.TestReport]) -> list[str]:
    """Return one line for each test over budget."""
    found = {report.nodeid: value for report in reports for name, value in report.user_properties if name == _PROPERTY}
    return [f"over budget: {value} s of CPU time: {nodeid}" for nodeid, value in found.items()]


def _cpu_s() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _slowness() -> float:
    """Return how many times slower than usual this machine is now, at least 1."""
    longest = 0.0
    for _ in range(3):
        before = time.process_time()
        sum(number * number % 7 for number in range(500_000))
        longest = max(longest, time.process_time() - before)
    return max(1.0, longest / _LOOP_S)
