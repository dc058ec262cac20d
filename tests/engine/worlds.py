"""Decks that differ only in unseen cards, and poisoned cards."""

from random import Random
from typing import Any, NoReturn

from engine.events import Log
from engine.fold import steps
from tests.cards import SUITS
from tests.engine.slow import SlowTable, touches


def _raise(*_: object, **__: object) -> NoReturn:
    raise AssertionError("a card that the viewer may not see was looked at")


# All operations on a value.
_OPERATIONS = (
    "getattribute getattr iter len getitem contains eq ne lt le gt ge hash bool str repr format int index float bytes "
    "add radd sub mul mod or and xor lshift rshift neg invert call reduce reduce_ex copy deepcopy instancecheck"
)
POISON: Any = type("Poison", (), {f"__{name}__": _raise for name in _OPERATIONS.split()})()


def hidden_from(table: SlowTable, viewer: int | None) -> list[int]:
    """Return the ids of the cards that a viewer has not seen.

    These are the deck and the viewer's hand. A watcher (None) has seen no hand.
    """
    hands = [card for seat, hand in enumerate(table.hands) if viewer in (None, seat) for card in hand]
    return [*hands, *range(table.drawn, len(table.deck))]


def other_world(log: Log, table: SlowTable, viewer: int | None, random: Random) -> Log | None:
    """Return the log with another deck that the viewer cannot distinguish.

    `table` is the table after the log. Each exchange includes a card of a hidden hand if there is one. None if no such
    deck was found.
    """
    fronts = list(table.deck)
    hidden = hidden_from(table, viewer)
    in_hands = [card for card in hidden if card < table.drawn] or hidden
    for _ in range(3 * len(in_hands) if hidden else 0):
        a, b = random.choice(in_hands), random.choice(hidden)
        if _could_be(table, a, fronts[b]) and _could_be(table, b, fronts[a]):
            fronts[a], fronts[b] = fronts[b], fronts[a]
    if fronts == table.deck:
        return None
    suits: list[str] = list(SUITS)
    world = log._replace(deck=bytes(5 * suits.index(suit) + rank - 1 for suit, rank in fronts))
    # R20 can end a last round because of hidden cards. A different end would distinguish the deck.
    if table.rules.early_end == "never" or [s.ending for s in steps(world)] == [s.ending for s in steps(log)]:
        return world
    return None


def _could_be(table: SlowTable, card: int, front: tuple[str, int]) -> bool:
    """Return True if a card with this front agrees with every clue."""
    return all(touches(table.rules, clue, front) == touched for clue, touched in table.clues.get(card, ()))
