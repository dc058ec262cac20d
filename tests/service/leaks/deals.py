"""Pairs of decks that one viewer cannot distinguish, and a script that fits both."""

import random
from typing import Final, NamedTuple

from engine.cards import Card
from engine.rules import palette_of
from tests.cards import SUITS
from tests.service.client import Json

SCRIPT_LENGTH: Final = 14


class Script(NamedTuple):
    """Legal moves in turn order, and what is public after the last one."""

    moves: list[Json]
    hands: list[list[int]]
    dealt: int
    clues_on: dict[int, list[Json]]
    """By card: the clues given to its hand while the card was in it."""


def touches(card: Card, clue: Json, multicolor: str) -> bool:
    """Return True if a clue touches a card (R6, R8)."""
    if "rank" in clue:
        return bool(card.rank == clue["rank"])
    return bool(card.suit == clue["color"] or (multicolor.startswith("wild") and card.suit == "multicolor"))


def script_for(deck: list[Card], seats: int, rules: Json, dice: random.Random) -> Script:
    """Return moves that do not end the game.

    They are clues, discards of cards with another copy left, and successful plays. The rules are implemented separately
    here, so that a fault of the engine does not hide itself.
    """
    multicolor, size = rules.get("multicolor", "none"), 5 if seats <= 3 else 4
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(seats)]
    dealt, tokens, full = seats * size, rules.get("clue_tokens", 8), rules.get("clue_tokens", 8)
    tops: dict[str, int] = dict.fromkeys(SUITS, 0)
    gone: list[Card] = []
    clues_on: dict[int, list[Json]] = {card: [] for card in range(len(deck))}
    moves: list[Json] = []
    while len(moves) < SCRIPT_LENGTH:
        seat = len(moves) % seats
        wish = dice.choice(["clue", "clue", "discard", "play"])
        if wish == "clue" and tokens:
            target = dice.choice([other for other in range(seats) if other != seat])
            about = deck[dice.choice(hands[target])]
            colors = palette_of(multicolor).clue_colors
            clue = (
                {"color": about.suit if about.suit in colors else "red"}
                if dice.random() < 0.5
                else {"rank": about.rank}
            )
            moves.append({"type": "clue", "target": target, **clue})
            tokens -= 1
            for card in hands[target]:
                clues_on[card].append(clue)
            continue
        fitting = [card for card in hands[seat] if tops[deck[card].suit] == deck[card].rank - 1 and deck[card].rank < 5]
        spare = [card for card in hands[seat] if deck.count(deck[card]) - gone.count(deck[card]) > 1]
        if wish == "play" and fitting:
            card = dice.choice(fitting)
            tops[deck[card].suit] += 1
            moves.append({"type": "play", "card": card, **_declared(deck[card], rules, dice)})
            tokens = min(full, tokens + ("declared_color" in moves[-1]))
        elif spare and tokens < full:
            card = dice.choice(spare)
            gone.append(deck[card])
            tokens += 1
            moves.append({"type": "discard", "card": card})
        else:
            continue
        hands[seat].remove(card)
        hands[seat].append(dealt)
        dealt += 1
    return Script(moves, hands, dealt, clues_on)


def _declared(card: Card, rules: Json, dice: random.Random) -> Json:
    """Return the right color to declare with a play, or nothing."""
    return {"declared_color": card.suit} if rules.get("color_declaration") and dice.random() < 0.7 else {}


def other_deck(deck: list[Card], script: Script, viewer: int | None, rules: Json, dice: random.Random) -> list[Card]:
    """Return another deck in which the viewer sees the same script."""
    multicolor, other = rules.get("multicolor", "none"), list(deck)
    own = {card for seat, hand in enumerate(script.hands) if viewer in (None, seat) for card in hand}
    secret = sorted(own | set(range(script.dealt, len(deck))))

    def fits(card: int, value: Card) -> bool:
        return all(
            touches(value, clue, multicolor) == touches(deck[card], clue, multicolor) for clue in script.clues_on[card]
        )

    for _ in range(5000):
        one, two = dice.sample(secret, 2)
        if fits(one, other[two]) and fits(two, other[one]):
            other[one], other[two] = other[two], other[one]
    changed = {card for card in secret if other[card] != deck[card]}
    assert changed & own and changed - own, "the decks do not differ enough"
    return other
