"""The short form of `make fuzz`: Schemathesis with the examples of the contract, and odd values for a while."""

from pathlib import Path

import pytest

from tests.fuzz import contract, odd_values


@pytest.mark.slow
def test_every_operation_answers_its_examples_as_described(server: str, tmp_path: Path) -> None:
    """Schemathesis finds no fault in any operation, except those that end an account."""
    found = contract.run_schemathesis(
        tmp_path, server, seed=1, seconds=600, which=contract.OTHERS, phases=("examples",)
    )
    assert found == contract.TRIED


@pytest.mark.slow
def test_no_odd_value_fails_or_is_unreadable(server: str) -> None:
    """No request with an odd value is a 500, nor is anything that is read after an accepted one."""
    assert odd_values.main(server, seconds=30, seed=1) == []
