"""The turns of a seat in the order in which a player would think of them, by what the seat knows.

It is not a strategy: it only puts turns first that make sense, for variants that no bot with conventions plays.
"""

from collections.abc import Collection
from typing import Final

from engine.cards import Card
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.reading.knowledge import Possible, own_knowledge, prospects
from engine.reading.view import OpenCard, View

_SURE: Final = 2.0
"""The worth of a play or a discard that the seat knows to be right."""
_USEFUL_CLUE: Final = 1.0
"""The worth of a clue about one new useful card."""
_EMPTY_CLUE: Final = -2.0


def likely_turns(view: View) -> list[Turn]:
    """Return the legal turns, the likeliest first. Empty if plays are hidden, or a suit is inverted."""
    palette = view.rules.palette
    if view.positions is None or palette.inverted:
        return []
    known, now = own_knowledge(view), prospects(view)
    new = {card.card: card for hand in view.hands for card in hand.cards if isinstance(card, OpenCard)}

    def worth(turn: Turn) -> float:
        if isinstance(turn, Play):
            chance = _chance(known.get(turn.card, ()), now.playable)
            return _SURE + 1 if chance == 1 else 2 * chance - 0.8
        if isinstance(turn, Discard):
            possible = known.get(turn.card, ())
            useless = _chance(possible, now.dead)
            return _SURE if useless == 1 else useless - _chance(possible, now.critical | now.playable)
        return _clue(view, turn, new.values(), now.dead)

    return sorted(view.legal_actions, key=worth, reverse=True)


def _clue(view: View, clue: GiveColorClue | GiveRankClue, cards: Collection[OpenCard], dead: Collection[Card]) -> float:
    """Return the worth of a clue by the new cards that it touches: useful ones count, useless ones are a cost."""
    palette = view.rules.palette
    mask = palette.color_touches[clue.color] if isinstance(clue, GiveColorClue) else palette.rank_touches[clue.rank]
    target = next(hand for hand in view.hands if hand.seat == clue.target)
    touched = [card for card in cards if card in target.cards and mask >> palette.codes[card.suit, card.rank] & 1]
    if not touched:
        return _EMPTY_CLUE
    new = [card for card in touched if card.marks is None or not card.marks.touched]
    useful = sum([Card(card.suit, card.rank) not in dead for card in new])
    return _USEFUL_CLUE * min(useful, 1) + 0.2 * useful - 0.3 * (len(new) - useful)


def _chance(possible: Collection[Possible], cards: Collection[Card]) -> float:
    """Return the chance that a card is one of some, counted card by card."""
    copies = sum([one.unseen for one in possible])
    found = sum([one.unseen for one in possible if Card(one.suit, one.rank) in cards])
    return found / copies if copies else 0.0
