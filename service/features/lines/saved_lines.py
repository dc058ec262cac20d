"""Lines that their authors have saved."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Select, case, delete, exists, func, select
from sqlalchemy.orm import Session

from engine.codec import event_of, row_of
from engine.events import Log
from engine.fold import fold
from service.core.people import account_limits
from service.core.people.programs import PROGRAM_COLUMN, Program
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.tables.lookup import NotFound, existing, is_readable, shown_to, viewer_of
from service.core.tables.tables import Game
from service.features.lines import lines
from service.features.lines.lines import CardsOfSwap, Line, LineReplay, OtherDeal
from service.features.lines.tables import SavedLine as Row
from service.platform import ids
from service.platform.database.list_position import Page, Position
from service.platform.database.pool import apply, fetch

MAX_TITLE_LENGTH: Final = 100
MAX_OF_GAME: Final = 50  # of one account
MAX_OF_ACCOUNT: Final = 2000


class SavedLine(NamedTuple):
    """A saved line in a list."""

    game_id: UUID
    line_id: UUID
    author: str
    author_account: UUID | None
    """None if the account is deleted."""
    is_callers: bool
    at: int
    """The last version of the game that the line shares."""
    title: str | None
    seat: int | None
    """The seat whose view determined a new deck; None for the deck of the game."""
    seed: int | None
    """What selected the new deck; also None for a deck of a previous release."""
    swap: list[int] | None
    """The two places of the deck whose cards are swapped; None for no swap."""
    moves: int
    outcome: str | None
    reason: str | None
    score: int | None
    created_at: datetime
    stored_program: str | None
    """The program that plays the author's account, as it is stored."""

    @property
    def is_dealt(self) -> bool:
        """True for another deck than that of the game."""
        return self.seat is not None or self.swap is not None

    @property
    def version(self) -> int:
        """The version of its last event."""
        return self.at + self.moves

    @property
    def program(self) -> Program | None:
        """The program that plays the author's account; None for a person."""
        return Program.of(self.stored_program)

    @property
    def position(self) -> Position:
        """The position of the line in a list."""
        return Position(self.created_at, self.line_id)


class OwnLine(NamedTuple):
    """A saved line in the data export of its author."""

    game_id: UUID
    line_id: UUID
    at: int
    title: str | None
    created_at: datetime


def save(game: FinishedGame, caller: Caller, line: Line, title: str | None) -> UUID:
    """Store a line and return its id. Raises LimitReached, and what `lines.log` raises."""
    log = lines.log(game, line)
    result = fold(log).result
    line_id = ids.new()
    dealt = line.deal if isinstance(line.deal, OtherDeal) else None
    with account_limits.locked(caller.account_id) as changes:
        mine = select(func.count()).where(Row.account_id == caller.account_id)
        account_limits.require_below(changes, "lines", MAX_OF_GAME, mine.where(Row.game_id == game.game_id))
        account_limits.require_below(changes, "lines-of-account", MAX_OF_ACCOUNT, mine)
        changes.add(
            Row(
                game_id=game.game_id,
                line_id=line_id,
                account_id=caller.account_id,
                version=line.version,
                title=title,
                seat=None if dealt is None else dealt.seat,
                seed=None if dealt is None else dealt.seed,
                deck=None if dealt is None else log.deck,
                swap=list(line.deal) if isinstance(line.deal, CardsOfSwap) else None,
                events=[list(row_of(event))[:4] for event in log.later[line.version :]],
                outcome=None if result is None else result.outcome,
                reason=None if result is None else result.reason,
                score=None if result is None else result.score,
            )
        )
    return line_id


def of_game(game: FinishedGame, caller: Caller | None, page: Page) -> list[SavedLine]:
    """Return a page of the lines, newest first."""
    return [SavedLine._make(row) for row in fetch(page.of(_rows(game, caller), Row.created_at, Row.line_id))]


def read(
    game: FinishedGame, caller: Caller | None, line_id: UUID, seat: int | None = None
) -> tuple[SavedLine, LineReplay]:
    """Return a line and its replay, as a seat saw it. Raises NotFound or NoSuchSeat."""
    about, log = load(game, caller, line_id)
    return about, lines.replay(game, log, about.at, seat, is_dealt=about.is_dealt)


def remove(game: FinishedGame, caller: Caller, line_id: UUID) -> None:
    """Delete one of the caller's lines. Raises NotFound if there is none."""
    mine = delete(Row).where(Row.game_id == game.game_id, Row.line_id == line_id, Row.account_id == caller.account_id)
    if not apply(mine):
        raise NotFound


def require_exists(game_id: UUID, caller: Caller | None, line_id: UUID, _number: int | None = None) -> None:
    """Raise NotFound, WrongGame or GameNotFinished if a line does not exist or is hidden from the caller.

    Otherwise the caller's permission to see the game is not checked completely: the token can be bound to another
    public game.
    """
    # A line of a private game of others is treated like an unknown one, so that it takes no longer.
    visible = exists().where(Game.game_id == game_id, *is_readable(viewer_of(game_id, caller)))
    this = (Row.game_id == game_id) & (Row.line_id == line_id)
    if not fetch(select(Row.line_id).where(this, visible, shown_to(caller, Row.hidden, Row.account_id))):
        finished_game.load(game_id, caller)
        raise NotFound


def set_hidden(changes: Session, game_id: UUID, line_id: UUID, _number: int | None, hidden: bool) -> bool:
    """Hide a line from others, or show it again. Return False if it is so already. Raises NotFound."""
    row = existing(changes.get(Row, (game_id, line_id), with_for_update=True))
    was_so = row.hidden is hidden
    row.hidden = hidden
    return not was_so


def of_account(caller: Caller) -> list[OwnLine]:
    """Return the caller's lines, oldest first."""
    columns = (Row.game_id, Row.line_id, Row.version, Row.title, Row.created_at)
    rows = fetch(select(*columns).where(Row.account_id == caller.account_id).order_by(Row.line_id))
    return [OwnLine._make(row) for row in rows]


def load(game: FinishedGame, caller: Caller | None, line_id: UUID) -> tuple[SavedLine, Log]:
    """Return a line and its events, with those of the game before it. Raises NotFound."""
    found = fetch(_rows(game, caller).add_columns(Row.deck, Row.events).where(Row.line_id == line_id))
    if not found:
        raise NotFound
    *columns, deck, rows = tuple(found[0])
    about = SavedLine._make(columns)
    events = [event_of(kind, seat, target, value, None) for kind, seat, target, value in rows]
    log = game.until(about.at)
    if about.swap is not None:
        deck = lines.swapped(log.deck, about.swap)
    return about, log._replace(deck=deck or log.deck, later=[*log.later, *events])


def _rows(game: FinishedGame, caller: Caller | None) -> Select[Any]:
    """Return a query for the columns of SavedLine of a game's lines."""
    return (
        select(
            Row.game_id,
            Row.line_id,
            Account.name,
            case((Account.deleted_at.is_(None), Account.account_id)),
            Row.account_id == (ids.NOBODY if caller is None else caller.account_id),
            Row.version,
            Row.title,
            Row.seat,
            Row.seed,
            Row.swap,
            func.jsonb_array_length(Row.events),
            Row.outcome,
            Row.reason,
            Row.score,
            Row.created_at,
            PROGRAM_COLUMN,
        )
        .join(Account, Account.account_id == Row.account_id)
        .where(Row.game_id == game.game_id, shown_to(caller, Row.hidden, Row.account_id))
    )
