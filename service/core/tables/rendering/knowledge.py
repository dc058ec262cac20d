"""JSON of own and common knowledge about hidden cards."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar

from engine.clues import Marks
from engine.reading.knowledge import CardKnowledge, HandKnowledge, Possible, knowledge
from engine.reading.odds import CardOdds, probabilities
from engine.reading.view import View
from service.core.common_values import CardId, ClueColor, ClueRank, GameId, Rank, Ranks, Seat, Suit, Version
from service.core.replays.replays import KnownHands
from service.platform import ids
from service.platform.exact_json import Json
from service.platform.wire.field_types import Flag, Items, Map, Named, Object, Real, ResponseSchema, Whole


class CardClues(ResponseSchema):
    """The clues that touched the card. Absent under `memory_aid` `none`."""

    colors = Items(ClueColor(), "The colors of the clues that touched the card.", facts={"uniqueItems": True})
    ranks = Items(ClueRank(), "The ranks of the clues that touched the card.", facts={"uniqueItems": True})
    hidden = Flag(
        "Only with empty `colors` and `ranks`: a clue touched the card, but the viewer did not hear"
        " its color or rank (Cow & Pig, Duck).",
        required=False,
        facts={"const": True},
    )


class CardPossibilities(ResponseSchema):
    """What the card can be, from the clues given to its hand only. Absent under `memory_aid` `none`."""

    suits = Items(Suit(), "The suits that the card can have.", facts={"uniqueItems": True})
    ranks = Items(Rank(), "The ranks that the card can have.", facts={"uniqueItems": True})
    cards = Map(
        Ranks(),
        "The possible ranks by suit; only in games with a variant, where not every pair of `suits` "
        "and `ranks` is possible.",
        required=False,
        names=Suit(),
    )


@lru_cache(4096)  # a long game has a few hundred
def clued(marks: Marks) -> dict[str, Any]:
    """Return the information of clues about a card: its `clues` and `possible`.

    The dict is cached and must not be modified.
    """
    possible: dict[str, Any] = {"suits": marks.possible_suits, "ranks": marks.possible_ranks}
    if marks.possible_cards is not None:
        possible["cards"] = dict(marks.possible_cards)
    clues: dict[str, Any] = {"colors": marks.clued_colors, "ranks": marks.clued_ranks}
    if marks.touched and not marks.clued_colors and not marks.clued_ranks:
        clues["hidden"] = True
    return {"clues": clues, "possible": possible}


class UnseenCopies(Named):
    """The number of copies that the owner cannot see."""

    of = Whole(least=1, most=3)


class KnownIdentity(ResponseSchema):
    """A possible identity of this card."""

    suit = Suit()
    rank = Rank()
    unseen = UnseenCopies()


class OwnIdentity(KnownIdentity):
    """A possible identity of this card, and its probability."""

    deals = Whole("In how many deals the card has this identity; 0 if the whole hand excludes it.", least=0)
    probability = Real("The quotient of the two numbers.", least=0, most=1)


class OwnKnowledge(ResponseSchema):
    """What the holder of the card can conclude, including from the other hands."""

    deals = Whole(
        "The number of ways to assign the unseen copies, counted as different, to the hidden cards "
        "of this hand such that every clue fits. All are equally likely.",
        least=1,
    )
    identities = Items(Object(OwnIdentity), "The identities that remain by counting card by card.")


class KnownCard(ResponseSchema):
    """What is known about a card."""

    card = CardId()
    clues = Object(CardClues, required=False)
    possible = Object(CardPossibilities, required=False)
    common = Items(Object(KnownIdentity), "Common knowledge: from the clues, the fireworks and the discard pile.")
    own = Object(OwnKnowledge, required=False)
    facts: ClassVar = {"dependentRequired": {"clues": ["possible"], "possible": ["clues"]}}


class KnownHand(ResponseSchema):
    """What is known about the cards of a hand."""

    seat = Seat()
    cards = Items(Object(KnownCard), "The cards in hand order.", most=6)


class Knowledge(ResponseSchema):
    """What the viewer can know about the cards.

    Only with `knowledge=true`. The cards of its own hand have `own`; those of the others do not, because what
    another seat sees is secret (R28). Empty for a viewer without a seat.
    """

    hands = Items(Object(KnownHand), "What is known about each hand.", most=6)


class FrameKnowledge(ResponseSchema):
    """What each seat, or the requested one, could know about its hand at one version. Every card has `own`."""

    id = GameId()
    version = Version()
    hands = Items(Object(KnownHand), "What is known about each hand.", least=1, most=6)


def own_knowledge(view: View) -> Json:
    """Return the knowledge of a player in a running game (R28).

    The viewer's own hand has all that the viewer can deduce. The other hands have common knowledge only.
    """
    odds = probabilities(view)
    return {"hands": [_hand(hand, odds) for hand in knowledge(view)]}


def knowledge_at(known: KnownHands) -> Json:
    """Return the knowledge of seats at a version of a finished game."""
    return {
        "id": ids.render("g", known.game_id),
        "version": known.view.version,
        "hands": [_hand(hand, probabilities(known.view, hand.seat)) for hand in known.hands],
    }


def _hand(hand: HandKnowledge, odds: Iterable[CardOdds]) -> Json:
    """Return the knowledge about a hand. A card without odds has common knowledge only."""
    odds_of = {one.card: one for one in odds}
    return {"seat": hand.seat, "cards": [_card(card, odds_of.get(card.card)) for card in hand.cards]}


def _card(card: CardKnowledge, odds: CardOdds | None) -> Json:
    in_common = _in_common(card)
    return in_common if odds is None else {**in_common, "own": _own(card.own or (), odds)}


def _in_common(card: CardKnowledge) -> Json:
    of_clues = {} if card.marks is None else clued(card.marks)
    return {"card": card.card, **of_clues, "common": [_identity(possible) for possible in card.common]}


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
