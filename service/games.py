"""Games from the first seat to the last move: the one place where the engine runs between load and append."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from engine.cards import Card
from engine.commands import Command
from engine.deal import SEED_BYTES, commitment, encode_deck, shuffle, starting_seat
from engine.decide import GameNotRunning, decide
from engine.events import GameAborted, GameDealt, Log, TurnTaken
from engine.feed import Eyes, Item, feed, item_of, no_eyes, seat_eyes
from engine.fold import evolve, fold
from engine.rules import resolve, rules_as_dict, rules_from_dict
from engine.score import result_of
from engine.state import State
from engine.view import View, bare_view, seat_view, watcher_view
from service import ids, live, store
from service.accounts import Caller
from service.db import transaction
from service.store import Stored, Summary
from service.tables import Deal, Event, Game, Seat

__all__ = [
    "DEFAULT_IDLE_LIMIT_S",
    "AlreadySeated",
    "Feed",
    "FeedEntry",
    "GameNotOpen",
    "NoSuchSeat",
    "NotAPlayer",
    "NotFound",
    "Place",
    "SeatTaken",
    "Table",
    "VersionConflict",
    "abort_idle",
    "act",
    "create",
    "events",
    "join",
    "look",
    "place",
    "table",
]

DEFAULT_IDLE_LIMIT_S: Final = 7 * 24 * 3600

# A move that lost its version to a reorder, a remark or a vote is judged again; turns never need a second try.
_ATTEMPTS: Final = 3


class NotFound(Exception):
    """No such game, or none that this caller may know of."""


class NotAPlayer(Exception):
    """The caller holds no seat in this game."""


class GameNotOpen(Exception):
    """Seats are no longer given: the game has started."""


class NoSuchSeat(Exception):
    """The game has fewer seats than that."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.seats = seats


class SeatTaken(Exception):
    """The seat has its player already."""


class AlreadySeated(Exception):
    """The caller holds a seat in this game already."""


class FeedEntry(NamedTuple):
    """An event as the caller saw it, and when it happened."""

    item: Item
    at: datetime | None


class Feed(NamedTuple):
    """Events as the caller saw them, and where the log stands: -1 and nothing before the deal."""

    entries: list[FeedEntry]
    names: tuple[str | None, ...]
    version: int
    ended: bool


class VersionConflict(Exception):
    """A turn has happened since the version that the caller saw, or that version is still to come."""

    def __init__(self, missed: Feed) -> None:
        super().__init__(missed.version)
        self.missed = missed


class Table(NamedTuple):
    """What a caller gets of a game: the view, and what stands beside the table."""

    game_id: UUID
    sandbox: bool
    idle_limit_s: int
    names: tuple[str | None, ...]
    """By seat; None for a seat that is still free."""
    view: View


class Place(NamedTuple):
    """A player's place in a game, from which it can act."""

    stored: Stored
    seat: int


def create(
    caller: Caller,
    seats: int,
    edition: str,
    overrides: dict[str, Any],
    *,
    sandbox: bool = False,
    deck: Sequence[Card] | None = None,
    idle_limit_s: int = DEFAULT_IDLE_LIMIT_S,
) -> UUID:
    """Make a game with the caller in seat 0 and return its id.

    Raises RulesError for options that make no game, CompositionError for a given deck that is not the rules' (R2).
    """
    if deck is not None:
        # A given deck is there to play the same game again, so nothing else of it is left to chance.
        overrides = {"starting_seat": 0, **overrides}
    rules = resolve(edition, overrides, seats)
    game_id = ids.new()
    with transaction() as session:
        session.add(
            Game(
                game_id,
                "open",
                seats,
                rules_as_dict(rules),
                caller.account_id,
                sandbox=sandbox,
                idle_limit_s=idle_limit_s,
            )
        )
        session.flush()
        session.add(Seat(game_id, 0, caller.account_id))
        if deck is not None:
            session.add(Deal(game_id, encode_deck(rules.palette, deck), secrets.token_bytes(SEED_BYTES)))
    return game_id


def join(game_id: UUID, caller: Caller, seat: int | None) -> None:
    """Take a seat, the next free one where None is given; the last seat taken starts the game.

    Raises NotFound, AlreadySeated, GameNotOpen, NoSuchSeat or SeatTaken, in this order.
    """
    with transaction() as session:
        game = session.get(Game, game_id, with_for_update=True)
        if game is None:
            raise NotFound
        seats = session.execute(select(Seat.seat, Seat.account_id).where(Seat.game_id == game_id))
        taken = {row.seat: row.account_id for row in seats}
        if caller.account_id in taken.values():
            raise AlreadySeated
        if game.status != "open":
            raise GameNotOpen
        if seat is None:
            seat = next(free for free in range(game.seats) if free not in taken)
        if seat >= game.seats:
            raise NoSuchSeat(game.seats)
        if seat in taken:
            raise SeatTaken
        session.add(Seat(game_id, seat, caller.account_id))
        if len(taken) + 1 == game.seats:
            _start(session, game)
        version = game.version
    live.announce(game_id, version)


def _start(session: Session, game: Game) -> None:
    """Deal: from the system's secure randomness, or the deck that a sandbox game was given."""
    rules = rules_from_dict(game.rules)
    deal = session.get(Deal, game.game_id)
    if deal is None:
        seed = secrets.token_bytes(SEED_BYTES)
        deal = Deal(game.game_id, shuffle(rules.palette, seed), seed)
        session.add(deal)
    first = starting_seat(rules, game.seats, deal.salt)
    dealt = GameDealt(rules, game.seats, first, commitment(deal.deck, deal.salt))
    now = session.execute(select(func.now())).scalar_one()
    session.execute(insert(Event), store.rows(game.game_id, [dealt], now))
    game.status, game.version, game.to_move, game.started_at, game.moved_at = "running", 0, first, now, now


def table(game_id: UUID, caller: Caller | None) -> Table:
    """Return what the caller gets of a game; without a seat that is the table without hands."""
    stored = look(game_id)
    return _table(stored, _viewer(stored, caller), None if stored.log is None else fold(stored.log))


def events(game_id: UUID, caller: Caller | None, since: int) -> Feed:
    """Return the events above version `since` as the caller saw them."""
    stored = look(game_id)
    if stored.log is None:
        return Feed([], _names(stored), -1, ended=False)
    return _feed(stored, stored.log, _eyes(stored, caller), since)


def place(game_id: UUID, caller: Caller) -> Place:
    """Return the caller's place in a game; NotFound, or NotAPlayer for someone without a seat."""
    stored = look(game_id)
    seat = stored.seat_of(caller.account_id)
    if seat is None:
        raise NotAPlayer
    return Place(stored, seat)


def act(here: Place, command: Command, expected_version: int | None = None) -> tuple[FeedEntry, Table]:
    """Carry a command out; return its event, as its seat sees it, and the table after it.

    Raises GameNotRunning, VersionConflict, NotYourTurn or IllegalMove, in this order. A turn names the version that
    its sender saw, and is refused only if another turn has happened since.
    """
    stored, seat = here
    for _ in range(_ATTEMPTS):
        if stored.log is None:
            raise GameNotRunning
        before = fold(stored.log)
        if before.ending is None and expected_version is not None:
            _require_seen(stored, stored.log, seat, expected_version)
        event = decide(before, seat, command)
        after = evolve(before, event)
        at = store.append(stored.game_id, after.version, event, _summary(after))
        if at is not None:
            live.announce(stored.game_id, after.version)
            entry = FeedEntry(item_of(before, event, after, seat_eyes(seat, before.seats)), at)
            return entry, _table(stored, seat, after)
        stored = look(stored.game_id)
    raise VersionConflict(Feed([], _names(stored), _newest(stored), ended=False))


def abort_idle(limit: int = 1000) -> int:
    """End the games that have been idle past their limit (R21), at most `limit` of them; return how many."""
    found = store.idle_games(limit)
    for game_id in found:
        look(game_id)
    return len(found)


def look(game_id: UUID) -> Stored:
    """Load a game, and end it first if nobody has moved for longer than its limit (R21)."""
    stored = store.load(game_id)
    if stored is None:
        raise NotFound
    if stored.idle and stored.log is not None:
        state = evolve(fold(stored.log), GameAborted("idle"))
        store.append(game_id, state.version, GameAborted("idle"), _summary(state))
        live.announce(game_id, state.version)
        return look(game_id)
    return stored


def _require_seen(stored: Stored, log: Log, seat: int, expected_version: int) -> None:
    unseen = log.events[expected_version + 1 :]
    if expected_version > _newest(stored) or any(isinstance(event, TurnTaken) for event in unseen):
        raise VersionConflict(_feed(stored, log, seat_eyes(seat, stored.seats), expected_version))


def _newest(stored: Stored) -> int:
    return -1 if stored.log is None else len(stored.log.events) - 1


def _feed(stored: Stored, log: Log, eyes: Eyes, since: int) -> Feed:
    at = store.times(stored.game_id)  # read after the log, so that there is a time for each of its events
    entries = [FeedEntry(item, at[item.version]) for item in feed(log, eyes, since=since)]
    return Feed(entries, _names(stored), len(log.events) - 1, ended=stored.finished_at is not None)


def _names(stored: Stored) -> tuple[str | None, ...]:
    names = {player.seat: player.name for player in stored.players}
    return tuple([names.get(seat) for seat in range(stored.seats)])


def _viewer(stored: Stored, caller: Caller | None) -> int | None:
    return None if caller is None else stored.seat_of(caller.account_id)


def _eyes(stored: Stored, caller: Caller | None) -> Eyes:
    seat = _viewer(stored, caller)
    return no_eyes() if seat is None else seat_eyes(seat, stored.seats)


def _table(stored: Stored, viewer: int | None, state: State | None) -> Table:
    if state is None:
        view = bare_view(stored.rules, stored.seats, viewer)
    else:
        view = watcher_view(state) if viewer is None else seat_view(state, viewer)
    return Table(stored.game_id, stored.sandbox, stored.idle_limit_s, _names(stored), view)


def _summary(state: State) -> Summary:
    if state.ending is None:
        return Summary(state.turn, state.to_move, None, None, None)
    result = result_of(state.rules, state.ending, sum(state.fireworks))
    return Summary(state.turn, state.to_move, result.outcome, result.reason, result.score)
