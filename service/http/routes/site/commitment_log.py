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
    """Return the newest signed tree head. Entries that wait are put into the tree before."""
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
    """Prove that the log has an entry of a game."""
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
    """Prove that the log of one size begins with that of another."""
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
    """List entries in order."""
    found = tree.entries(*schemas.log_entries_query())
    items = [{"index": index, "entry": orjson.Fragment(leaf)} for index, leaf in found]
    return as_json({"items": items})


@routes.get("/log/checkpoint")
@Operation("getCheckpoint", token=False, price=10, media_types=())
def get_checkpoint() -> Response:
    """Return the newest tree head as a signed note (c2sp.org/tlog-checkpoint)."""
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
    """Return the file of a tile or of a bundle of entries (c2sp.org/tlog-tiles). It never changes."""
    try:
        content = tree.tile(tile_at(f"{level}/{tile}"))
    except (TileRefused, tree.NotInLog):
        raise NotFound from None
    prefers(_BYTES)
    return Response(content, headers={"Cache-Control": _A_YEAR, "Vary": "Accept"}, content_type=_BYTES)
