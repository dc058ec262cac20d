"""The sequencer, which puts stored entries into the tree, signs its head, and notes changes of the signing keys.

Entries wait in `log_entry` until they get an index. Whoever holds the lock gives the next ones; a crash leaves them
waiting, because indexes, hashes and head are one transaction.
"""

import logging
from typing import Final, NamedTuple

from engine.proof.merkle import leaf_hash
from engine.proof.tiles import TILE_WIDTH, grown
from service.core.log import entries
from service.core.log.entries import LEAF_COLUMNS, leaf_of
from service.features.commitment_log.tree import Head, head_document, stored_head
from service.platform.database.pool import Connection, connection, fetch_one, transaction, wait_for_replication
from service.platform.jobs.chore import in_batches
from service.platform.signing import keys
from service.platform.signing.keys import Signer

MAX_MERGE_DELAY_S: Final = 3600
"""The promise: an entry is in every head that is signed this long after its game's change."""
MAX_HEAD_AGE_S: Final = 60
"""The age at which a request signs the head again, so that a head shows what the log has now."""

LOCK: Final = 724362215
"""The advisory lock of whoever puts entries into the tree."""

_logger: Final = logging.getLogger(__name__)

_COUNT: Final = """
    select count(*), extract(epoch from now() - min(at))::float8 from log_entry where position is null
"""
_IS_DUE: Final = """
    select not exists (select 1 from log_head where at >= now() - make_interval(secs => %s))
        or exists (select 1 from log_entry where position is null)
"""
# Keys come first. Of a game, an entry is stored after the one before it: the commitment, the deal, the end.
_WAITING: Final = f"select {LEAF_COLUMNS} from log_entry where position is null order by kind limit %s"
_EDGE: Final = "select hash from log_hash where level = %s and position >= %s order by position"
_ADD_HASH: Final = "insert into log_hash (level, position, hash) values (%s, %s, %s)"
_PLACE: Final = "update log_entry set position = %s where game_id = %s and kind = %s"
# The times of heads do not decrease, even if the clock does.
_NOW: Final = "select date_trunc('milliseconds', greatest(now(), (select at from log_head)))"
_SIGN: Final = """
    insert into log_head (id, size, root, at, key, signature) values (1, %s, %s, %s, %s, %s)
        on conflict (id) do update set size = excluded.size, root = excluded.root, at = excluded.at,
           key = excluded.key, signature = excluded.signature
"""


class Waiting(NamedTuple):
    """The entries that have no index yet."""

    number: int
    oldest_s: float
    """The age of the oldest one; 0 if there is none."""


def waiting() -> Waiting:
    """Return the entries that wait. None should be older than a few minutes, and none than MAX_MERGE_DELAY_S."""
    row = fetch_one(_COUNT)
    assert row is not None
    number, oldest_s = row
    return Waiting(number, oldest_s or 0)


def current_head() -> Head:
    """Return the newest signed head, with all entries that were stored before the call.

    It is older than that only while another request or process signs one, or after more entries than a batch.
    """
    is_due = fetch_one(_IS_DUE, (MAX_HEAD_AGE_S,))
    if is_due == (True,):
        sequence()
    head = stored_head()
    while head is None:  # another process signs the first one
        sequence()
        head = stored_head()
    wait_for_replication()  # a head that was shown must not be lost in a failover
    return head


def sequence_all() -> int:
    """Put all waiting entries into the tree. Return their number."""
    return in_batches(sequence)


def sequence(most: int = 1000) -> int:
    """Put up to `most` waiting entries into the tree, and sign its new head. Return their number.

    Does nothing while another process does it, and if the stored tree is not that of the last signed head: a log that
    was changed must not sign.
    """
    with transaction(), connection() as db:
        if db.execute("select pg_try_advisory_xact_lock(%s)", (LOCK,)).fetchone() == (False,):
            return 0
        signer = keys.newest_signer()  # before entries are read, so that those about this key are among them
        head = stored_head()
        size = 0 if head is None else head.size
        edges = _edges(db, size)
        if head is not None and grown(size, edges, []).root != head.root:
            _logger.error("the log of commitments was changed: its hashes are not those of the signed head")
            return 0
        found = db.execute(_WAITING, (most,)).fetchall()
        growth = grown(size, edges, [leaf_hash(leaf_of(row)) for row in found])
        places = [(place, game_id, kind) for place, (game_id, kind, *_) in enumerate(found, size)]
        with db.cursor() as cursor:
            cursor.executemany(_ADD_HASH, growth.hashes)
            cursor.executemany(_PLACE, places)
        _sign(db, signer, size + len(found), growth.root)
        return len(found)


def _edges(db: Connection, size: int) -> list[list[bytes]]:
    """Return the hashes in the partial tile of each level."""
    edges: list[list[bytes]] = []
    width = size
    while width:
        values = (len(edges), width - width % TILE_WIDTH)
        edges.append([found for (found,) in db.execute(_EDGE, values)])
        width //= TILE_WIDTH
    return edges


def _sign(db: Connection, signer: Signer, size: int, root: bytes) -> None:
    row = db.execute(_NOW).fetchone()
    assert row is not None
    signature = signer.sign("hanabi/log-head", head_document(size, root, row[0]))
    db.execute(_SIGN, (size, root, row[0], bytes.fromhex(signature.key), bytes.fromhex(signature.signature)))


def rotate() -> None:
    """Make a new key, signed by the one in use, and put this into the log."""
    with transaction() as changes:
        event = keys.rotate()
        if event is not None:
            entries.key_stated(changes, event)
    sequence_all()


def revoke(key: str) -> None:
    """Revoke a key, and put this into the log. Raises keys.UnknownKey."""
    with transaction() as changes:
        entries.key_stated(changes, keys.revoke(key))
    sequence_all()
