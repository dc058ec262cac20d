"""Tests of the file of test vectors, which is served for other verifiers."""

import json
from typing import Any

from engine.proof.deal_trust import protection_of
from engine.proof.verdicts import FAULTS
from engine.proof.verify import verify_file
from tests.engine.record_vectors import FILE, as_file, bytes_of, vectors
from tests.rows import in_one_test

WRITTEN: dict[str, Any] = json.loads(FILE.read_bytes())


def test_the_file_is_up_to_date() -> None:
    """`python -m tests.engine.record_vectors` would write the same bytes."""
    assert as_file(vectors()) == FILE.read_bytes()


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
    record, report = verify_file(bytes_of(WRITTEN, vector))
    assert report.verified is vector["verified"]
    fault = (None, None) if report.fault is None else (report.fault.code, report.fault.version)
    assert fault == (vector["fault"], vector["version"])
    if record is not None and report.verified:
        protection = protection_of(record.events[0].document)
        assert (protection and protection._asdict()) == vector["protection"]
        assert (report.provenance, report.signed_by, report.canonical) == tuple(
            vector[name] for name in ("origin", "signed_by", "canonical")
        )
