"""JSON of own and common knowledge about hidden cards."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from engine.reading.knowledge import CardKnowledge, HandKnowledge, Possible, knowledge
from engine.reading.odds import CardOdds, probabilities
from engine.reading.view import View
from service import ids
from service.http.games.rendering import marks
from service.replays.replays import KnownHands

__all__ = ["knowledge_at", "own_knowledge"]

Json = dict[str, Any]


def own_knowledge(view: View) -> Json:
    """Return the knowledge of a player in a running game (R28).

    The viewer's own hand has all that the viewer can deduce. The other hands have common knowledge only.
    """
    return {"hands": _hands(view, knowledge(view))}


def knowledge_at(known: KnownHands) -> Json:
    """Return the knowledge of seats at a version of a finished game."""
    return {
        "id": ids.render("g", known.game_id),
        "version": known.view.version,
        "hands": _hands(known.view, known.hands),
    }


def _hands(view: View, hands: Iterable[HandKnowledge]) -> list[Json]:
    return [{"seat": hand.seat, "cards": _cards(view, hand)} for hand in hands]


def _cards(view: View, hand: HandKnowledge) -> list[Json]:
    if any(card.own is None for card in hand.cards):
        return [_in_common(card) for card in hand.cards]
    return [
        {**_in_common(card), "own": _own(card.own or (), odds)}
        for card, odds in zip(hand.cards, probabilities(view, hand.seat), strict=True)
    ]


def _in_common(card: CardKnowledge) -> Json:
    clued = {} if card.marks is None else marks(card.marks)
    return {"card": card.card, **clued, "common": [_identity(possible) for possible in card.common]}


@cache
def _identity(possible: Possible) -> Json:
    return possible._asdict()


def _own(possible: Sequence[Possible], odds: CardOdds) -> Json:
    """Return the possible identities, each with its number of deals.

    The number is 0 for an identity that no deal of the whole hand allows.
    """
    deals = {(identity.suit, identity.rank): identity.deals for identity in odds.odds}
    return {
        "deals": odds.deals,
        "identities": [
            {
                **_identity(identity),
                "deals": (count := deals.get((identity.suit, identity.rank), 0)),
                "probability": count / odds.deals,
            }
            for identity in possible
        ],
    }
