"""Creation of open games."""

import secrets
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.cards import Card
from engine.pace import Pace, pace_as_dict
from engine.proof.deal import SEED_BYTES, encode_deck
from engine.rules import Rules, RulesError, resolve, rules_as_dict
from engine.wording import N_
from service.core.log import entries
from service.core.log.tables import LogHead
from service.core.people import account_limits
from service.core.people.tokens import Caller
from service.core.tables import sealed_decks
from service.core.tables.lobby import invitations, open_game
from service.core.tables.lobby import seats as seats_of_game
from service.core.tables.lobby.contributions import Contribution
from service.core.tables.lobby.open_game import IS_OPEN
from service.core.tables.lobby.seats import Timeouts
from service.core.tables.log_tables import Deal
from service.core.tables.news import publisher
from service.core.tables.tables import Game, Seat
from service.core.tables.watching import TABLE_ONLY, AllowedWatching
from service.platform import ids
from service.platform.database.pool import transaction

__all__ = [
    "DEFAULT_IDLE_LIMIT_S",
    "INVITED_FOR_S",
    "MAX_IDLE_LIMIT_S",
    "AlreadyAgain",
    "GivenDeck",
    "add_table",
    "create",
    "create_by_rules",
]

DEFAULT_IDLE_LIMIT_S: Final = 7 * 24 * 3600
MAX_IDLE_LIMIT_S: Final = 90 * 24 * 3600

INVITED_FOR_S: Final = 24 * 3600
"""How long those are invited who are invited with the creation of a game."""


class AlreadyAgain(Exception):
    """An open game continues the same game already."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class GivenDeck(NamedTuple):
    """A deck that is not shuffled here: that of a sandbox game, of an earlier game, or of a contest."""

    cards: Sequence[Card]
    replayed_key: bytes | None = None
    """The `deck_key` of the earlier game; None for any other deck."""
    salt: bytes | None = None
    """The salt of the commitment; None for a new one."""


def create(
    caller: Caller,
    seats: int,
    edition: str,
    overrides: dict[str, Any],
    *,
    sandbox: bool,
    private: bool,
    deck: Sequence[Card] | None,
    idle_limit_s: int,
    pace: Pace | None,
    contribution: Contribution,
    bots: Sequence[str],
    watching: AllowedWatching,
    timeouts: Timeouts,
    training: bool = False,
    invited: Sequence[UUID] = (),
    again_of: UUID | None = None,
) -> UUID:
    """Create a game with the caller in seat 0, and bots in the next seats. Return its id.

    If bots take all other seats, the game starts, or waits for reveals. With as many bots as seats, the caller gets no
    seat, and the first read plays the game. An open game expires after `timeouts.open_s` seconds in which nobody takes
    a seat or is invited.

    The accounts `invited` get invitations. If the game continues the game `again_of`, and an open one does so already
    in the same way, AlreadyAgain is raised.

    Raises RulesError for options that contradict each other, CompositionError for a given deck that does not have the
    cards of the rules (R2), DeckSealed for one that the caller has played in a contest, NoSuchAccount, LimitReached,
    and BotCannotPlay. Then there is no game.
    """
    if deck is not None:
        # A given deck makes a game reproducible, so the starting seat is fixed too.
        overrides = {"starting_seat": 0, **overrides}
    rules = resolve(edition, overrides, seats)
    if training and rules.memory_aid == "none":
        raise RulesError({"memory_aid": N_("is not possible with training, which remembers all clues")})
    if deck is not None:
        sealed_decks.require_not_sealed(caller.account_id, encode_deck(rules.palette, deck))
    return create_by_rules(
        caller,
        seats,
        rules,
        sandbox=sandbox,
        private=private,
        deck=None if deck is None else GivenDeck(deck),
        idle_limit_s=idle_limit_s,
        contribution=contribution,
        bots=bots,
        timeouts=timeouts,
        watching=watching,
        pace=pace,
        training=training,
        invited=invited,
        again_of=again_of,
    )


def create_by_rules(
    caller: Caller,
    seats: int,
    rules: Rules,
    *,
    sandbox: bool,
    private: bool,
    deck: GivenDeck | None,
    idle_limit_s: int,
    contribution: Contribution,
    bots: Sequence[str],
    timeouts: Timeouts,
    watching: AllowedWatching,
    pace: Pace | None,
    training: bool = False,
    invited: Sequence[UUID] = (),
    again_of: UUID | None = None,
    knew_deck: bool = False,
) -> UUID:
    """Create a game with these rules, as `create` does.

    `knew_deck` is True for a caller who knows the deck of an earlier game.
    """
    seats_of_game.require_bot_can_sit(rules, seats, pace)
    game_id = ids.new()
    with transaction() as changes:
        account_limits.lock(changes, caller.account_id)
        if again_of is not None:
            _require_first(changes, again_of, sandbox=sandbox)
        mine = select(func.count()).select_from(Game).where(Game.created_by == caller.account_id, IS_OPEN)
        account_limits.require_below(changes, "open-games", mine)
        seats_of_game.require_few_running(changes, caller)
        game = add_table(
            changes,
            game_id,
            seats,
            rules,
            caller.account_id,
            open_s=timeouts.open_s,
            deck=deck,
            sandbox=sandbox,
            private=private,
            idle_limit_s=idle_limit_s,
            watching=watching,
            pace=pace,
        )
        game.training = training
        game.again_of = again_of
        if len(bots) < seats:
            seat = Seat(game_id, 0, caller.account_id, **contribution._asdict(), knew_deck=knew_deck)
            seat.shows_hands = watching.who == "hands"
            changes.add(seat)
        for bot in bots:
            seats_of_game.give_to_bot(changes, game, None, bot, timeouts)
        for account_id in invited:
            invitations.add(changes, game_id, caller, INVITED_FOR_S, account_id)
        if invited and private:
            game.open_until = open_game.until(max(timeouts.open_s, INVITED_FOR_S))
        version = game.version
    if version >= 0 or invited or not private:
        publisher.announce(game_id, version)
    return game_id


def _require_first(changes: Session, again_of: UUID, *, sandbox: bool) -> None:
    """Raise AlreadyAgain if an open game continues this one. Others who continue it wait meanwhile."""
    changes.execute(select(func.pg_advisory_xact_lock(again_of.int & (1 << 63) - 1)))
    same = (Game.again_of == again_of) & (Game.sandbox == sandbox)
    found = changes.scalar(select(Game.game_id).where(same, IS_OPEN).order_by(Game.created_at).limit(1))
    if found is not None:
        raise AlreadyAgain(found)


def add_table(
    changes: Session,
    game_id: UUID,
    seats: int,
    rules: Rules,
    created_by: UUID,
    *,
    open_s: int,
    deck: GivenDeck | None = None,
    sandbox: bool = False,
    private: bool = False,
    idle_limit_s: int = DEFAULT_IDLE_LIMIT_S,
    watching: AllowedWatching = TABLE_ONLY,
    pace: Pace | None = None,
) -> Game:
    """Add an open game without any player, and the secret of its deal or its deck. Raises CompositionError."""
    game = Game(
        game_id=game_id,
        status="open",
        seats=seats,
        rules=rules_as_dict(rules),
        created_by=created_by,
        sandbox=sandbox,
        private=private,
        idle_limit_s=idle_limit_s,
        replayed=deck is not None and deck.replayed_key is not None,
        watching=watching.who,
        hands_delay=watching.hands_delay,
        pace=None if pace is None else pace_as_dict(pace),
    )
    game.open_until = open_game.until(open_s, at_least=False)
    if (head := changes.get(LogHead, 1)) is not None:
        game.log_size, game.log_root = head.size, head.root
    changes.add(game)
    changes.flush()
    salt = (None if deck is None else deck.salt) or secrets.token_bytes(SEED_BYTES)
    if deck is None:
        secret = secrets.token_bytes(SEED_BYTES)
        changes.add(Deal(game_id, None, salt, secret))
        entries.opened(changes, game_id, secret)
    else:
        changes.add(Deal(game_id, encode_deck(rules.palette, deck.cards), salt, replayed_key=deck.replayed_key))
    return game
