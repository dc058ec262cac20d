"""Tests of the file of test vectors, which is served for other verifiers."""

import json
from typing import Any

from engine.proof.verdicts import FAULTS
from engine.proof.verify import verify_file
from tests.engine.record_vectors import FILE, as_file, bytes_of, completed, verdict
from tests.rows import in_one_test

WRITTEN: dict[str, Any] = json.loads(FILE.read_bytes())


def test_the_file_is_complete() -> None:
    """`python -m tests.engine.record_vectors` would write the same bytes, and completes a new vector."""
    assert as_file(WRITTEN) == FILE.read_bytes()
    (stored,) = [one for one in WRITTEN["vectors"] if one["about"] == "another limit, signed again"]
    change = {"patch": [{"op": "replace", "path": "/core/idle_limit_s", "value": 0}], "seal": "signature"}
    assert completed(WRITTEN, {name: stored[name] for name in ("id", "about", "record")} | change) == stored


def test_there_are_vectors_of_every_fault() -> None:
    found = [vector["fault"] for vector in WRITTEN["vectors"]]
    assert {*found} == {None, *FAULTS} and len(found) >= 200
    guide = (FILE.parents[1] / "docs" / "verification.md").read_text()
    assert f"has {len(found)} records, good and tampered" in guide
    assert [vector["id"] for vector in WRITTEN["vectors"]] == list(range(1, len(found) + 1))
    assert len({bytes_of(WRITTEN, vector) for vector in WRITTEN["vectors"]}) == len(found)


@in_one_test("vector", WRITTEN["vectors"])
def test_the_engine_agrees(vector: dict[str, Any]) -> None:
    """The verdict that stands in the file is that of `verify_file`."""
    assert verdict(*verify_file(bytes_of(WRITTEN, vector))).items() <= vector.items()
