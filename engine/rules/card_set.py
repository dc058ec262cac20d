"""Palettes: the cards, stacks and clues of a game, worked out once per variant."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from engine.cards import RANKS, START, Card, Color, Suit
from engine.rules.touch import clue_colors, clue_ranks, color_touches, rank_touches
from engine.rules.variants import BOOKLETS, VARIANTS, SuitType, Variant

ClueKind = Literal["color", "rank"]

CODES: Final = 36
"""Codes are below this number.

A code is 5 times the place of the card's suit, plus the rank minus one. For START it is 30 plus the place.
"""


class Stack(NamedTuple):
    """The positions that the firework of a suit can have, by number. Position 0 has no card.

    In an ordinary suit the position is the top rank.
    """

    cards: tuple[tuple[int, ...], ...]
    """The ranks of the cards at each position, first played first."""
    codes: tuple[tuple[int, ...], ...]
    """The same cards by code."""
    following: tuple[Mapping[int, int], ...]
    """The position after each card that fits, by position and card code."""
    top: int
    """The number of cards in a complete stack."""


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The cards (R2), stacks and clues (R8) of a game.

    Sets of card codes are integers: bit n is set if the set has code n.
    """

    variant: Variant
    suits: tuple[Suit, ...]
    clue_colors: tuple[Color, ...]
    clue_ranks: tuple[int, ...]
    color_touches: Mapping[Color, int]
    """The cards that a clue of each color touches."""
    rank_touches: Mapping[int, int]
    """The cards that a clue of each rank touches."""
    cards: Mapping[int, Card]
    """The cards of the game by code, in ascending order."""
    all_cards: int
    """All cards of the game, as a set of codes."""
    codes: Mapping[tuple[Suit, int], int]
    """The code of each card."""
    suit_cards: tuple[int, ...]
    """The cards of each suit, as a set of codes."""
    places: bytes
    """The place of a card's suit, by code."""
    copies: tuple[int, ...]
    """The number of copies in the game, by code."""
    deck: tuple[int, ...]
    """The codes of all cards of the game, in ascending order."""
    max_score: int
    """The points for all complete fireworks."""
    stacks: tuple[Stack, ...]
    """By place of the suit."""
    following: tuple[tuple[Mapping[int, int], ...], ...]
    """`following` of each stack."""
    plain_stacks: bool
    """True if every stack has one order of cards, so that a play never lowers the attainable score."""
    distinct_starts: bool
    """True if no two stacks can begin with the same rank (Sudoku)."""
    complete_gains: bool
    """False if a complete stack gives no clue token (Throw It in a Hole)."""
    half_tokens: bool
    """True if half tokens are gained (Clue Starved)."""
    inverted: int
    """The cards that a play discards and a discard plays (Orange)."""
    alternating: bool
    """True if a clue cannot have the kind of the clue before it (Alternating Clues)."""
    free_clues: frozenset[ClueKind]
    """The kinds of clues that can always be empty, because they never touch a card (blind variants)."""
    hidden_plays: bool
    """True if played cards stay face down until the end (Throw It in a Hole)."""
    hidden_clues: Literal["value", "kind"] | None
    """What a clue does not say: its color or rank (Cow & Pig), or also which of both (Duck)."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of the cards, START last."""
        return tuple(sorted({card.rank for card in self.cards.values()}))


@lru_cache(256)
def palette_of(name: str) -> Palette:
    """Return the palette of a variant's name, or of a value of `multicolor`. Raises KeyError for any other name."""
    variant = BOOKLETS.get(name) or VARIANTS[name]
    modifiers = variant.modifiers
    copies = [0] * (CODES if "UD" in modifiers else 30)
    cards = {}
    for place, suit in enumerate(variant.suits):
        for rank in _ranks(variant):
            code = _code(place, rank)
            cards[code] = Card(suit.name, rank)
            copies[code] = _copies(variant, suit, rank)
    cards = dict(sorted(cards.items()))
    places = bytes([code % 30 // 5 if code < 30 else code - 30 for code in range(CODES)])

    def touching(touches: Callable[[Variant, Any, int, int], bool], clue: Color | int) -> int:
        return sum([1 << code for code, card in cards.items() if touches(variant, clue, places[code], card.rank)])

    blind: dict[str, frozenset[ClueKind]] = {
        "CB": frozenset({"color"}),
        "NB": frozenset({"rank"}),
        "TB": frozenset({"color", "rank"}),
    }
    stacks = tuple([_stack(place, _sequences(variant, suit)) for place, suit in enumerate(variant.suits)])
    return Palette(
        variant=variant,
        suits=tuple([suit.name for suit in variant.suits]),
        clue_colors=clue_colors(variant),
        clue_ranks=clue_ranks(variant),
        color_touches={color: touching(color_touches, color) for color in clue_colors(variant)},
        rank_touches={rank: touching(rank_touches, rank) for rank in clue_ranks(variant)},
        cards=cards,
        all_cards=sum([1 << code for code in cards]),
        codes={card: code for code, card in cards.items()},
        suit_cards=tuple(
            [sum([1 << code for code in cards if places[code] == place]) for place in range(len(variant.suits))]
        ),
        places=places,
        copies=tuple(copies),
        deck=tuple([code for code, count in enumerate(copies) for _ in range(count)]),
        max_score=sum([stack.top for stack in stacks]),
        stacks=stacks,
        following=tuple([stack.following for stack in stacks]),
        plain_stacks=not modifiers & {"UD", "Su"},
        distinct_starts="Su" in modifiers,
        complete_gains="TH" not in modifiers,
        half_tokens="CS" in modifiers,
        inverted=sum([1 << code for code in cards if "inverted" in variant.suits[places[code]].flags]),
        alternating="AC" in modifiers,
        free_clues=next((kinds for code, kinds in blind.items() if code in modifiers), frozenset()),
        hidden_plays="TH" in modifiers,
        hidden_clues="value" if "CP" in modifiers else "kind" if "Du" in modifiers else None,
    )


def _ranks(variant: Variant) -> tuple[int, ...]:
    if "Su" in variant.modifiers:
        return RANKS[: len(variant.suits)]
    return (*RANKS, START) if "UD" in variant.modifiers else RANKS


def _copies(variant: Variant, suit: SuitType, rank: int) -> int:
    modifiers, reverse = variant.modifiers, "reversed" in suit.flags
    if "oneOfEach" in suit.flags or rank == START or ("C4" in modifiers and rank == 4):
        return 1
    if "Su" in modifiers:
        return 2
    if rank == 1:
        return 1 if "UD" in modifiers or reverse else 2 if "S1" in modifiers else 3
    if rank == 5:
        return 3 if reverse else 1
    return 2


def _sequences(variant: Variant, suit: SuitType) -> tuple[tuple[int, ...], ...]:
    """Return the orders in which the cards of a stack can be played."""
    ranks = _ranks(variant)
    if "Su" in variant.modifiers:
        return tuple([ranks[start:] + ranks[:start] for start in range(len(ranks))])
    if "UD" in variant.modifiers:
        return ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (START, 2, 3, 4, 5), (START, 4, 3, 2, 1))
    return (ranks[::-1],) if "reversed" in suit.flags else (ranks,)


def _stack(place: int, sequences: tuple[tuple[int, ...], ...]) -> Stack:
    top = len(sequences[0])
    positions = list(dict.fromkeys(sequence[:count] for count in range(top + 1) for sequence in sequences))
    codes = [tuple([_code(place, rank) for rank in cards]) for cards in positions]
    following: list[dict[int, int]] = [{} for _ in positions]
    for number in range(1, len(positions)):
        following[codes.index(codes[number][:-1])][codes[number][-1]] = number
    return Stack(tuple(positions), tuple(codes), tuple(following), top)


def _code(place: int, rank: int) -> int:
    return 30 + place if rank == START else 5 * place + rank - 1
