"""The core of a finished game's record: what the game was, frozen and signed when it ends."""

from typing import Any, NamedTuple
from uuid import UUID

from engine.fold import fold
from engine.proof.deal import holder
from engine.proof.record import Record, RecordedEvent, RecordedSeat
from engine.proof.record_json import core_digest_of, signed_content
from engine.proof.signatures import Signature
from engine.score import Ending, result_of
from engine.state import State
from service.core.tables.stored_game import Stored, TakenSeat
from service.platform import ids
from service.platform.database.pool import execute, fetch_one
from service.platform.signing import keys
from service.platform.timestamps import rfc3339


class CoreRecord(NamedTuple):
    """The stored digest of a core, as 64 hex digits, and its signature."""

    digest: str
    signature: Signature


def freeze(stored: Stored, state: State) -> None:
    """Store the digest and the signature of a game that ends in this transaction. `state` is its last one."""
    record = record_of(stored, state)
    signature = keys.sign("hanabi/record", signed_content(record))
    store(stored.game_id, CoreRecord(core_digest_of(record), signature))


def store(game_id: UUID, core: CoreRecord) -> None:
    """Store a digest and its signature."""
    values = (game_id, *map(bytes.fromhex, (core.digest, core.signature.key, core.signature.signature)))
    execute("insert into core_record (game_id, digest, key, signature) values (%s, %s, %s, %s)", values)


def replace_signature(game_id: UUID, old: Signature, new: Signature) -> None:
    """Store another signature of the same digest, unless the present one has changed."""
    values = [bytes.fromhex(value) for value in (*new, old.key)]
    execute(
        "update core_record set key = %s, signature = %s where game_id = %s and key = %s",
        (*values[:2], game_id, values[2]),
    )


def frozen(game_id: UUID) -> CoreRecord | None:
    """Return the stored digest and signature; None for a game that has none."""
    row = fetch_one("select digest, key, signature from core_record where game_id = %s", (game_id,))
    if row is None:
        return None
    digest, key, signature = [value.hex() for value in row]
    return CoreRecord(digest, Signature(key, signature))


def record_of(stored: Stored, state: State | None = None) -> Record:
    """Return the unsigned record of a finished game, without messages and digest.

    `state` is its last one, if it is known. The record of an imported record contains the times that were claimed
    there.
    """
    assert stored.log is not None and stored.salt is not None
    state = state or fold(stored.log)
    # A log without its last rows has no result. Verification then fails at the stored head.
    result = state.result or result_of(state.rules, Ending("aborted", "idle"), state.table_points)
    times = [rfc3339(at) for at in stored.times]
    events = [RecordedEvent(link.document, at, link.hash.hex()) for link, at in zip(stored.links(), times, strict=True)]
    # Use the stored head instead of the computed one. If the rows were altered, they differ, and verification fails.
    events[-1] = events[-1]._replace(hash=stored.head.hex())
    claimed: dict[str, Any] | None = (stored.source or {}).get("claimed")
    ends = claimed or {name: rfc3339(getattr(stored, name)) for name in ("created_at", "started_at", "finished_at")}
    if stored.is_timed:
        ends = {**ends, "started_at": times[0], "finished_at": times[-1]}
    return Record(
        id=ids.render("g", stored.game_id),
        sandbox=stored.setting.sandbox,
        private=stored.private and not stored.hidden and stored.setting.contest_id is None,
        idle_limit_s=stored.setting.idle_limit_s,
        source=stored.source,
        seats=tuple([RecordedSeat(player.name, player.bot) for player in stored.taken]),
        deck=stored.log.deck,
        salt=stored.salt,
        secret=stored.secret,
        events=tuple(events),
        messages=(),
        result=result,
        **ends,
        digest="",
    )


def holder_of(player: TakenSeat, salt: bytes) -> str | None:
    """Return the salted hash of the account in a seat; None for a bot."""
    return None if player.account_id is None else holder(ids.render("a", player.account_id), salt)
