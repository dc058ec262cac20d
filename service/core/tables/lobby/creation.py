"""Creation of open games."""

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from engine.cards import Card
from engine.proof.deal import SEED_BYTES, encode_deck
from engine.rules import RulesError
from engine.wording import N_
from service.core.log import entries
from service.core.log.tables import LogHead
from service.core.people import account_limits
from service.core.people.tokens import Caller
from service.core.tables import deck_knowledge, sealed_decks
from service.core.tables.deck_knowledge import DeckKnown
from service.core.tables.lobby import invitations, open_game
from service.core.tables.lobby import seats as seats_of_game
from service.core.tables.lobby.contributions import Contribution
from service.core.tables.lobby.open_game import IS_OPEN
from service.core.tables.lobby.seats import Timeouts
from service.core.tables.log_tables import Deal
from service.core.tables.news import publisher
from service.core.tables.setting import TableSetting
from service.core.tables.tables import Game, Invitation, Seat
from service.platform import ids

INVITED_FOR_S: Final = 24 * 3600
"""How long those are invited who are invited with the creation of a game."""
MAX_OPEN_GAMES: Final = 10  # that an account has created


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


class NewTable(NamedTuple):
    """A table to create, and who plays there."""

    setting: TableSetting
    private: bool
    deck: GivenDeck | None
    """None for a shuffled one."""
    bots: Sequence[str]
    """Bots for the seats after that of the caller, or for all seats. Then the caller gets none."""
    contribution: Contribution = Contribution(None, None)
    """The caller's contribution to the shuffle."""
    knew_deck: bool = False
    """True for a caller who knows the deck of an earlier game."""
    invited: Sequence[UUID] = ()
    """The accounts that get invitations."""
    again_of: UUID | None = None
    """The game that it continues, or whose deck it plays."""


def create(caller: Caller, new: NewTable, timeouts: Timeouts) -> UUID:
    """Create a game with the caller in seat 0, and bots in the next seats. Return its id.

    If bots take all other seats, the game starts, or waits for reveals. With as many bots as seats, the first read
    plays the game. An open game expires after `timeouts.open_s` seconds in which nobody takes a seat or is invited.

    Raises AlreadyAgain if an open game continues the same game in the same way, or plays its deck and the caller is
    invited there, RulesError for options that contradict each other, CompositionError for a given deck that does not
    have the cards of the rules (R2), DeckSealed for one that the caller has played in a contest, DeckKnown for a caller
    who knows the deck of an earlier game and does not say so, NoSuchAccount, LimitReached, and BotCannotPlay. Then
    there is no game.
    """
    setting = new.setting
    if setting.training and setting.rules.memory_aid == "none":
        raise RulesError({"memory_aid": N_("is not possible with training, which remembers all clues")})
    if new.deck is not None:
        sealed_decks.require_not_sealed(caller.account_id, encode_deck(setting.rules.palette, new.deck.cards))
    seats_of_game.require_bot_can_sit(setting.rules, setting.seats, setting.pace)
    game_id = ids.new()
    with account_limits.locked(caller.account_id) as changes:
        if new.again_of is not None:
            _require_first(changes, new.again_of, setting, caller.account_id)
        key = None if new.deck is None else new.deck.replayed_key
        if key is not None and not new.knew_deck and deck_knowledge.knows(changes, caller.account_id, key):
            raise DeckKnown
        mine = select(func.count()).select_from(Game).where(Game.created_by == caller.account_id, IS_OPEN)
        account_limits.require_below(changes, "open-games", MAX_OPEN_GAMES, mine)
        seats_of_game.require_few_running(changes, caller)
        game = add_table(
            changes,
            game_id,
            setting,
            caller.account_id,
            open_s=timeouts.open_s,
            private=new.private,
            deck=new.deck,
        )
        game.again_of = new.again_of
        if len(new.bots) < setting.seats:
            seat = Seat(game_id, 0, caller.account_id, **new.contribution._asdict(), knew_deck=new.knew_deck)
            seat.shows_hands = setting.hands_delay is not None
            changes.add(seat)
        for bot in new.bots:
            seats_of_game.give_to_bot(changes, game, None, bot, timeouts)
        for account_id in new.invited:
            invitations.add(changes, game_id, caller, INVITED_FOR_S, account_id)
        if new.invited and new.private:
            game.open_until = open_game.until(max(timeouts.open_s, INVITED_FOR_S))
        version = game.version
    if version >= 0 or new.invited or not new.private:
        publisher.announce(game_id, version)
    return game_id


def _require_first(changes: Session, again_of: UUID, setting: TableSetting, account_id: UUID) -> None:
    """Raise AlreadyAgain if an open game continues this one, or plays its deck and has invited the account.

    Others who continue it wait meanwhile.
    """
    changes.execute(select(func.pg_advisory_xact_lock(again_of.int & (1 << 63) - 1)))
    same = (Game.again_of == again_of) & (Game.sandbox == setting.sandbox) & (Game.replayed == setting.replayed)
    if setting.replayed:  # anybody may play a deck
        same &= exists().where(Invitation.game_id == Game.game_id, Invitation.account_id == account_id)
    found = changes.scalar(select(Game.game_id).where(same, IS_OPEN).order_by(Game.created_at).limit(1))
    if found is not None:
        raise AlreadyAgain(found)


def add_table(
    changes: Session,
    game_id: UUID,
    setting: TableSetting,
    created_by: UUID,
    *,
    open_s: int,
    private: bool = False,
    deck: GivenDeck | None = None,
) -> Game:
    """Add an open game without any player, and the secret of its deal or its deck. Raises CompositionError."""
    game = Game(game_id=game_id, status="open", created_by=created_by, private=private, **setting.columns)
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
        changes.add(Deal(game_id, encode_deck(setting.rules.palette, deck.cards), salt, replayed_key=deck.replayed_key))
    return game
