"""The short form of `make fuzz`: the examples of the contract, with Schemathesis' checks."""

from pathlib import Path

from tests.fuzz import contract


def test_every_operation_answers_its_examples_as_described(server: str, tmp_path: Path) -> None:
    """Schemathesis tries each operation, except those that end an account, and finds nothing."""
    found = contract.tried(tmp_path, server, seed=1, seconds=60, which=contract.OTHERS, phases=("examples",))
    assert found == contract.TRIED
