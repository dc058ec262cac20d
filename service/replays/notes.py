"""Notes of players, on a game, a turn or a card: each one's own while the game runs, shown afterwards if they agree.

A note keeps what it said before: with each new text the version of the newest event, so that a reader of the replay
sees what its author thought when. What is written while one event is the newest takes the place of what was.
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
from service.database.pool import session, transaction
from service.database.schema import Note as Row
from service.games.lookup import NotFound, PlayerSeat, load_visible
from service.games.stored_game import Stored
from service.identity.tokens import Caller
from service.replays.replays import require_finished

__all__ = [
    "MAX_CHARACTERS",
    "MAX_NOTES",
    "MAX_NOTE_LENGTH",
    "MAX_VERSIONS",
    "LimitReached",
    "NoSuchAnchor",
    "Note",
    "NoteChanged",
    "SharedNote",
    "Wording",
    "delete",
    "of_account",
    "of_caller",
    "of_replay",
    "one",
    "put",
    "require_anchor",
]

MAX_NOTE_LENGTH: Final = 2000
MAX_NOTES: Final = 150
"""How many notes somebody may keep on one game: one for every card and every turn, and some."""
MAX_VERSIONS: Final = 100
"""How many versions of a note are kept; a further one takes the place of the last."""
MAX_CHARACTERS: Final = 200_000
"""How much all versions of somebody's notes on one game may hold."""

_ANCHOR: Final = re.compile(r"game|(turn|card)-(0|[1-9][0-9]{0,2})")


class NoSuchAnchor(Exception):
    """A note hangs on the game, on a turn up to the present one, or on a card of the deck."""

    def __init__(self, turns: int, cards: int) -> None:
        super().__init__(turns, cards)
        self.turns = turns
        self.cards = cards


class NoteChanged(Exception):
    """The note is not, or no longer, as the caller believes."""


class LimitReached(Exception):
    """The caller has written as much on this game as is kept."""


class Wording(NamedTuple):
    """What a note said, from an event on; an import tells neither the version nor the time."""

    version: int | None
    text: str
    at: datetime | None


class Note(NamedTuple):
    """A note, as its author sees it."""

    anchor: str
    shared: bool
    revision: int
    """Counts its changes, for `If-Match`."""
    history: list[Wording]
    """Oldest first; the last is what it says now."""


class SharedNote(NamedTuple):
    """A note, as readers of the replay see it."""

    seat: int
    note: Note


def of_caller(here: PlayerSeat) -> list[Note]:
    """Return the notes that a player has on a game."""
    rows = session().scalars(select(Row).where(Row.game_id == here.stored.game_id, Row.account_id == _author(here)))
    return sorted(map(_note, rows), key=_order)


def of_account(account_id: UUID) -> list[tuple[UUID, Note]]:
    """Return all notes of an account, each with its game."""
    rows = session().scalars(select(Row).where(Row.account_id == account_id).order_by(Row.game_id, Row.anchor))
    return [(row.game_id, _note(row)) for row in rows]


def one(here: PlayerSeat, anchor: str) -> Note | None:
    """Return one of a player's notes, None where there is none; NoSuchAnchor."""
    require_anchor(here.stored, anchor)
    row = session().get(Row, (here.stored.game_id, _author(here), anchor))
    return None if row is None else _note(row)


def put(here: PlayerSeat, anchor: str, text: str, *, shared: bool, fits: Callable[[int], bool]) -> Note:
    """Write a note, or write it anew; revision 1 is a new one. `fits` says which revisions it may have, 0 for none.

    Raises NoSuchAnchor, GameNotRunning before the start, NoteChanged, or LimitReached.
    """
    stored, account_id = here.stored, _author(here)
    require_anchor(stored, anchor)
    if stored.log is None:
        raise GameNotRunning
    with transaction() as changes:
        blank = insert(Row).values(
            game_id=stored.game_id, account_id=account_id, anchor=anchor, shared=False, revision=0, history=[]
        )
        changes.execute(blank.on_conflict_do_nothing())
        row = changes.get_one(Row, (stored.game_id, account_id, anchor), with_for_update=True)
        if not fits(row.revision):
            raise NoteChanged
        now = changes.execute(select(func.now())).scalar_one()
        row.history = _with(row.history, len(stored.log.events) - 1, text, now)
        row.shared = shared
        row.revision += 1
        changes.flush()
        _require_room(changes, row)
        return _note(row)


def delete(here: PlayerSeat, anchor: str, *, fits: Callable[[int], bool]) -> None:
    """Take a note away, and all that it said; NoSuchAnchor, NotFound, or NoteChanged."""
    require_anchor(here.stored, anchor)
    with transaction() as changes:
        row = changes.get(Row, (here.stored.game_id, _author(here), anchor), with_for_update=True)
        if row is None:
            raise NotFound
        if not fits(row.revision):
            raise NoteChanged
        changes.delete(row)


def of_replay(game_id: UUID, caller: Caller | None) -> list[SharedNote]:
    """Return the notes that players of a finished game show, by seat; of an import those that came with it.

    Raises NotFound or GameNotFinished.
    """
    stored = load_visible(game_id, caller)
    require_finished(stored)
    rows = session().scalars(select(Row).where(Row.game_id == game_id, Row.shared))
    seats = {player.account_id: player.seat for player in stored.players}
    shown = [SharedNote(seats[row.account_id], _note(row)) for row in rows]
    return sorted([*shown, *_imported(stored)], key=lambda one: (one.seat, _order(one.note)))


def require_anchor(stored: Stored, anchor: str) -> None:
    """Raise NoSuchAnchor for what is neither the game, nor a turn up to the present one, nor a card of the deck.

    It asks nothing of a card but its place in the deck, so that it tells nothing of one.
    """
    turns, cards = _turns(stored.log), len(stored.rules.palette.deck)
    found = _ANCHOR.fullmatch(anchor)
    if found is None or (found[1] and int(found[2]) >= {"turn": turns + 1, "card": cards}[found[1]]):
        raise NoSuchAnchor(turns, cards)


def _author(here: PlayerSeat) -> UUID:
    account_id = here.stored.players[here.seat].account_id
    assert account_id is not None  # a place is an account's
    return account_id


def _turns(log: Log | None) -> int:
    return 0 if log is None else sum(isinstance(event, TurnTaken) for event in log.events)


def _with(history: list[dict[str, Any]], version: int, text: str, now: datetime) -> list[dict[str, Any]]:
    """Return a history with a text that was written now; the same text again is none."""
    if history and history[-1]["text"] == text:
        return history
    kept = history[:-1] if history and (history[-1]["version"] >= version or len(history) >= MAX_VERSIONS) else history
    return [*kept, {"version": version, "text": text, "at": now.isoformat()}]


def _require_room(changes: Session, written: Row) -> None:
    size = func.coalesce(func.sum(func.length(cast(Row.history, Text))), 0)
    mine = (Row.game_id == written.game_id) & (Row.account_id == written.account_id)
    number, characters = changes.execute(select(func.count(), size).where(mine)).one()
    if number > MAX_NOTES or characters > MAX_CHARACTERS:
        raise LimitReached


def _note(row: Row) -> Note:
    history = [Wording(one["version"], one["text"], datetime.fromisoformat(one["at"])) for one in row.history]
    return Note(row.anchor, row.shared, row.revision, history)


def _imported(stored: Stored) -> list[SharedNote]:
    """Return the notes on cards that came with a game of hanab.live: by seat, and by the card's place in the deck."""
    lists = (stored.source or {}).get("notes") or []
    return [
        SharedNote(seat, Note(f"card-{card}", True, 1, [Wording(None, text, None)]))
        for seat, texts in enumerate(lists)
        for card, text in enumerate(texts[: len(stored.rules.palette.deck)])
        if text
    ]


def _order(note: Note) -> tuple[int, int]:
    """The game first, then turns, then cards."""
    kind, _, number = note.anchor.partition("-")
    return ("game", "turn", "card").index(kind), int(number or 0)
