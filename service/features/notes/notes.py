"""Players' notes on games, their turns and their cards.

A note is private while the game runs; after the end, readers of the replay see it if its author shares it. A note has a
history: each text is stored with the version of the game at which it was written. A text replaces the previous one of
the same version.
"""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Text, cast, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from engine.decide import GameNotRunning
from engine.events import Log, TurnTaken
from service.core.people import account_limits
from service.core.people.tokens import Caller
from service.core.replays.finished_game import FinishedGame
from service.core.tables.lookup import PlayerSeat, existing
from service.core.tables.stored_game import Stored
from service.features.notes.tables import Note
from service.platform.database.pool import session, transaction
from service.platform.refusal import Refusal

MAX_NOTE_LENGTH: Final = 2000
MAX_VERSIONS: Final = 100
"""The maximum number of texts in the history of a note; after that, a new text replaces the last one."""

_ANCHOR: Final = re.compile(r"game|(turn|card)-(0|[1-9][0-9]{0,2})")
MAX_OF_GAME: Final = 150  # of one account: enough for every card and every turn
MAX_CHARACTERS: Final = 200_000  # of JSON, in the histories of all notes of an account on one game
MAX_OF_ACCOUNT: Final = 20_000


class NoSuchAnchor(Exception):
    """The anchor of a note does not exist: see `require_anchor`.

    `turns` is the number of turns taken, and `cards` the size of the deck.
    """

    def __init__(self, turns: int, cards: int) -> None:
        super().__init__(turns, cards)
        self.turns = turns
        self.cards = cards


class NoteChanged(Refusal):
    """The note does not have the revision that the caller expects."""

    code = "revision-conflict"


class Wording(NamedTuple):
    """A text in the history of a note.

    The version and the time are None if the note was imported with the game.
    """

    version: int | None
    text: str
    at: datetime | None


class PlayerNote(NamedTuple):
    """A note as its author sees it."""

    anchor: str
    shared: bool
    revision: int
    """The number of changes, for `If-Match`."""
    current: Wording
    history: list[Wording]
    """All texts, oldest first; the last one is the current text."""


class OwnNote(NamedTuple):
    """A note in the data export of its author."""

    game_id: UUID
    note: PlayerNote


class SharedNote(NamedTuple):
    """A note as readers of the replay see it."""

    seat: int
    note: PlayerNote


def of_caller(player: PlayerSeat) -> list[PlayerNote]:
    """Return a player's notes on a game, ordered by anchor."""
    rows = session().scalars(
        select(Note).where(Note.game_id == player.stored.game_id, Note.account_id == _author(player))
    )
    return sorted(map(_note, rows), key=_order)


def of_account(caller: Caller) -> list[OwnNote]:
    """Return all notes of the caller."""
    rows = session().scalars(
        select(Note).where(Note.account_id == caller.account_id).order_by(Note.game_id, Note.anchor)
    )
    return [OwnNote(row.game_id, _note(row)) for row in rows]


def put(player: PlayerSeat, anchor: str, text: str, *, shared: bool, fits: Callable[[int], bool]) -> PlayerNote:
    """Create or change a note. A new note has revision 1.

    `fits` is called with the revision, 0 if the note does not exist. If it returns False, NoteChanged is raised.

    Raises NoSuchAnchor, GameNotRunning before the deal, NoteChanged, or LimitReached.
    """
    stored, account_id = player.stored, _author(player)
    require_anchor(stored, anchor)
    if stored.log is None:
        raise GameNotRunning
    with account_limits.locked(account_id) as changes:
        blank = insert(Note).values(
            game_id=stored.game_id, account_id=account_id, anchor=anchor, shared=False, revision=0, history=[]
        )
        changes.execute(blank.on_conflict_do_nothing())
        row = changes.get_one(Note, (stored.game_id, account_id, anchor), with_for_update=True)
        if not fits(row.revision):
            raise NoteChanged
        now = changes.execute(select(func.now())).scalar_one()
        row.history = _with(row.history, len(stored.log.events) - 1, text, now)
        row.shared = shared
        row.revision += 1
        changes.flush()
        _require_room(changes, row)
        return _note(row)


def delete(player: PlayerSeat, anchor: str, *, fits: Callable[[int], bool]) -> None:
    """Delete a note and its history.

    `fits` is called with the revision. Raises NoSuchAnchor, NotFound, or NoteChanged if `fits` returns False.
    """
    require_anchor(player.stored, anchor)
    with transaction() as changes:
        row = existing(changes.get(Note, (player.stored.game_id, _author(player), anchor), with_for_update=True))
        if not fits(row.revision):
            raise NoteChanged
        changes.delete(row)


def of_replay(game: FinishedGame) -> list[SharedNote]:
    """Return the shared notes on a game, ordered by seat and anchor.

    They include the notes that were imported with the game.
    """
    rows = session().scalars(select(Note).where(Note.game_id == game.game_id, Note.shared))
    seats = {player.account_id: player.seat for player in game.stored.taken}
    shown = [SharedNote(seats[row.account_id], _note(row)) for row in rows]
    return sorted([*shown, *_imported(game.stored)], key=lambda shared: (shared.seat, _order(shared.note)))


def require_anchor(stored: Stored, anchor: str) -> None:
    """Raise NoSuchAnchor unless a note can be on this anchor.

    An anchor is `game`, `turn-N` for a turn up to the current one, or `card-N` for a card of the deck. Whether a card
    exists depends only on the size of the deck, so the error discloses nothing about it.
    """
    turns, cards = _turns(stored.log), len(stored.rules.palette.deck)
    found = _ANCHOR.fullmatch(anchor)
    if found is None or (found[1] and int(found[2]) >= {"turn": turns + 1, "card": cards}[found[1]]):
        raise NoSuchAnchor(turns, cards)


def _author(player: PlayerSeat) -> UUID:
    account_id = player.stored.taken[player.seat].account_id
    assert account_id is not None  # only an account has a PlayerSeat
    return account_id


def _turns(log: Log | None) -> int:
    return 0 if log is None else sum(isinstance(event, TurnTaken) for event in log.events)


def _with(history: list[dict[str, Any]], version: int, text: str, now: datetime) -> list[dict[str, Any]]:
    """Return a history with a new text. A text equal to the last one changes nothing."""
    if history and history[-1]["text"] == text:
        return history
    replaces = history and (history[-1]["version"] >= version or len(history) >= MAX_VERSIONS)
    earlier = history[:-1] if replaces else history
    return [*earlier, {"version": version, "text": text, "at": now.isoformat()}]


def _require_room(changes: Session, written: Note) -> None:
    size = func.coalesce(func.sum(func.length(cast(Note.history, Text))), 0)
    mine = (Note.game_id == written.game_id) & (Note.account_id == written.account_id)
    number, characters = changes.execute(select(func.count(), size).where(mine)).one()
    _require_at_most("notes", MAX_OF_GAME, number)
    _require_at_most("note-characters", MAX_CHARACTERS, characters)
    if written.revision == 1:
        of_account = select(func.count()).where(Note.account_id == written.account_id)
        _require_at_most("notes-of-account", MAX_OF_ACCOUNT, changes.scalar(of_account) or 0)


def _require_at_most(limit: str, maximum: int, stored: int) -> None:
    """Raise LimitReached if more is stored than a limit allows, with what this transaction has written."""
    if stored > maximum:
        raise account_limits.LimitReached(limit, maximum)


def _note(row: Note) -> PlayerNote:
    history = [Wording(entry["version"], entry["text"], datetime.fromisoformat(entry["at"])) for entry in row.history]
    return PlayerNote(row.anchor, row.shared, row.revision, history[-1], history)


def _imported(stored: Stored) -> list[SharedNote]:
    """Return the notes that were imported with a game of hanab.live."""
    lists = (stored.source or {}).get("notes") or []
    return [
        SharedNote(seat, PlayerNote(f"card-{card}", True, 1, (only := Wording(None, text, None)), [only]))
        for seat, texts in enumerate(lists)
        for card, text in enumerate(texts[: len(stored.rules.palette.deck)])
        if text
    ]


def _order(note: PlayerNote) -> tuple[int, int]:
    """Return a sort key: the game first, then turns, then cards."""
    kind, _, number = note.anchor.partition("-")
    return ("game", "turn", "card").index(kind), int(number or 0)
