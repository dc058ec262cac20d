"""A player of hanab.live exports that is independent of the engine.

It plays the actions of an export in order and returns the final table. It raises IllegalExport for an action that
hanab.live's rules do not allow, and for an action after the end.
"""

from collections import Counter
from typing import Any, NamedTuple

__all__ = ["FinalTable", "IllegalExport", "play_export"]

SUITS = {
    "No Variant": ["R", "Y", "G", "B", "P"],
    "6 Suits": ["R", "Y", "G", "B", "P", "T"],
    "Black (6 Suits)": ["R", "Y", "G", "B", "P", "K!"],
    "Rainbow (6 Suits)": ["R", "Y", "G", "B", "P", "M*"],
    "Dark Rainbow (6 Suits)": ["R", "Y", "G", "B", "P", "M!*"],
}
"""The suits of each variant. `!` marks a suit with one card of each rank, `*` a suit that every color touches."""


class IllegalExport(Exception):
    """An export with an invalid deal or an illegal action."""


class FinalTable(NamedTuple):
    """The final table of a game."""

    score: int
    strikes: int
    hands: list[list[int]]
    touched: list[list[int]]
    """The cards that each clue touched."""
    ended: bool


def play_export(export: dict[str, Any]) -> FinalTable:
    """Play all actions of an export and return the final table."""
    options = export.get("options", {})
    suits = SUITS[options.get("variant", "No Variant")]
    colors = [name for name in suits if "*" not in name]
    names, deck = export["players"], [(card["suitIndex"], card["rank"]) for card in export["deck"]]
    box = Counter(
        (suit, rank)
        for suit, name in enumerate(suits)
        for rank in ([1, 2, 3, 4, 5] if "!" in name else [1, 1, 1, 2, 2, 3, 3, 4, 4, 5])
    )
    _require(Counter(deck) == box and 2 <= len(names) <= 5 and "seed" not in export, "no game")
    size = 5 if len(names) < 4 else 4
    pile = list(range(len(deck)))
    hands = [[pile.pop(0) for _ in range(size)] for _ in names]
    gone: Counter[tuple[int, int]] = Counter()
    fires, clues, strikes, last_turns = dict.fromkeys(range(len(suits)), 0), 8, 0, None
    seat, ended, zero, touched = options.get("startingPlayer", 0), False, False, []
    last_hands: list[int] = []
    for action in export["actions"]:
        _require(not ended, "after the end")
        kind, target, value = action["type"], action["target"], action["value"]
        if kind > 3:
            ended = zero = True
            _require((kind, value) in ((4, 4), (4, 6), (5, 10)) and (target == -1) == (kind == 5), "no such end")
            continue
        hand, was_last_round = hands[seat], last_turns is not None
        if kind > 1:
            _require(target != seat and 0 <= target < len(names) and clues > 0, "no such clue")
            if kind == 2:
                name = colors[value]
                hit = [card for card in hands[target] if suits[deck[card][0]] == name or "*" in suits[deck[card][0]]]
            else:
                _require(1 <= value <= 5, "no such rank")
                hit = [card for card in hands[target] if deck[card][1] == value]
            _require(bool(hit) or options.get("emptyClues", False), "empty")
            touched.append(hit)
            clues -= 1
        else:
            _require(target in hand and value == 0, "not in hand")
            hand.remove(target)
            suit, rank = deck[target]
            if kind == 0 and fires[suit] + 1 == rank:
                fires[suit] = rank
                clues = min(8, clues + (rank == 5))
            else:
                gone[suit, rank] += 1
                if kind == 0:
                    strikes += 1
                else:
                    _require(clues < 8, "full")
                    clues += 1
            if pile:
                hand.append(pile.pop(0))
                if not pile and not options.get("allOrNothing"):
                    last_turns = len(names)
        if was_last_round:
            assert last_turns is not None
            last_turns -= 1
            last_hands += hand
        seat = (seat + 1) % len(names)
        tops = {suit: next((r - 1 for r in range(1, 6) if gone[suit, r] == box[suit, r]), 5) for suit in fires}
        playable = {(suit, top + 1) for suit, top in fires.items() if top < tops[suit]}
        alive = any(deck[card] in playable for cards in hands for card in cards if card not in last_hands) or any(
            deck[card] in playable for card in pile
        )
        zero = strikes == 3
        if options.get("allOrNothing"):
            zero = zero or sum(tops.values()) < 5 * len(suits) or not (hands[seat] or clues)
            zero = zero and sum(fires.values()) < 5 * len(suits)
        ended = zero or last_turns == 0 or not alive
    return FinalTable(0 if zero else sum(fires.values()), strikes, hands, touched, ended)


def _require(condition: bool, why: str) -> None:
    if not condition:
        raise IllegalExport(why)
