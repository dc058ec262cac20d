"""JSON of what a table consists of: seats, hands, cards, turns."""

from functools import cache, lru_cache
from typing import Any

from engine.clues import Marks
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.reading.view import Discarded, Hand, OpenCard, View, ViewedCard
from engine.score import fitting

Json = dict[str, Any]


@lru_cache(4096)  # a long game has a few hundred
def marks(marks: Marks) -> Json:
    """Return the information of clues about a card.

    The dict is cached and must not be modified.
    """
    possible: Json = {"suits": marks.possible_suits, "ranks": marks.possible_ranks}
    if marks.possible_cards is not None:
        possible["cards"] = dict(marks.possible_cards)
    clues: Json = {"colors": marks.clued_colors, "ranks": marks.clued_ranks}
    if marks.touched and not marks.clued_colors and not marks.clued_ranks:
        clues["hidden"] = True
    return {"clues": clues, "possible": possible}


def hand(hand: Hand) -> Json:
    """Return a hand as its viewer sees it."""
    cards = [_card(card) for card in hand.cards]
    if not hand.turned:
        return {"seat": hand.seat, "cards": cards}
    turned = [{"card": card, "orientation": orientation} for card, orientation in hand.turned]
    return {"seat": hand.seat, "cards": cards, "turned": turned}


def _card(card: ViewedCard) -> Json:
    clued = {} if card.marks is None else marks(card.marks)
    if isinstance(card, OpenCard):
        return {"card": card.card, "suit": card.suit, "rank": card.rank, **clued}
    return {"card": card.card, **clued}


@cache
def discarded(card: Discarded) -> Json:
    """Return a card of the discard pile."""
    return card._asdict()


@cache
def action(turn: Turn) -> Json:
    """Return a turn as in the body of a move, without `expected_version`."""
    match turn:
        case Play(card, None):
            return {"type": "play", "card": card}
        case Play(card, declared):
            return {"type": "play", "card": card, "declared_color": declared}
        case Discard(card):
            return {"type": "discard", "card": card}
        case GiveColorClue(target, color):
            return {"type": "clue", "target": target, "color": color}
        case GiveRankClue(target, rank):
            return {"type": "clue", "target": target, "rank": rank}


def stacks(view: View) -> Json | None:
    """Return the cards of each firework and the ranks that fit.

    The result is None while they lie face down.
    """
    if view.positions is None:
        return None
    palette = view.rules.palette
    fits = fitting(palette, view.positions)
    return {
        suit: {
            "cards": stack.cards[position],
            "next": [palette.cards[code].rank for code in stack.following[position] if fits >> code & 1],
        }
        for suit, stack, position in zip(palette.suits, palette.stacks, view.positions, strict=True)
    }
