"""Branches of finished games: alternative moves, and perhaps another deck."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Select, case, delete, exists, func, or_, select, tuple_
from sqlalchemy.orm import Session

from engine.cards import Card
from engine.codec import event_of, row_of
from engine.commands import Turn
from engine.events import Log
from engine.fold import fold
from engine.reading.feed import feed, open_viewpoint
from engine.reading.replay import views as views_of
from engine.rules import Rules
from engine.score import Result
from engine.state import State
from service.core.people import account_limits
from service.core.people.programs import PROGRAM_COLUMN, Program
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.replays.visibility import shown_to
from service.core.tables.lookup import NotFound, viewer_of
from service.core.tables.tables import Game, Seat
from service.core.tables.views import FeedEntry, Frames, entry_of, framed
from service.features.lines.lines import OtherDeal, links, played, start
from service.features.lines.tables import Branch
from service.platform import ids, yielding
from service.platform.database.list_position import Position
from service.platform.database.pool import fetch, transaction

__all__ = [
    "MAX_TITLE_LENGTH",
    "BranchReplay",
    "BranchSummary",
    "NewBranch",
    "create",
    "frames",
    "load",
    "of_account",
    "of_game",
    "read",
    "remove",
    "require_exists",
    "state",
]

MAX_TITLE_LENGTH: Final = 100


class NewBranch(NamedTuple):
    """The contents of a branch to be created."""

    version: int
    """The last version of the game that the branch shares."""
    moves: tuple[Turn, ...]
    title: str | None
    deal: OtherDeal | None
    """None for the deck of the game."""


class BranchSummary(NamedTuple):
    """A branch in a list."""

    game_id: UUID
    branch_id: UUID
    author: str
    author_account: UUID | None
    """None if the account is deleted."""
    is_callers: bool
    at: int
    """The last version of the game that the branch shares."""
    title: str | None
    seat: int | None
    """The seat whose view determined a new deck; None for the deck of the game."""
    seed: int | None
    """What selected the new deck; also None for a deck of a previous release."""
    moves: int
    outcome: str | None
    reason: str | None
    score: int | None
    created_at: datetime
    stored_program: str | None
    """The program that plays the author's account, as it is stored."""

    @property
    def program(self) -> Program | None:
        """The program that plays the author's account; None for a person."""
        return Program.of(self.stored_program)

    @property
    def version(self) -> int:
        """The version of the last event of the branch."""
        return self.at + self.moves

    @property
    def position(self) -> Position:
        """The position of the branch in a list."""
        return Position(self.created_at, self.branch_id)


class BranchReplay(NamedTuple):
    """The replay of a branch, including the events shared with the game."""

    about: BranchSummary
    rules: Rules
    names: tuple[str, ...]
    accounts: tuple[UUID | None, ...]
    bots: tuple[str | None, ...]
    programs: tuple[Program | None, ...]
    starting_seat: int
    deck: tuple[Card, ...]
    entries: list[FeedEntry]
    result: Result | None
    """None if the branch stops before the end of the game."""


def create(game: FinishedGame, caller: Caller, new: NewBranch) -> UUID:
    """Store a branch and return its id.

    Raises NoSuchSeat, NoSuchBranchPoint, IllegalBranch, AfterTheEnd or LimitReached.
    """
    seat, seed = new.deal or (None, None)
    game.require_seat(seat)
    so_far = start(game, new.version, len(new.moves), new.deal)
    events, last_state = played(fold(so_far), new.moves)
    result = last_state.result
    branch_id = ids.new()
    with transaction() as changes:
        account_limits.lock(changes, caller.account_id)
        mine = select(func.count()).where(Branch.account_id == caller.account_id)
        account_limits.require_below(changes, "branches", mine.where(Branch.game_id == game.game_id))
        account_limits.require_below(changes, "branches-of-account", mine)
        changes.add(
            Branch(
                game_id=game.game_id,
                branch_id=branch_id,
                account_id=caller.account_id,
                version=new.version,
                title=new.title,
                seat=seat,
                seed=seed,
                deck=None if new.deal is None else so_far.deck,
                events=[list(row_of(event))[:4] for event in events],
                outcome=None if result is None else result.outcome,
                reason=None if result is None else result.reason,
                score=None if result is None else result.score,
            )
        )
    return branch_id


def of_game(game: FinishedGame, caller: Caller | None, after: Position | None, limit: int) -> list[BranchSummary]:
    """Return up to `limit` + 1 branches, newest first. The additional one shows that there is another page."""
    order = (Branch.created_at, Branch.branch_id)
    page = _summaries(game, caller).order_by(*[column.desc() for column in order]).limit(limit + 1)
    if after is not None:
        page = page.where(tuple_(*order) < (after.value, after.game_id))
    return [BranchSummary._make(row) for row in fetch(page)]


def read(game: FinishedGame, caller: Caller | None, branch_id: UUID) -> BranchReplay:
    """Return the replay of a branch. Raises NotFound."""
    about, log = load(game, caller, branch_id)
    times = [*game.stored.times[: about.at + 1], *([None] * about.moves)]
    chain, items = links(game, log, about.at), feed(log, open_viewpoint(game.stored.seats))
    return BranchReplay(
        about=about,
        rules=game.stored.rules,
        names=game.names,
        accounts=game.accounts,
        bots=game.bots,
        programs=game.programs,
        starting_seat=game.deal.starting_seat,
        deck=log.cards,
        entries=[entry_of(item, times[item.version], chain[item.version], game.stored.rules.palette) for item in items],
        result=fold(log).result,
    )


def frames(game: FinishedGame, caller: Caller | None, branch_id: UUID, seat: int | None = None) -> Frames:
    """Return the table after each event of a branch.

    With `seat`, return what that seat would have seen. Raises NotFound or NoSuchSeat.
    """
    about, log = load(game, caller, branch_id)
    game.require_seat(seat)
    chain = links(game, log, about.at)
    return framed(game.stored, [link.hash for link in chain], list(yielding.steps(views_of(log, seat))))


def state(game: FinishedGame, caller: Caller | None, branch_id: UUID, version: int) -> State:
    """Return the state of a branch after an event. Raises NotFound."""
    _, log = load(game, caller, branch_id)
    if version >= len(log.events):
        raise NotFound
    return fold(log.until(version))


def remove(game: FinishedGame, caller: Caller, branch_id: UUID) -> None:
    """Delete one of the caller's branches. Raises NotFound if there is none."""
    mine = delete(Branch).where(
        Branch.game_id == game.game_id, Branch.branch_id == branch_id, Branch.account_id == caller.account_id
    )
    with transaction() as changes:
        if changes.scalar(mine.returning(Branch.branch_id)) is None:
            raise NotFound


def require_exists(game_id: UUID, caller: Caller | None, branch_id: UUID, _number: int | None = None) -> None:
    """Raise NotFound, WrongGame or GameNotFinished if a branch does not exist or is hidden from the caller.

    Otherwise the caller's permission to see the game is not checked completely: the token can be bound to another
    public game.
    """
    # A branch of a private game of others is treated like an unknown one, so that it takes no longer.
    viewer = viewer_of(game_id, caller)
    visible = exists().where(
        Game.game_id == game_id,
        or_(
            Game.private.is_(False),
            Game.hidden & viewer.is_moderator,
            exists().where(Seat.game_id == game_id, Seat.account_id == viewer.account_id),
        ),
    )
    this = (Branch.game_id == game_id) & (Branch.branch_id == branch_id)
    if not fetch(select(Branch.branch_id).where(this, visible, shown_to(caller, Branch.hidden, Branch.account_id))):
        finished_game.load(game_id, caller)
        raise NotFound


def set_hidden(changes: Session, game_id: UUID, branch_id: UUID, _number: int | None, hidden: bool) -> bool:
    """Hide a branch from others, or show it again. Return False if it is so already. Raises NotFound."""
    row = changes.get(Branch, (game_id, branch_id), with_for_update=True)
    if row is None:
        raise NotFound
    was_so = row.hidden is hidden
    row.hidden = hidden
    return not was_so


def of_account(account_id: UUID) -> list[Any]:
    """Return an account's branches, oldest first. A row has game, id, version, title and time."""
    columns = (Branch.game_id, Branch.branch_id, Branch.version, Branch.title, Branch.created_at)
    found = select(*columns).where(Branch.account_id == account_id).order_by(Branch.branch_id)
    return list(fetch(found))


def load(game: FinishedGame, caller: Caller | None, branch_id: UUID) -> tuple[BranchSummary, Log]:
    """Return a branch and its events, with those of the game before it. Raises NotFound."""
    branch = _summaries(game, caller).add_columns(Branch.deck, Branch.events).where(Branch.branch_id == branch_id)
    found = fetch(branch)
    if not found:
        raise NotFound
    *columns, deck, rows = tuple(found[0])
    summary = BranchSummary._make(columns)
    events = [event_of(kind, seat, target, value, None) for kind, seat, target, value in rows]
    log = game.until(summary.at)
    return summary, log._replace(deck=deck or log.deck, later=[*log.later, *events])


def _summaries(game: FinishedGame, caller: Caller | None) -> Select[Any]:
    """Return a query for the BranchSummary columns of a game's branches."""
    return (
        select(
            Branch.game_id,
            Branch.branch_id,
            Account.name,
            case((Account.deleted_at.is_(None), Account.account_id)),
            Branch.account_id == (ids.NOBODY if caller is None else caller.account_id),
            Branch.version,
            Branch.title,
            Branch.seat,
            Branch.seed,
            func.jsonb_array_length(Branch.events),
            Branch.outcome,
            Branch.reason,
            Branch.score,
            Branch.created_at,
            PROGRAM_COLUMN,
        )
        .join(Account, Account.account_id == Branch.account_id)
        .where(Branch.game_id == game.game_id, shown_to(caller, Branch.hidden, Branch.account_id))
    )
