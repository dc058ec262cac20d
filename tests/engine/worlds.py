"""Other worlds: decks that differ only in unseen cards, and poison instead of cards."""

from random import Random
from typing import Any, NoReturn

from engine.cards import SUITS
from engine.events import Log
from engine.fold import steps
from tests.engine.slow import SlowTable, touches

__all__ = ["POISON", "hidden_from", "other_world"]


def _raise(*_: object, **__: object) -> NoReturn:
    raise AssertionError("a card that the viewer may not see was looked at")


# All operations on a value.
_LOOKS = (
    "getattribute getattr iter len getitem contains eq ne lt le gt ge hash bool str repr format int index float bytes "
    "add radd sub mul mod or and xor lshift rshift neg invert call reduce reduce_ex copy deepcopy instancecheck"
)
POISON: Any = type("Poison", (), {f"__{look}__": _raise for look in _LOOKS.split()})()


def hidden_from(table: SlowTable, viewer: int | None) -> list[int]:
    """Return the ids of the cards that a seat has not seen, or a watcher (None): the deck, its hand, all hands."""
    hands = [card for seat, hand in enumerate(table.hands) if viewer in (None, seat) for card in hand]
    return [*hands, *range(table.drawn, len(table.deck))]


def other_world(log: Log, table: SlowTable, viewer: int | None, random: Random) -> Log | None:
    """Return the log with another deck that the viewer cannot distinguish; None if none was found.

    `table` is the table after the log. Cards of hands that the viewer does not see are exchanged first of all.
    """
    fronts = list(table.deck)
    hidden = hidden_from(table, viewer)
    held = [card for card in hidden if card < table.drawn] or hidden
    for _ in range(3 * len(held) if hidden else 0):
        a, b = random.choice(held), random.choice(hidden)
        if _could_be(table, a, fronts[b]) and _could_be(table, b, fronts[a]):
            fronts[a], fronts[b] = fronts[b], fronts[a]
    if fronts == table.deck:
        return None
    suits: list[str] = list(SUITS)
    world = log._replace(deck=bytes(5 * suits.index(suit) + rank - 1 for suit, rank in fronts))
    # R20 ends a last round because of cards in hands, so the end itself excludes this world.
    if table.rules.early_end == "never" or [s.ending for s in steps(world)] == [s.ending for s in steps(log)]:
        return world
    return None


def _could_be(table: SlowTable, card: int, front: tuple[str, int]) -> bool:
    """Return True if a card with this front agrees with every clue."""
    return all(touches(table.rules, clue, front) == touched for clue, touched in table.heard.get(card, ()))
