"""Going out: what can be known of the cards, of a hand by its holder and of every hand by everybody."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from engine.reading.knowledge import CardKnowledge, HandKnowledge, Possible, knowledge
from engine.reading.odds import CardOdds, probabilities
from engine.reading.view import View
from service import ids
from service.http.wire.render import render
from service.replays.replays import Known

__all__ = ["in_hindsight", "own_part"]

Json = dict[str, Any]


def own_part(view: View) -> Json:
    """Return what a viewer may be told: of its own hand by all it sees, of the others by common knowledge alone (R28).

    Nothing where the viewer has no hands before it.
    """
    return {"hands": _hands(view, knowledge(view))}


def in_hindsight(known: Known) -> Json:
    """Return what each seat could know at one version of a finished game."""
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
    marks = {} if card.marks is None else render.marks(card.marks)
    return {"card": card.card, **marks, "common": [_identity(possible) for possible in card.common]}


@cache
def _identity(possible: Possible) -> Json:
    return possible._asdict()


def _own(possible: Sequence[Possible], odds: CardOdds) -> Json:
    """Return the identities that counting card by card leaves; whole hands may leave some of them no deal."""
    deals = {(one.suit, one.rank): one.deals for one in odds.odds}
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
