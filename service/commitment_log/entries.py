"""Entries of the log: stored with the change of the game or key, and read as the leaves of the tree.

The log has the games with a secret that were opened since it exists. A later entry of a game is stored only if its
commitment is.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.orm import Session

from engine.proof.deal import secret_commitment
from engine.proof.keys import KeyEvent
from engine.proof.log_entries import KEY_KINDS, KINDS, Entry, Kind, bound_id, key_leaf, leaf
from engine.proof.merkle import leaf_hash
from service import ids
from service.database.pool import connection
from service.database.schema import LogEntry

__all__ = ["ADD_END", "LEAF_COLUMNS", "code_of", "dealt", "has_entries", "key_stated", "leaf_of", "opened", "withdrawn"]

_CODES: Final = {kind: code for code, kind in enumerate(KINDS)}

ADD_END: Final = f"""
    insert into log_entry (game_id, kind, secret_commitment, head, secret)
    select e.game_id, case when %(outcome)s = 'aborted' then {_CODES["abort"]} else {_CODES["end"]} end,
           e.secret_commitment, appended.head, case when %(outcome)s = 'aborted' then d.secret end
      from appended, log_entry e
      join deal d on d.game_id = %(game_id)s
     where e.game_id = %(game_id)s and e.kind = {_CODES["commitment"]}
"""
"""SQL that adds the end of a game, in the statement that appends its last event. `appended` is empty if it fails."""

_ADD_DEAL: Final = text(
    f"""insert into log_entry (game_id, kind, secret_commitment, head)
        select game_id, {_CODES["deal"]}, secret_commitment, :head
          from log_entry where game_id = :game_id and kind = {_CODES["commitment"]}"""
)
_ADD_WITHDRAWALS: Final = text(
    f"""insert into log_entry (game_id, kind, secret_commitment, secret)
        select e.game_id, {_CODES["withdrawal"]}, e.secret_commitment, d.secret
          from log_entry e join deal d on d.game_id = e.game_id
         where e.game_id = any(:games) and e.kind = {_CODES["commitment"]}
            on conflict do nothing"""
)

_KEY_CODES: Final = {kind: code for code, kind in enumerate(KEY_KINDS, -len(KEY_KINDS))}
"""The sequencer takes the lowest numbers first. A head must have the entry about the key that signs it."""
_ADD_KEY: Final = text(
    "insert into log_entry (game_id, kind, secret_commitment, leaf) values (:id, :kind, :key, :leaf)"
)

LEAF_COLUMNS: Final = "game_id, kind, secret_commitment, head, secret, leaf"
"""The columns of `log_entry` for `leaf_of`, in order."""

_STORED: Final = f"select position, {LEAF_COLUMNS} from log_entry where game_id = %s order by kind"
_HASHES: Final = "select position, hash from log_hash where level = 0 and position = any(%s)"
_BEGAN: Final = "select exists (select 1 from log_hash), (select at from log_entry where position = 0)"


def code_of(kind: Kind) -> int:
    """Return the number of a kind in the table."""
    return _CODES[kind]


def opened(changes: Session, game_id: UUID, secret: bytes) -> None:
    """Add the commitment of a new game."""
    commitment = bytes.fromhex(secret_commitment(secret))
    changes.add(LogEntry(game_id, _CODES["commitment"], commitment))


def dealt(changes: Session, game_id: UUID, head: bytes) -> None:
    """Add a deal. `head` is the hash of event 0."""
    changes.execute(_ADD_DEAL, {"game_id": game_id, "head": head})


def withdrawn(changes: Session, games: Collection[UUID]) -> None:
    """Add the withdrawals of open games, and open their secrets. The games are about to be deleted."""
    changes.execute(_ADD_WITHDRAWALS, {"games": list(games)})


def key_stated(changes: Session, event: KeyEvent) -> None:
    """Add what was said about a key."""
    values = {
        "id": ids.new(),
        "kind": _KEY_CODES[event.kind],
        "key": bytes.fromhex(event.key),
        "leaf": key_leaf(event),
    }
    changes.execute(_ADD_KEY, values)


def leaf_of(row: tuple[Any, ...]) -> bytes:
    """Return the bytes of an entry in the log from its LEAF_COLUMNS."""
    game_id, code, commitment, head, secret, stored = row
    if stored is not None:
        return bytes(stored)
    kind, label = KINDS[code], commitment.hex()
    return leaf(
        Entry(
            kind,
            label,
            game=bound_id(label, ids.render("g", game_id)) if kind == "commitment" else None,
            head=None if head is None else head.hex(),
            secret=None if secret is None else secret.hex(),
        )
    )


def has_entries(game_id: UUID, expected: Sequence[bytes], opened_at: datetime) -> bool:
    """Return True if the log has these entries of a game, and no others.

    A game that was opened before the log began may have none.
    """
    with connection() as db:
        rows = db.execute(_STORED, (game_id,)).fetchall()
        hashes: dict[int, bytes] = dict(
            db.execute(_HASHES, ([row[0] for row in rows if row[0] is not None],)).fetchall()
        )
        has_tree, began = db.execute(_BEGAN).fetchone() or (False, None)
    if not rows and (not has_tree or (began is not None and opened_at < began)):
        return True
    leaves = [leaf_of(row[1:]) for row in rows]
    in_tree = all(
        row[0] is None or hashes.get(row[0]) == leaf_hash(leaf) for row, leaf in zip(rows, leaves, strict=True)
    )
    return leaves == list(expected) and in_tree
