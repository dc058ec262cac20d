"""Query parameters of the log of commitments."""

import re
from typing import Final, NamedTuple
from uuid import UUID

from marshmallow import fields, validate

from engine.proof.log_entries import KINDS, Kind
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, load_query
from service.http.wire.schemas.fields import DecimalDigits, between, one_of, parsed_id

__all__ = ["ProofQuery", "consistency_query", "log_entries_query", "proof_query"]

_MAX_SIZE: Final = 999_999_999
"""The largest number of nine digits."""
_MAX_LIMIT: Final = 256
"""The maximum number of entries of a response: those of a tile."""


class _ProofQuery(Strict):
    game = fields.String(required=True)
    secret_commitment = fields.String(
        required=True, validate=validate.Regexp(re.compile(r"[0-9a-f]{64}\Z"), error="must be 64 hexadecimal digits")
    )
    type = fields.String(required=True, validate=one_of(KINDS))
    size = DecimalDigits(load_default=None, validate=between(1, _MAX_SIZE))


class _ConsistencyQuery(Strict):
    first = DecimalDigits(required=True, validate=between(0, _MAX_SIZE))
    second = DecimalDigits(load_default=None, validate=between(0, _MAX_SIZE))


class _EntriesQuery(Strict):
    start = DecimalDigits(load_default=0, validate=between(0, _MAX_SIZE))
    limit = DecimalDigits(load_default=_MAX_LIMIT, validate=between(1, _MAX_LIMIT))


class ProofQuery(NamedTuple):
    """The entry to prove, and the size of the tree; None for the newest."""

    game_id: UUID
    commitment: bytes
    kind: Kind
    size: int | None


def proof_query() -> ProofQuery:
    """Return the entry that is to be proved."""
    query = load_query(_ProofQuery())
    game_id = parsed_id("g", query["game"], "?game")
    return ProofQuery(game_id, bytes.fromhex(query["secret_commitment"]), query["type"], query["size"])


def consistency_query() -> tuple[int, int | None]:
    """Return the sizes of two trees; None for the newest. Raises invalid-request if the first is larger."""
    query = load_query(_ConsistencyQuery())
    first, second = query["first"], query["second"]
    if second is not None and second < first:
        raise Problem("invalid-request", errors=[fault("?first", "must not be larger than second")])
    return first, second


def log_entries_query() -> tuple[int, int]:
    """Return the first index and the maximum number of entries."""
    query = load_query(_EntriesQuery())
    return query["start"], query["limit"]
