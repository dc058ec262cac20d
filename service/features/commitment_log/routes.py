"""The log of commitments: routes of the signed head, proofs, entries, tiles and keys, and their queries."""

import re
from base64 import b64encode
from hashlib import sha256
from typing import ClassVar, Final

import orjson
from flask import Blueprint, Response
from marshmallow import validate

from engine.proof.keys import KeyEvent
from engine.proof.merkle import leaf_hash
from engine.proof.signatures import Signature
from engine.proof.tiles import TileRefused, tile_at
from engine.wording import N_
from service.core.common_parameters import IF_NONE_MATCH
from service.core.common_values import Hash, PublicKey, SignatureHex
from service.core.tables.lookup import NotFound
from service.features.commitment_log import sequencer, tree
from service.platform.signing import keys
from service.platform.wire.field_types import DateTime, Items, Named, Object, ResponseSchema, Text, Whole
from service.platform.wire.headers import PUBLIC, PUBLIC_NOT_MODIFIED
from service.platform.wire.operation import Answer, Content, Header, Link, Operation, Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import DecimalDigits, parsed_id
from service.platform.wire.request_parsing import load_query
from service.platform.wire.responses import as_json, cacheable, prefers

TILE_CACHE_CONTROL: Final = Header(
    "Cache-Control", "The file never changes.", const="public, max-age=31536000, immutable", required=True
)

TILE_VARY: Final = Header("Vary", "The file is the same for everyone.", const="Accept", required=True)


class _LogHeadSignature(ResponseSchema):
    """The members of this value."""

    is_inline = True

    key = Text("The public key, 32 bytes.", pattern="^[0-9a-f]{64}$")
    signature = Text("Ed25519, 64 bytes.", pattern="^[0-9a-f]{128}$")
    facts: ClassVar = {"additionalProperties": False}


class LogHead(ResponseSchema):
    """The signed head of the log of commitments at one size."""

    size = Whole("The number of entries.", least=0)
    root = Hash()
    at = DateTime("When the head was signed.")
    signature = Object(_LogHeadSignature, "The signature of `size`, `root` and `at` with the type `hanabi/log-head`.")
    max_merge_delay_s = Whole(
        "The service promises that a head has each entry that is so many seconds older. Usually it takes a second."
    )
    facts: ClassVar = {"additionalProperties": False}


_OF_GAMES: Final = {
    "commitment": "A game was opened.",
    "deal": "It was dealt.",
    "end": "It ended with a result.",
    "abort": "It ended without one.",
    "withdrawal": "It was deleted before its deal.",
    "contest-deal": "A game of a contest was dealt. The log gets it when the seal of the deck ends.",
    "contest-end": "It ended.",
    "contest-results": "A contest has results.",
}


class LogEntryType(Named):
    """What happened to a game."""

    of = Text(values=_OF_GAMES)


class LogEntryKind(Named):
    """What happened to a game or a key."""

    of = Text(
        values={
            **_OF_GAMES,
            "key": "The service has a new signing key.",
            "revocation": "It has revoked a signing key.",
        }
    )


class LogEntry(ResponseSchema):
    """An entry.

    Its canonical JSON is the leaf of the tree. `game` is a hash that binds the id of the game, `head` that of the
    last event, `secret` opens the commitment of a game that did not end, and `digest` is that of the results of a
    contest. An entry about a key has `key`, `at`,
    `signer` and `signature` instead, as in `/.well-known/hanabi-keys`.
    """

    type = LogEntryKind()
    secret_commitment = Hash(required=False)
    game = Hash(required=False)
    head = Hash(required=False)
    secret = Hash(required=False)
    digest = Hash(required=False)
    key = PublicKey(required=False)
    at = Text("When the key was made or revoked.", facts={"format": "date-time"}, required=False)
    signer = PublicKey("The key that has signed this.", required=False)
    signature = SignatureHex(required=False)
    facts: ClassVar = {"additionalProperties": False}


class MerklePath(Named):
    """Hashes in the order of RFC 9162."""

    of = Items(Hash(), most=64)


class LogProof(ResponseSchema):
    """The proof that an entry is in the log."""

    index = Whole("The index of the entry, counted from 0.", least=0)
    size = Whole("The size of the tree.", least=1)
    entry = Object(LogEntry)
    leaf_hash = Hash()
    proof = MerklePath()
    facts: ClassVar = {"additionalProperties": False}


class LogConsistency(ResponseSchema):
    """The proof that a later head only adds entries to an earlier one."""

    first = Whole("The size of the earlier log.", least=0)
    second = Whole("The size of the later log.", least=0)
    proof = MerklePath()
    facts: ClassVar = {"additionalProperties": False}


class KeySignature(Rendered[Signature]):
    """A signature, and the public key that verifies it."""

    key = PublicKey()
    signature = SignatureHex()


class KeyRevocation(Rendered[KeyEvent]):
    """The statement that a key was lost, signed over the revoked `key` and `at` with the type `hanabi/revocation`."""

    at = Text("When the key was revoked.", facts={"format": "date-time"})
    key = PublicKey("The key that has signed this, which was in use.", attribute="by.key")
    signature = SignatureHex(attribute="by.signature")


class Key(Rendered[keys.PublicKey]):
    """A public key of the service."""

    key = PublicKey()
    algorithm = Text("The algorithm of the signatures: `Ed25519`.", facts={"const": "Ed25519"})
    from_ = DateTime("When the service made the key.", attribute="since", data_key="from")
    until = DateTime("When the service stopped using the key, to two minutes; null for the key in use.", null=True)
    predecessor = Object(
        KeySignature,
        "The signature of the key before it over `key` and `at`, which is `from`, with the type `hanabi/key`. Null for "
        "the first key, and for one that followed a revoked key.",
        null=True,
    )
    revocation = Object(KeyRevocation, "Null for a key that is not revoked.", null=True)


class KeyList(ResponseSchema):
    """The keys with which the service has signed."""

    items = Items(Object(Key), "The keys, newest first.", least=1)


LEVEL: Final = Parameter(
    "level",
    "path",
    Text("The level of a tile of hashes, or `entries` for a bundle of entries.", pattern="^([0-7]|entries)$"),
    "0",
)

TILE: Final = Parameter(
    "tile",
    "path",
    Text(
        "The number of the tile in groups of three digits, such as `x001/x234/067`. The tile at the"
        " end of the log has so far fewer than 256 hashes or entries: `.p/` and their number "
        "follow, as in `000.p/3`.",
        pattern="^(x[0-9]{3}/)*[0-9]{3}([.]p/[1-9][0-9]{0,2})?$",
    ),
    "x001/x234/067",
)

routes = Blueprint("log", __name__)

_MAX_SIZE: Final = 999_999_999
"""The largest number of nine digits."""


def _consistency_query() -> tuple[int, int | None]:
    """Return the sizes of two trees; None for the newest. Raises invalid-request if the first is larger."""
    query = load_query()
    first, second = query["first"], query["second"]
    if second is not None and second < first:
        raise invalid("?first", N_("must not be larger than second"))
    return first, second


_A_YEAR: Final = "public, max-age=31536000, immutable"

_BYTES: Final = "application/octet-stream"

_ED25519: Final = b"\1"
"""The type of a signature in a note."""


@routes.get("/v1/log/head")
@Operation(
    "getLogHead",
    token=False,
    price=10,
    answers={
        200: Answer(
            LogHead,
            "The head.",
            examples=("log-head",),
            links=(
                Link(
                    "consistency",
                    "getLogConsistency",
                    "Later, the proof that the log still begins with these entries.",
                    {"first": "size"},
                ),
            ),
        )
    },
)
def get_head() -> Response:
    """Read the signed head of the log.

    Returns the head of the log of commitments: its size and the root of its Merkle tree (RFC 9162), signed. The log has
    an entry for each game that is opened, dealt, ended, aborted or withdrawn, and for the decks, the games and the
    results of contests; imported games and games with a given deck have none. Entries that wait are added before the
    response. A head is at most a minute old, and has every entry that is older than `max_merge_delay_s`. Save it: a
    later head must extend it, which `/v1/log/consistency` proves.
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
@Operation(
    "getLogProof",
    token=False,
    price=10,
    parameters=(
        Parameter(
            "game",
            "query",
            Text("The game. It may have been deleted.", named="GameId", required=True),
            "g_019901a4c3e17b5000009e37d2f86a00",
        ),
        Parameter(
            "secret_commitment",
            "query",
            Text(
                "The commitment to the secret of the game.",
                named="Hash",
                required=True,
                validate=validate.Regexp(re.compile(r"[0-9a-f]{64}\Z"), error=N_("must be 64 hexadecimal digits")),
            ),
            "c94da5396eda59c2c6dfbe6af84732a9d227815c5765d3240d924f4357dc4984",
        ),
        Parameter("type", "query", LogEntryType("The entry of the game.", required=True), "deal"),
        Parameter(
            "size",
            "query",
            DecimalDigits("The size of the tree; by default that of the newest head.", least=1, most=_MAX_SIZE),
            3,
        ),
    ),
    answers={200: Answer(LogProof, "The entry and its proof.", examples=("log-proof",))},
    problems=("not-found",),
)
def get_proof() -> Response:
    """Prove that the log has an entry.

    Returns an entry of a game and the proof that a tree of the log contains it. `game` and `secret_commitment` are
    those of any view or record of the game. Callers who do not know the commitment get `not-found`, so private games
    stay unknown to others. An entry that waits is `not-found` until a head has it: read `/v1/log/head` before.
    """
    query = load_query()
    game_id, commitment = parsed_id("g", query["game"], "?game"), bytes.fromhex(query["secret_commitment"])
    try:
        found = tree.inclusion(game_id, commitment, query["type"], query["size"])
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
@Operation(
    "getLogConsistency",
    token=False,
    price=10,
    parameters=(
        Parameter(
            "first",
            "query",
            DecimalDigits("The size of the head that the caller has saved.", least=0, most=_MAX_SIZE, required=True),
            1,
        ),
        Parameter(
            "second",
            "query",
            DecimalDigits("A larger size; by default that of the newest head.", least=0, most=_MAX_SIZE),
            3,
        ),
    ),
    answers={200: Answer(LogConsistency, "The proof.", examples=("log-consistency",))},
    problems=("not-found",),
)
def get_consistency() -> Response:
    """Prove that the log was only extended.

    Returns the proof that the log of the size `second` begins with all entries of the log of the size `first`. A size
    that the log never had is `not-found`.
    """
    first, second = _consistency_query()
    try:
        second, proof = tree.consistency(first, second)
    except tree.NotInLog:
        raise NotFound from None
    document = {"first": first, "second": second, "proof": [part.hex() for part in proof]}
    return as_json(document)


@routes.get("/log/checkpoint")
@Operation(
    "getCheckpoint",
    token=False,
    price=10,
    media_types=(),
    answers={
        200: Answer(
            None,
            "The head.",
            others=(Content("text/plain", Text(pattern=r"^hanabi-log-[0-9a-f]{16}\n"), ("checkpoint-head",)),),
        )
    },
)
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
@Operation(
    "getTile",
    token=False,
    price=5,
    media_types=(),
    answers={
        200: Answer(
            None,
            "The file.",
            headers=(TILE_CACHE_CONTROL, TILE_VARY),
            others=(Content("application/octet-stream", Text(facts={"format": "binary"}), ("tile-tile",)),),
        )
    },
)
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


@routes.get("/.well-known/hanabi-keys")
@Operation(
    "listKeys",
    token=False,
    parameters=(IF_NONE_MATCH,),
    answers={200: Answer(KeyList, "The keys.", examples=("keys",), headers=PUBLIC), 304: PUBLIC_NOT_MODIFIED},
)
def list_keys() -> Response:
    """List the signing keys.

    Returns the public keys of the service, newest first. One of them is in use; the others are retired. A key is signed
    by its predecessor, so that whoever trusts one key can trust the next. Nothing that a revoked key has signed is to
    be trusted. With the list, anybody can check the signatures of the service: see `/docs/verification`. Save the list,
    because a signature proves nothing to a reader who has the key from the same place.
    """
    return cacheable(as_json({"items": [Key.render(key) for key in keys.public_keys()]}))
