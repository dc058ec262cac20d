"""Tables that play the deck of a finished game."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from engine.proof.deal import deck_key
from service.core.people.tokens import Caller
from service.core.replays.finished_game import FinishedGame
from service.core.tables import deck_knowledge, sealed_decks
from service.core.tables.deck_knowledge import DeckKnown
from service.core.tables.lobby import creation
from service.core.tables.lobby.creation import GivenDeck, NewTable
from service.core.tables.lobby.seats import Timeouts
from service.core.tables.setting import TableSetting
from service.platform.database.pool import session

__all__ = ["create"]


def create(
    caller: Caller,
    earlier: FinishedGame,
    *,
    private: bool,
    bots: Sequence[str],
    knew_deck: bool,
    timeouts: Timeouts,
) -> UUID:
    """Create a game with the deck, rules and seats of an earlier one, and the caller in seat 0. Return its id.

    Raises DeckSealed for a deck of a contest, DeckKnown for a caller who knows the deck and does not say so,
    LimitReached, and BotCannotPlay.
    """
    sealed_decks.require_unsealed(earlier.stored)
    key = deck_key(earlier.log)
    if not knew_deck and deck_knowledge.knows(session(), caller.account_id, key):
        raise DeckKnown
    setting = TableSetting(
        earlier.stored.seats,
        replace(earlier.stored.rules, starting_seat=earlier.deal.starting_seat),
        sandbox=earlier.stored.setting.sandbox,
        replayed=True,
    )
    deck = GivenDeck(earlier.log.cards, key)
    return creation.create(caller, NewTable(setting, private, deck, bots, knew_deck=knew_deck), timeouts)
