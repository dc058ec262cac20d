"""Cards that are playable, critical or trash, as far as the viewer can tell."""

from collections.abc import Mapping
from typing import Literal

from engine.cards import Card
from engine.reading.knowledge import Prospects, common_knowledge, own_knowledge
from engine.reading.view import HiddenCard, View

Standing = Literal["playable", "critical", "trash"]


def standings(view: View, ahead: Prospects | None) -> Mapping[int, tuple[Standing, ...]]:
    """Return what is certain about each card in a hand, by card id.

    A hidden card is marked if that is so for each identity that it could have. Nothing is known while the
    fireworks are hidden, and nothing matters after the end.
    """
    if ahead is None or view.result is not None:
        return {}
    own = common_knowledge(view) if view.viewer is None else own_knowledge(view)
    kinds: tuple[tuple[Standing, frozenset[Card]], ...] = (
        ("playable", ahead.playable),
        ("critical", ahead.critical),
        ("trash", ahead.dead),
    )
    found = {}
    for hand in view.hands:
        for card in hand.cards:
            if isinstance(card, HiddenCard):
                fronts = {Card(one.suit, one.rank) for one in own[card.card]}
            else:
                fronts = {Card(card.suit, card.rank)}
            found[card.card] = tuple([name for name, cards in kinds if fronts and fronts <= cards])
    return found
