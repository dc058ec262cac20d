"""Seats of open games: taking, freeing and removing them."""

from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Select, delete, func, select
from sqlalchemy.orm import Session

from engine.bots import can_sit
from engine.pace import Pace
from engine.rules import Rules, rules_from_dict
from service.core.people import account_limits, blocks
from service.core.people.tokens import Caller
from service.core.tables import deck_knowledge
from service.core.tables.deck_knowledge import DeckKnown
from service.core.tables.lobby import absent_creators, contributions, dealing, invitations, open_game
from service.core.tables.lobby.access import NotTheCreator
from service.core.tables.lobby.contributions import Contribution
from service.core.tables.lobby.open_game import IS_OPEN, GameNotOpen
from service.core.tables.lookup import NotAPlayer, NotFound, require_seat
from service.core.tables.news import publisher
from service.core.tables.tables import Game, Seat
from service.platform.database.pool import transaction
from service.platform.refusal import Refusal

MAX_SEATS_OF_OTHERS: Final = 10  # in open games that others have created
MAX_RUNNING: Final = 500  # games with a seat; beyond that, an account can neither create nor join one


class SeatTaken(Refusal):
    """The seat is taken."""

    code = "seat-taken"


class AlreadySeated(Refusal):
    """The caller already has a seat in this game."""

    code = "already-seated"


class BotCannotPlay(Refusal):
    """The bot cannot play the variant of this game."""

    code = "bot-cannot-play"


class NoHandsShown(Exception):
    """Nobody watches hands at this table, so there is nothing to agree to."""


class SeatRefused(Refusal):
    """The creator of the game has blocked the caller."""

    code = "seat-refused"


class Timeouts(NamedTuple):
    """How long a game waits for something, in seconds."""

    open_s: int
    """For a player who takes the next seat."""
    reveal_s: int
    """For the reveals of all seats before the deal."""


def join(
    game_id: UUID,
    caller: Caller,
    seat: int | None,
    code: str | None,
    contribution: Contribution,
    timeouts: Timeouts,
    *,
    knew_deck: bool = False,
    show_hands: bool = False,
) -> None:
    """Take a seat in a game. Taking the last seat starts the game, or lets it wait for reveals (`dealing`).

    If `seat` is None, take the first free seat. A private game requires an invitation of the caller, or the code of an
    invitation. `contribution` is that of the seat to the shuffle. With `show_hands`, the account agrees to watchers who
    see hands, which the game must offer. `knew_deck` is True for a caller who says to know the deck of an earlier game,
    if the game plays one.

    Raises NotFound, AlreadySeated, NoHandsShown, GameNotOpen, SeatRefused, LimitReached, CommitmentTaken, DeckKnown,
    NoSuchSeat or SeatTaken, in this order. A private game of an account that has blocked the caller is NotFound. So is
    the game of a suspended or deleted one.
    """
    with account_limits.locked(caller.account_id) as changes:
        game = open_game.locked(changes, game_id, caller)
        taken = open_game.accounts_in(changes, game_id)
        if caller.account_id in taken.values():
            raise AlreadySeated
        if game.private and not invitations.is_invited(changes, game_id, caller, code):
            raise NotFound
        if absent_creators.is_without_host(game_id):
            raise NotFound
        if show_hands and game.hands_delay is None:
            raise NoHandsShown
        _require_free_seat(game)
        if blocks.is_blocked(changes, caller.account_id, by=game.created_by):
            raise NotFound if game.private else SeatRefused
        if game.created_by != caller.account_id:
            others = _seats_of(caller).where(Game.created_by != caller.account_id, IS_OPEN)
            account_limits.require_below(changes, "seats-in-open-games", MAX_SEATS_OF_OTHERS, others)
        require_few_running(changes, caller)
        contributions.require_new(changes, game_id, contribution, caller.account_id)
        occupant = {"account_id": caller.account_id, **contribution._asdict()}
        occupant["shows_hands"] = show_hands
        if game.replayed:
            occupant["knew_deck"] = knew_deck
            _require_unknown_deck(changes, game_id, caller, knew_deck=knew_deck)
        _take(changes, game, taken, seat, timeouts, **occupant)
        version = game.version
    publisher.announce(game_id, version)


def seat_bot(game_id: UUID, caller: Caller, seat: int | None, bot: str, timeouts: Timeouts) -> None:
    """Give a seat to a bot, as the game's creator.

    Raises NotTheCreator, GameNotOpen, BotCannotPlay and the errors of `join`.
    """
    with transaction() as changes:
        game = open_game.locked(changes, game_id, caller)
        if game.created_by != caller.account_id:
            raise NotFound if game.private else NotTheCreator
        _require_free_seat(game)
        give_to_bot(changes, game, seat, bot, timeouts)
        version = game.version
    publisher.announce(game_id, version)


def give_to_account(
    changes: Session, game: Game, account_id: UUID, contribution: Contribution, timeouts: Timeouts
) -> None:
    """Give the next free seat of a locked or new game to an account that has none there."""
    taken = open_game.accounts_in(changes, game.game_id)
    _take(changes, game, taken, None, timeouts, account_id=account_id, **contribution._asdict())


def give_to_bot(changes: Session, game: Game, seat: int | None, bot: str, timeouts: Timeouts) -> None:
    """Give a seat of a locked or new game to a bot. Raises BotCannotPlay, NoSuchSeat or SeatTaken."""
    if not can_sit(bot, rules_from_dict(game.rules), game.seats):
        raise BotCannotPlay
    _take(changes, game, open_game.accounts_in(changes, game.game_id), seat, timeouts, name=bot, bot=bot)


def require_bot_can_sit(rules: Rules, seats: int, pace: Pace | None) -> None:
    """Raise BotCannotPlay if a pace hands seats to a bot that cannot play these rules."""
    if pace is not None and pace.bot is not None and not can_sit(pace.bot, rules, seats):
        raise BotCannotPlay


def remove(game_id: UUID, caller: Caller, seat: int) -> None:
    """Remove a seat before the deal, as the game's creator.

    The seat becomes free, and its account needs a new invitation to a private game. After the deal the creator has seen
    cards, so only the other seats can end the game (R21).

    Raises NotAPlayer for a creator without a seat, NotFound for a free seat, AwaitingReveals before the deal,
    GameNotOpen after it, and the errors of `require_creator`. A private game is NotFound for a creator without a seat.
    """
    with transaction() as changes:
        game = open_game.locked(changes, game_id, caller)
        if game.created_by != caller.account_id:
            raise NotFound if game.private else NotTheCreator
        taken = open_game.accounts_in(changes, game_id)
        if caller.account_id not in taken.values():
            raise NotFound if game.private else NotAPlayer
        if seat not in taken:
            raise NotFound
        open_game.require_changeable(game)
        if (account_id := taken[seat]) is not None:
            invitations.withdraw(changes, game_id, account_id)
        changes.execute(delete(Seat).where(Seat.game_id == game_id, Seat.seat == seat))
        _note_free_seat(game, [left for place, left in taken.items() if place != seat])
        version = game.version
    publisher.announce(game_id, version)


def leave(game_id: UUID, caller: Caller) -> None:
    """Free the caller's seat in an open game. Without any player, the game expires at once.

    Raises NotFound, NotAPlayer, GameNotOpen or AwaitingReveals.
    """
    with transaction() as changes:
        game, seat = open_game.own_seat(changes, game_id, caller)
        open_game.require_changeable(game)
        changes.delete(seat)
        left = open_game.accounts_in(changes, game_id).values()
        _note_free_seat(game, [account_id for account_id in left if account_id != caller.account_id])
        version = game.version
    publisher.announce(game_id, version)


def _take(
    changes: Session, game: Game, taken: dict[int, UUID | None], seat: int | None, timeouts: Timeouts, **occupant: Any
) -> None:
    if seat is None:
        seat = next(free for free in range(game.seats) if free not in taken)
    require_seat(seat, game.seats)
    if seat in taken:
        raise SeatTaken
    changes.add(Seat(game.game_id, seat, **occupant))
    game.revision += 1
    game.open_until = open_game.until(timeouts.open_s)
    if len(taken) + 1 == game.seats:
        dealing.begin(changes, game, timeouts.reveal_s)


def _require_unknown_deck(changes: Session, game_id: UUID, caller: Caller, *, knew_deck: bool) -> None:
    """Raise DeckKnown if the caller knows the deck of an earlier game and has not said so."""
    key = deck_knowledge.replayed_key(changes, game_id)
    if key is not None and not knew_deck and deck_knowledge.knows(changes, caller.account_id, key):
        raise DeckKnown


def _require_free_seat(game: Game) -> None:
    """Raise GameNotOpen unless the game has a free seat."""
    if game.status != "open" or game.reveal_until is not None:
        raise GameNotOpen


def _note_free_seat(game: Game, left: list[UUID | None]) -> None:
    """Record that a seat has become free. `left` contains the accounts in the other seats."""
    game.revision += 1
    if not any(left):
        game.open_until = open_game.until(0, at_least=False)


def _seats_of(caller: Caller) -> Select[Any]:
    """Return a query for the number of the caller's seats in games that have not been counted in the statistics."""
    seats = select(func.count()).select_from(Seat).join(Game, Game.game_id == Seat.game_id)
    return seats.where(Seat.account_id == caller.account_id, Seat.game_created_at.is_(None))


def require_few_running(changes: Session, caller: Caller) -> None:
    """Raise LimitReached if the caller has seats in too many running games."""
    running = _seats_of(caller).where(Game.status == "running")
    account_limits.require_below(changes, "running-games", MAX_RUNNING, running)
