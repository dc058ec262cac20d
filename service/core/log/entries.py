"""Entries of the log: stored with the change of the game or key, and read as the leaves of the tree.

The log contains the games with a secret that were opened since it exists. A later entry of a game is stored only if its
commitment is.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.orm import Session

from engine.proof.deal import secret_commitment
from engine.proof.keys import KeyEvent
from engine.proof.log_entries import KEY_KINDS, KINDS, Entry, Kind, bound_id, key_leaf, leaf
from engine.proof.merkle import leaf_hash
from service.core.log.tables import LogEntry
from service.platform import ids
from service.platform.database.pool import connection, execute, fetch_all, fetch_one

_CODES: Final = {kind: code for code, kind in enumerate(KINDS)}

_SEALED: Final = -1
"""The position of an entry that waits for the end of a seal, so that the log does not tell who has played a deck."""

ADD_END: Final = f"""
    insert into log_entry (game_id, kind, secret_commitment, head, secret, contest_id, position)
    select e.game_id,
           case when e.kind = {_CODES["contest-deal"]} then {_CODES["contest-end"]}
                when %(outcome)s = 'aborted' then {_CODES["abort"]} else {_CODES["end"]} end,
           e.secret_commitment, appended.head, case when %(outcome)s = 'aborted' then d.secret end,
           e.contest_id, case when e.position = {_SEALED} then {_SEALED} end
      from appended, log_entry e
      join deal d on d.game_id = %(game_id)s
     where e.game_id = %(game_id)s and e.kind in ({_CODES["commitment"]}, {_CODES["contest-deal"]})
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

_DECK: Final = f"""
    select secret_commitment from log_entry where game_id = %s and kind = {_CODES["contest-deal"]}
"""
_UNSEAL: Final = f"""
    update log_entry set position = null
     where contest_id = %s and position = {_SEALED} and secret_commitment = any(%s)
"""
_ADD_RESULTS: Final = """
    insert into log_entry (game_id, kind, secret_commitment, head, contest_id) values (%s, %s, %s, %s, %s)
        on conflict do nothing
"""
_OF_CONTEST: Final = """
    select game_id, kind, secret_commitment, head, position from log_entry where contest_id = %s
"""
_ANNOUNCED: Final = f"""
    select game_id, secret_commitment from log_entry where game_id = any(%s) and kind = {_CODES["commitment"]}
"""


class ContestEntry(NamedTuple):
    """An entry about a game of a contest, or about its results."""

    game_id: UUID
    kind: Kind
    secret_commitment: bytes
    head: bytes
    """The hash of an event, or the digest of the results."""
    position: int | None
    """The index in the log; None for an entry that is not in the tree yet, and less than 0 while the seal holds."""


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


def dealt_in_contest(changes: Session, contest_id: UUID, game_id: UUID, of_deck: bytes, head: bytes) -> None:
    """Add the deal of a game of a contest, which the log gets when the seal of its deck ends.

    `of_deck` is the commitment to the secret of the deck.
    """
    entry = LogEntry(game_id, _CODES["contest-deal"], of_deck, head, contest_id=contest_id)
    entry.position = _SEALED
    changes.add(entry)


def unsealed(contest_id: UUID, decks: Sequence[bytes]) -> None:
    """Let the log get the entries of the games of some decks, given by the commitments to their secrets."""
    execute(_UNSEAL, (contest_id, list(decks)))


def resulted(deck_id: UUID, contest_id: UUID, of_deck: bytes, digest: bytes) -> None:
    """Add the digest of the results of a contest, under its first deck. Nothing happens if there is one."""
    execute(_ADD_RESULTS, (deck_id, _CODES["contest-results"], of_deck, digest, contest_id))


def of_contest(contest_id: UUID) -> list[ContestEntry]:
    """Return the entries of the games of a contest, and that of its results."""
    return [ContestEntry(game, KINDS[kind], *rest) for game, kind, *rest in fetch_all(_OF_CONTEST, (contest_id,))]


def announced(decks: Sequence[UUID]) -> dict[UUID, bytes]:
    """Return the commitments to secrets that the log has for decks, by their ids."""
    return dict(fetch_all(_ANNOUNCED, (list(decks),)))


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
    shown = None if head is None else head.hex()
    names_game = kind in ("commitment", "contest-deal", "contest-end")
    return leaf(
        Entry(
            kind,
            label,
            game=bound_id(label, ids.render("g", game_id)) if names_game else None,
            head=shown,
            secret=None if secret is None else secret.hex(),
            digest=shown,
        )
    )


def deck_of(game_id: UUID) -> str | None:
    """Return the commitment to the secret of the deck of a game of a contest; None for any other game."""
    row = fetch_one(_DECK, (game_id,))
    return None if row is None else row[0].hex()


def has_entries(game_id: UUID, expected: Sequence[bytes], opened_at: datetime) -> bool:
    """Return True if the log has these entries of a game, and no others.

    A game that was opened before the log began may have none.
    """
    with connection() as db:
        rows = db.execute(_STORED, (game_id,)).fetchall()
        hashes: dict[int, bytes] = dict(
            db.execute(_HASHES, ([row[0] for row in rows if row[0] is not None and row[0] != _SEALED],)).fetchall()
        )
        has_tree, began = db.execute(_BEGAN).fetchone() or (False, None)
    if not rows and (not has_tree or (began is not None and opened_at < began)):
        return True
    leaves = [leaf_of(row[1:]) for row in rows]
    in_tree = all(
        row[0] is None or row[0] == _SEALED or hashes.get(row[0]) == leaf_hash(leaf)
        for row, leaf in zip(rows, leaves, strict=True)
    )
    return leaves == list(expected) and in_tree
