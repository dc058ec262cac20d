"""Test vectors of the verification: `python -m tests.engine.record_vectors` completes `examples/record-vectors.json`.

`docs/verification.md` describes the file. A new vector gets a number, `about`, `record`, and `patch` or `replace` by
hand, and `seal` if the forger computes hashes or signatures again. The command applies it, and adds the verdict.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from engine.proof.chain import canonical, genesis_of
from engine.proof.deal_trust import protection_of
from engine.proof.record import Record
from engine.proof.signatures import signed_message
from engine.proof.verify import Verification, verify_file
from tests.engine.records import KEY

FILE: Final = Path(__file__).parents[2] / "examples" / "record-vectors.json"

Json = dict[str, Any]


def core_of(document: Json) -> Json:
    """Return the part of a record with the events."""
    core: Json = document["core"] if document["record"] == 2 else document
    return core


def chained(document: Json) -> Json:
    """Return a record with the hashes that its events have."""
    events = core_of(document)["events"]
    timed = document["record"] == 2
    previous = genesis_of(events[0])
    for event in events:
        hashed = {name: value for name, value in event.items() if name != "hash" and (timed or name != "at")}
        previous = hashlib.sha256(previous + canonical(hashed)).digest()
        event["hash"] = previous.hex()
    return document


def signed(document: Json) -> Json:
    """Return a record with a signature, if it can have one."""
    if document["record"] == 2 and document["signature"]:
        core = document["core"]
        digest = hashlib.sha256(b"hanabi-record/2 core\0" + canonical(core)).hexdigest()
        content = {"game": core["events"][0].get("game"), "digest": digest}
        document["signature"] = {
            "key": KEY.public_key().public_bytes_raw().hex(),
            "signature": KEY.sign(signed_message("hanabi/record", content)).hex(),
        }
    return document


def digested(document: Json) -> Json:
    """Return a record with its digest."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    tag = b"hanabi-record/%d digest\0" % document["record"]
    return {**rest, "digest": hashlib.sha256(tag + canonical(rest)).hexdigest()}


_SEALS: Final[Mapping[str, Callable[[Json], Json]]] = {
    "all": lambda document: digested(signed(chained(document))),
    "signature": lambda document: digested(signed(document)),
    "digest": digested,
    "nothing": lambda document: document,
}
"""What the forger computes again after a change."""


def patch(old: Any, new: Any, path: str = "") -> Iterator[Json]:
    """Yield the operations of a JSON Patch (RFC 6902) that turns one value into another."""
    if isinstance(old, dict) and isinstance(new, dict) and old.get("type") == new.get("type"):
        for name in sorted(old.keys() - new.keys()):
            yield {"op": "remove", "path": f"{path}/{name}"}
        for name, value in new.items():
            if name not in old:
                yield {"op": "add", "path": f"{path}/{name}", "value": value}
            else:
                yield from patch(old[name], value, f"{path}/{name}")
    elif isinstance(old, list) and isinstance(new, list):
        for place in range(len(old) - 1, len(new) - 1, -1):
            yield {"op": "remove", "path": f"{path}/{place}"}
        for place, value in enumerate(new):
            if place < len(old):
                yield from patch(old[place], value, f"{path}/{place}")
            else:
                yield {"op": "add", "path": f"{path}/-", "value": value}
    elif old != new or type(old) is not type(new):
        yield {"op": "replace", "path": path, "value": new}


def patched(document: Any, operations: list[Json]) -> Any:
    """Return a document after a JSON Patch with the operations add, remove and replace of members."""
    found = deepcopy(document)
    for operation in operations:
        *way, last = operation["path"].split("/")[1:]
        place = found
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if last == "-":
            place.append(operation["value"])
            continue
        at = int(last) if isinstance(place, list) else last
        if operation["op"] == "remove":
            del place[at]
        else:
            place[at] = operation["value"]
    return found


def bytes_of(file: Json, vector: Json) -> bytes:
    """Return the bytes of a vector's file."""
    text = canonical(patched(file["records"][vector["record"]], vector.get("patch", []))).decode()
    for old, new in vector.get("replace", []):
        text = text.replace(old, new, 1)
    return text.encode()


def completed(file: Json, vector: Json) -> Json:
    """Return a vector with all that its patch changes in the end, and with its verdict."""
    base = file["records"][vector["record"]]
    changed = _SEALS[vector.get("seal", "nothing")](patched(base, vector.get("patch", [])))
    found = {name: value for name, value in vector.items() if name != "seal"}
    if operations := sorted(patch(base, changed), key=lambda one: one["op"] == "add"):
        found["patch"] = operations
    return found | verdict(*verify_file(bytes_of(file, found)))


def verdict(record: Record | None, report: Verification) -> Json:
    """Return what a vector says about a verification."""
    if report.fault is not None or record is None:
        fault = report.fault
        return {"verified": False, "fault": fault and fault.code, "version": fault and fault.version}
    protection = protection_of(record.events[0].document)
    good: Json = {"origin": report.provenance, "signed_by": report.signed_by, "canonical": report.canonical}
    good["protection"] = protection and protection._asdict()
    return {"verified": True, "fault": None, "version": None, **good}


def as_file(file: Json) -> bytes:
    """Return the content of the file: a line for each record and each vector."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    named = ",\n".join(f"{line(name)}:{canonical(record).decode()}" for name, record in file["records"].items())
    listed = ",\n".join(map(line, file["vectors"]))
    return f'{{"records":{{\n{named}\n}},"vectors":[\n{listed}\n]}}\n'.encode()


def main() -> None:
    """Complete the vectors that have no verdict."""
    file = json.loads(FILE.read_bytes())
    file["vectors"] = [one if "verified" in one else completed(file, one) for one in file["vectors"]]
    FILE.write_bytes(as_file(file))


if __name__ == "__main__":
    main()
