"""Branches of finished games: what else could have been, from any version on, on the same deck or one that fits."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete as removal
from sqlalchemy import func, select

from engine.cards import Card, card_of
from engine.codec import document_of, event_of, row_of
from engine.commands import Turn
from engine.decide import IllegalMove, Refusal, decide
from engine.events import LaterEvent, Log
from engine.fold import evolve, fold
from engine.proof.chain import Link, link
from engine.reading.feed import all_eyes, feed
from engine.reading.replay import views
from engine.reading.resample import resampled
from engine.rules import Rules
from engine.score import Result
from engine.state import State
from service import ids
from service.database import schema
from service.database.pool import connection, transaction
from service.games import event_store
from service.games.event_store import Stored
from service.games.play import FeedEntry, NoSuchSeat, NotFound
from service.identity.tokens import Caller
from service.replays import replays
from service.replays.listing import Position
from service.replays.notes import LimitReached
from service.replays.replays import Frames

__all__ = [
    "MAX_BRANCHES",
    "AfterTheEnd",
    "Branch",
    "IllegalBranch",
    "Listed",
    "NewBranch",
    "NoSuchPlace",
    "create",
    "delete",
    "frames",
    "listed",
    "of_account",
    "read",
    "require_known",
]

MAX_BRANCHES: Final = 50
"""How many branches one account may keep of one game."""


class NoSuchPlace(Exception):
    """The game has not come to that version, or was over with it."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


class IllegalBranch(Exception):
    """The rules refuse one of the moves."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(number, refusal)
        self.number = number
        self.refusal = refusal


class AfterTheEnd(Exception):
    """One of the moves comes when the game is over (R22)."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class NewBranch(NamedTuple):
    """What a branch is to be. `seat` is through whose eyes the deck is drawn anew; None for the game's own deck."""

    version: int
    moves: tuple[Turn, ...]
    title: str | None
    seat: int | None


class Listed(NamedTuple):
    """What a list tells of a branch."""

    game_id: UUID
    branch_id: UUID
    author: str
    is_callers: bool
    at: int
    title: str | None
    seat: int | None
    moves: int
    outcome: str | None
    reason: str | None
    score: int | None
    created_at: datetime

    @property
    def version(self) -> int:
        """The version of its last event."""
        return self.at + self.moves

    @property
    def position(self) -> Position:
        """Its place in a list."""
        return Position(self.created_at, self.branch_id)


class Branch(NamedTuple):
    """A branch with everything open, the game up to where it leads off included."""

    about: Listed
    rules: Rules
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    starting_seat: int
    deck: tuple[Card, ...]
    entries: list[FeedEntry]
    result: Result | None
    """None where the branch leaves off before the end."""


def create(game_id: UUID, caller: Caller, new: NewBranch) -> UUID:
    """Keep a branch and return its id.

    Raises NotFound, GameNotFinished, NoSuchSeat, NoSuchPlace, IllegalBranch, AfterTheEnd or LimitReached.
    """
    stored, log = replays.whole(game_id, caller)
    if new.seat is not None and new.seat >= stored.seats:
        raise NoSuchSeat(stored.seats)
    if new.version >= len(log.events) - 1:
        raise NoSuchPlace(len(log.events) - 2)
    so_far = log.until(new.version)
    deck = None
    if new.seat is not None:
        deck = resampled(so_far, new.seat, secrets.randbelow)
        so_far = so_far._replace(deck=deck)
    events, state = _played(fold(so_far), new.moves)
    result = state.result
    branch_id = ids.new()
    with transaction() as changes:
        # Whoever makes two at once waits for the first, so that the limit holds.
        changes.get_one(schema.Account, caller.account_id, with_for_update={"key_share": True})
        kept = select(func.count()).where(
            schema.Branch.game_id == game_id, schema.Branch.account_id == caller.account_id
        )
        if (changes.scalar(kept) or 0) >= MAX_BRANCHES:
            raise LimitReached
        changes.add(
            schema.Branch(
                game_id,
                branch_id,
                caller.account_id,
                new.version,
                new.title,
                new.seat,
                deck,
                [list(row_of(event))[:4] for event in events],
                None if result is None else result.outcome,
                None if result is None else result.reason,
                None if result is None else result.score,
            )
        )
    return branch_id


def listed(game_id: UUID, caller: Caller | None, after: Position | None, limit: int) -> list[Listed]:
    """Return a replay's branches, newest first; one more than the limit if there are more."""
    replays.whole(game_id, caller)
    if after is None:
        return _rows(game_id, caller, limit=limit)
    return _rows(game_id, caller, "and (b.created_at, b.branch_id) < (%(at)s, %(id)s)", *after, limit=limit)


def read(game_id: UUID, caller: Caller | None, branch_id: UUID) -> Branch:
    """Return a branch; NotFound."""
    stored, about, log = _whole(game_id, caller, branch_id)
    state = fold(log)
    at = [*event_store.times(game_id)[: about.at + 1], *([None] * about.moves)]
    chain, items = _links(stored, about, log), feed(log, all_eyes(stored.seats))
    return Branch(
        about,
        stored.rules,
        tuple([player.name for player in stored.players]),
        tuple([player.bot for player in stored.players]),
        log.deal.starting_seat,
        tuple(map(card_of, log.deck)),
        [FeedEntry(item, at[item.version], chain[item.version]) for item in items],
        state.result,
    )


def frames(game_id: UUID, caller: Caller | None, branch_id: UUID, seat: int | None = None) -> Frames:
    """Return the table after each event, that of the game up to where the branch leads off; NotFound, NoSuchSeat."""
    stored, about, log = _whole(game_id, caller, branch_id)
    if seat is not None and seat >= stored.seats:
        raise NoSuchSeat(stored.seats)
    return replays.framed(stored, [link.hash for link in _links(stored, about, log)], views(log, seat))


def delete(game_id: UUID, caller: Caller, branch_id: UUID) -> None:
    """Forget a branch of the caller's own; NotFound for what is none of those."""
    replays.whole(game_id, caller)
    mine = (
        (schema.Branch.game_id == game_id)
        & (schema.Branch.branch_id == branch_id)
        & (schema.Branch.account_id == caller.account_id)
    )
    with transaction() as changes:
        if changes.scalar(removal(schema.Branch).where(mine).returning(schema.Branch.branch_id)) is None:
            raise NotFound


def require_known(game_id: UUID, caller: Caller | None, branch_id: UUID) -> None:
    """Raise NotFound, WrongGame or GameNotFinished for a branch that is not kept, or no more.

    Of one that is kept it is not asked whether the caller may read it.
    """
    with connection() as db:
        row = db.execute("select 1 from branch where game_id = %s and branch_id = %s", (game_id, branch_id)).fetchone()
    if row is None:
        replays.whole(game_id, caller)
        raise NotFound


def of_account(account_id: UUID) -> list[Any]:
    """Return game, id, version, title and time of all branches that an account keeps, first made first."""
    with connection() as db:
        return db.execute(
            """select game_id, branch_id, version, title, created_at from branch
                where account_id = %s order by branch_id""",
            (account_id,),
        ).fetchall()


def _played(state: State, moves: Sequence[Turn]) -> tuple[list[LaterEvent], State]:
    events: list[LaterEvent] = []
    for number, move in enumerate(moves):
        if state.to_move is None:
            raise AfterTheEnd(number)
        try:
            event = decide(state, state.to_move, move)
        except IllegalMove as error:
            raise IllegalBranch(number, error.refusal) from None
        events.append(event)
        state = evolve(state, event)
    return events, state


def _links(stored: Stored, about: Listed, log: Log) -> list[Link]:
    """Return the game's chain as the branch goes on with it: it tells the deal that was, whatever deck is played on."""
    chain = list(stored.links()[: about.at + 1])
    for event in log.later[about.at :]:
        chain.append(link(chain[-1].hash, document_of(event)))
    return chain


def _whole(game_id: UUID, caller: Caller | None, branch_id: UUID) -> tuple[Stored, Listed, Log]:
    stored, log = replays.whole(game_id, caller)
    about = _one(game_id, caller, branch_id)
    with connection() as db:
        row = db.execute(
            "select deck, events from branch where game_id = %s and branch_id = %s", (game_id, branch_id)
        ).fetchone()
    if row is None:
        raise NotFound
    deck, rows = row
    events = [event_of(kind, seat, target, value, None) for kind, seat, target, value in rows]
    return stored, about, Log(log.deal, deck or log.deck, [*log.later[: about.at], *events])


def _one(game_id: UUID, caller: Caller | None, branch_id: UUID) -> Listed:
    found = _rows(game_id, caller, "and b.branch_id = %(id)s", None, branch_id)
    if not found:
        raise NotFound
    return found[0]


def _rows(
    game_id: UUID,
    caller: Caller | None,
    condition: str = "",
    at: object = None,
    branch_id: UUID | None = None,
    *,
    limit: int = 0,
) -> list[Listed]:
    # Every piece of this statement is a constant of this module; what callers send goes in as values.
    statement = f"""
        select b.game_id, b.branch_id, a.name, coalesce(b.account_id = %(me)s, false), b.version, b.title, b.seat,
               jsonb_array_length(b.events), b.outcome, b.reason, b.score, b.created_at
          from branch b join account a on a.account_id = b.account_id
         where b.game_id = %(game_id)s {condition}
         order by b.created_at desc, b.branch_id desc limit {limit + 1:d}
    """
    me = None if caller is None else caller.account_id
    with connection() as db:
        rows = db.execute(statement.encode(), {"game_id": game_id, "me": me, "at": at, "id": branch_id}).fetchall()
    return [Listed._make(row) for row in rows]
