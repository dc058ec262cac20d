"""What the log shows: the signed head, proofs, entries, and the files of tiles."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from engine.proof.log_entries import Kind
from engine.proof.merkle import Range, Subtree, consistency_ranges, inclusion_ranges, range_hash
from engine.proof.signatures import Signature
from engine.proof.tiles import ENTRIES, Tile, bundle, is_whole, subtree_hash
from service.core.log.entries import LEAF_COLUMNS, code_of, leaf_of
from service.platform import timestamps
from service.platform.database.pool import fetch_all, fetch_one


class NotInLog(Exception):
    """The log has no such entry, tile or size."""


class Head(NamedTuple):
    """A signed tree head."""

    size: int
    root: bytes
    at: datetime
    signature: Signature


class Inclusion(NamedTuple):
    """A proof that the log has an entry."""

    leaf: bytes
    position: int
    size: int
    proof: list[bytes]


_HEAD: Final = "select size, root, at, key, signature from log_head"
_ROW: Final = """
    select hash from log_hash where level = %s and position >= %s and position < %s order by position
"""
_ENTRIES: Final = f"""
    select position, {LEAF_COLUMNS} from log_entry where position >= %s and position < %s order by position
"""
_ENTRY: Final = f"""
    select position, {LEAF_COLUMNS} from log_entry where game_id = %s and kind = %s and secret_commitment = %s
"""


def stored_head() -> Head | None:
    """Return the newest signed head; None before the first."""
    row = fetch_one(_HEAD)
    if row is None:
        return None
    size, root, at, key, signature = row
    return Head(size, root, at, Signature(key.hex(), signature.hex()))


def head_document(size: int, root: bytes, at: datetime) -> dict[str, Any]:
    """Return the document that is signed for a tree head."""
    return {"size": size, "root": root.hex(), "at": timestamps.rfc3339(at)}


def inclusion(game_id: UUID, commitment: bytes, kind: Kind, size: int | None) -> Inclusion:
    """Return the proof for an entry of a game, in the tree of some size; None means that of the newest head.

    Whoever knows the commitment of a game may know its entries. Raises NotInLog.
    """
    size = _checked(size)
    row = fetch_one(_ENTRY, (game_id, code_of(kind), commitment))
    if row is None or row[0] is None or not 0 <= row[0] < size:
        raise NotInLog
    return Inclusion(leaf_of(row[1:]), row[0], size, _proof(inclusion_ranges(row[0], size)))


def consistency(first: int, second: int | None) -> tuple[int, list[bytes]]:
    """Return the size of the second tree, and the proof that it extends the first.

    None means the size of the newest head. The proof is empty for the same size, and from the empty tree. Raises
    NotInLog if the first tree is larger.
    """
    second = _checked(second)
    if first > second:
        raise NotInLog
    return second, _proof(consistency_ranges(first, second)) if first else []


def entries(start: int, limit: int) -> list[tuple[int, bytes]]:
    """Return the entries of the newest head from an index on, at most `limit`, with their indexes."""
    end = min(start + limit, _checked(None))
    return [(row[0], leaf_of(row[1:])) for row in fetch_all(_ENTRIES, (start, end))]


def tile(wanted: Tile) -> bytes:
    """Return the file of a tile or of a bundle. Raises NotInLog."""
    if not is_whole(wanted, _checked(None)):
        raise NotInLog
    if wanted.level == ENTRIES:
        found = [leaf for _, leaf in entries(wanted.start, wanted.width)]
    else:
        found = _hashes(wanted.level, wanted.start, wanted.end)
    if len(found) != wanted.width:  # the database was changed
        raise NotInLog
    return bundle(found) if wanted.level == ENTRIES else b"".join(found)


def _checked(size: int | None) -> int:
    """Return a size; that of the newest head for None. Raises NotInLog for a larger one."""
    head = stored_head()
    newest = 0 if head is None else head.size
    if size is not None and size > newest:
        raise NotInLog
    return newest if size is None else size


def _proof(ranges: Sequence[Range]) -> list[bytes]:
    def hash_of(subtree: Subtree) -> bytes:
        return subtree_hash(subtree, _hashes)

    return [range_hash(leaves, hash_of) for leaves in ranges]


def _hashes(level: int, start: int, end: int) -> list[bytes]:
    return [found for (found,) in fetch_all(_ROW, (level, start, end))]
