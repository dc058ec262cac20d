"""The short form of `make fuzz`: Schemathesis with the examples of the contract."""

from pathlib import Path

import pytest

from tests.fuzz import contract


@pytest.mark.slow
def test_every_operation_answers_its_examples_as_described(server: str, tmp_path: Path) -> None:
    """Schemathesis finds no fault in any operation, except those that end an account."""
    found = contract.run_schemathesis(
        tmp_path, server, seed=1, seconds=600, which=contract.OTHERS, phases=("examples",)
    )
    assert found == contract.TRIED
