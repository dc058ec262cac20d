"""Routes of the log of commitments: the signed head, proofs, entries, and the files of tiles."""

from base64 import b64encode
from hashlib import sha256
from typing import Final

import orjson
from flask import Blueprint, Response

from engine.proof.merkle import leaf_hash
from engine.proof.tiles import TileRefused, tile_at
from service.commitment_log import sequencer, tree
from service.games.lookup import NotFound
from service.http.wire import schemas
from service.http.wire.operation import Operation
from service.http.wire.responses import as_json, prefers
from service.signing import keys

__all__ = ["routes"]

routes = Blueprint("log", __name__)

_A_YEAR: Final = "public, max-age=31536000, immutable"
_BYTES: Final = "application/octet-stream"
_ED25519: Final = b"\1"
"""The type of a signature in a note."""


@routes.get("/v1/log/head")
@Operation("getLogHead", token=False, price=10)
def get_head() -> Response:
    """Read the signed head of the log.

    Returns the head of the log of commitments: its size and the root of its Merkle tree (RFC 9162), signed. The log has
    an entry for each game that is opened, dealt, ended, aborted or withdrawn; imported games and games with a given
    deck have none. Entries that wait are added before the response. A head is at most a minute old, and has every entry
    that is older than `max_merge_delay_s`. Save it: a later head must extend it, which `/v1/log/consistency` proves.
    `/docs/verification` specifies all bytes.
    """
    head = sequencer.current_head()
    document = {
        **tree.head_document(head.size, head.root, head.at),
        "signature": head.signature._asdict(),
        "max_merge_delay_s": sequencer.MAX_MERGE_DELAY_S,
    }
    return as_json(document)


@routes.get("/v1/log/proof")
@Operation("getLogProof", token=False, price=10)
def get_proof() -> Response:
    """Prove that the log has an entry.

    Returns an entry of a game and the proof that a tree of the log contains it. `game` and `secret_commitment` are
    those of any view or record of the game. Callers who do not know the commitment get `not-found`, so private games
    stay unknown to others. An entry that waits is `not-found` until a head has it: read `/v1/log/head` before.
    """
    try:
        found = tree.inclusion(*schemas.proof_query())
    except tree.NotInLog:
        raise NotFound from None
    document = {
        "index": found.position,
        "size": found.size,
        "entry": orjson.Fragment(found.leaf),
        "leaf_hash": leaf_hash(found.leaf).hex(),
        "proof": [part.hex() for part in found.proof],
    }
    return as_json(document)


@routes.get("/v1/log/consistency")
@Operation("getLogConsistency", token=False, price=10)
def get_consistency() -> Response:
    """Prove that the log was only extended.

    Returns the proof that the log of the size `second` begins with all entries of the log of the size `first`. A size
    that the log never had is `not-found`.
    """
    first, second = schemas.consistency_query()
    try:
        second, proof = tree.consistency(first, second)
    except tree.NotInLog:
        raise NotFound from None
    document = {"first": first, "second": second, "proof": [part.hex() for part in proof]}
    return as_json(document)


@routes.get("/v1/log/entries")
@Operation("listLogEntries", token=False, price=5)
def list_entries() -> Response:
    """List the entries of the log.

    Returns entries in the order of the log. Mirrors and monitors of the whole log read the files below `/log/tile/`.
    """
    found = tree.entries(*schemas.log_entries_query())
    items = [{"index": index, "entry": orjson.Fragment(leaf)} for index, leaf in found]
    return as_json({"items": items})


@routes.get("/log/checkpoint")
@Operation("getCheckpoint", token=False, price=10, media_types=())
def get_checkpoint() -> Response:
    """Read the head of the log as a signed note.

    Returns what `/v1/log/head` does, without its time, in the format of <https://c2sp.org/tlog-checkpoint>. Its first
    line names the log, and does not change with the key.
    """
    head = sequencer.current_head()
    origin = f"hanabi-log-{keys.public_keys()[-1].key[:16]}"
    text = f"{origin}\n{head.size}\n{b64encode(head.root).decode()}\n"
    signed = keys.sign_note(text)
    key_id = sha256(origin.encode() + b"\n" + _ED25519 + bytes.fromhex(signed.key)).digest()[:4]
    signature = b64encode(key_id + bytes.fromhex(signed.signature)).decode()
    prefers("text/plain")
    return Response(f"{text}\n\u2014 {origin} {signature}\n", content_type="text/plain; charset=utf-8")


@routes.get("/log/tile/<level>/<path:tile>")
@Operation("getTile", token=False, price=5, media_types=())
def get_tile(level: str, tile: str) -> Response:
    """Fetch a tile of the log.

    Returns a file of the log, which never changes: a tile with up to 256 hashes, or a bundle of up to 256 entries, in
    the format of <https://c2sp.org/tlog-tiles>. All files below `/log` together are the log, so any web server can
    mirror it.
    """
    try:
        content = tree.tile(tile_at(f"{level}/{tile}"))
    except (TileRefused, tree.NotInLog):
        raise NotFound from None
    prefers(_BYTES)
    return Response(content, headers={"Cache-Control": _A_YEAR, "Vary": "Accept"}, content_type=_BYTES)
