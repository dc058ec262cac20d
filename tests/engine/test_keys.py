"""Tests of the keys of a service: whom a reader trusts who knows some of them."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.proof.keys import SIGNED_TYPES, KeyEvent, KeyKind, NoKeys, events_of, keys_in, statement, trust
from engine.proof.log_entries import audit, entry_of, key_leaf
from engine.proof.signatures import Signature, is_signed_note, signed_message
from tests.rows import in_one_test

AT = "2026-11-21T12:00:00.000Z"
PRIVATE = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(5)]
NAMES = [private.public_key().public_bytes_raw().hex() for private in PRIVATE]


def event(kind: KeyKind, key: int, by: int) -> KeyEvent:
    """Return a signed statement about a key."""
    signature = PRIVATE[by].sign(signed_message(SIGNED_TYPES[kind], statement(NAMES[key], AT)))
    return KeyEvent(kind, NAMES[key], AT, Signature(NAMES[by], signature.hex()))


def listing(successors: Iterable[tuple[int, int]], revoked: Iterable[tuple[int, int]] = ()) -> bytes:
    """Return a list of five keys; pairs are a key and the one that has signed it or its revocation."""
    items: list[dict[str, Any]] = [{"key": name, "from": AT, "predecessor": None, "revocation": None} for name in NAMES]
    for key, by in successors:
        items[key]["predecessor"] = event("key", key, by).by._asdict()
    for key, by in revoked:
        items[key]["revocation"] = {"at": AT, **event("revocation", key, by).by._asdict()}
    return json.dumps({"items": items}).encode()


CHAIN = [(1, 0), (2, 1), (3, 2)]


@in_one_test(
    ("known", "successors", "revoked", "trusted"),
    [
        ([0], CHAIN, [], [0, 1, 2, 3]),
        ([2], CHAIN, [], [2, 3]),
        ([4], CHAIN, [], [4]),
        ([0], [(1, 0), (3, 2)], [], [0, 1]),
        ([0], CHAIN, [(0, 0)], []),
        ([0], CHAIN, [(1, 3)], [0]),
        ([0, 1, 2], CHAIN, [(1, 2)], [0, 2, 3]),
        ([0, 1], CHAIN, [(1, 4)], [0, 1, 2, 3]),
        ([0], [(1, 0), (0, 1)], [], [0, 1]),
    ],
)
def test_whom_a_reader_trusts(
    known: list[int], successors: list[tuple[int, int]], revoked: list[tuple[int, int]], trusted: list[int]
) -> None:
    """Successors are trusted, those of revoked keys are not, and a stranger revokes nothing."""
    names = [NAMES[key] for key in known]
    assert trust(names, keys_in(listing(successors, revoked))).keys == {NAMES[key] for key in trusted}


def test_a_signature_of_another_kind_or_time_is_none() -> None:
    """A revocation cannot be used as a succession, nor can a succession get another time, or letters for digits."""
    items = json.loads(listing([(1, 0)]))["items"]
    items[1]["predecessor"] = event("revocation", 1, 0).by._asdict()
    items[2] |= {"predecessor": event("key", 2, 0).by._asdict(), "from": AT.replace("12", "13")}
    items[3]["predecessor"] = {"key": NAMES[0], "signature": 128 * "x"}
    assert trust([NAMES[0]], keys_in(json.dumps({"items": items}).encode())).keys == {NAMES[0]}


def test_what_a_list_says() -> None:
    """The successions and revocations, key by key."""
    listed = keys_in(listing([(0, 4), (1, 0)], [(0, 1)]))
    assert list(events_of(listed)) == [event("key", 0, 4), event("revocation", 0, 1), event("key", 1, 0)]


def test_a_note_is_signed_as_it_stands() -> None:
    """Its signature covers the text alone, and every byte of it."""
    signature = Signature(NAMES[0], PRIVATE[0].sign(b"log\n3\n").hex())
    assert is_signed_note("log\n3\n", signature)
    assert not is_signed_note("log\n3", signature)
    assert not is_signed_note("log\n3\n", signature._replace(key=NAMES[1]))


def test_lists_of_older_releases_have_no_successions() -> None:
    """Their keys are trusted by name only."""
    old = json.dumps({"items": [{"key": name, "from": AT, "until": None} for name in NAMES]}).encode()
    assert trust([NAMES[0]], keys_in(old)).keys == {NAMES[0]}


@in_one_test("content", [b"", b"[]", b'{"items":3}', b'{"items":[{}]}', b'{"items":["x"]}', b"\xff"])
def test_other_documents_are_no_lists(content: bytes) -> None:
    """Anything else is refused."""
    with pytest.raises(NoKeys):
        keys_in(content)


def test_entries_about_keys() -> None:
    """The log has them in a form of their own. A key has one successor."""
    first, revoked = event("key", 1, 0), event("revocation", 1, 1)
    assert [entry_of(key_leaf(one)) for one in (first, revoked)] == [first, revoked]
    forged = first._replace(by=first.by._replace(signature=revoked.by.signature))
    leaves = [key_leaf(one) for one in (first, revoked, forged, event("key", 2, 0), event("key", 3, 2))]
    found = audit(leaves)
    assert found.faults == [(2, "the signature about a key is wrong"), (3, "a second successor of the same key")]
    assert found.keys == [first, revoked, event("key", 3, 2)]
    assert [why for _, why in audit([leaves[0].replace(b'"at"', b'"by"'), leaves[0] + b" "]).faults] == [
        "not the members of the type key",
        "not in canonical form",
    ]
