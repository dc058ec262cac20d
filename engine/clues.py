"""Clues, and the marks that they leave on cards."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from engine.cards import RANKS, Color, Suit
from engine.rules import CODES, ClueKind, Palette

# A card's marks are one integer, so that a clue costs one dict lookup per card. Bits 0-10 are the clues that touched
# the card, bits 11-21 those that did not: six colors in the order of the game, then the ranks 1 to 5. A clue that
# missed the card is left out if it excludes nothing, and added if it would exclude nothing more, so that equal
# knowledge has equal marks. No game has 7000 different marks, so what is kept by marks needs no limit.
_FIRST_RANK: Final = 6
_MISSED: Final = 11
_TOUCHING: Final = (1 << _MISSED) - 1

_Value = TypeVar("_Value")

Clue = Color | int | None
"""What is heard of a clue: its color, its rank, its kind, or nothing."""


class Marks(NamedTuple):
    """The information from clues about one card. Suits, colors and ranks are in the order of the game."""

    clued_colors: tuple[Color, ...]
    clued_ranks: tuple[int, ...]
    possible_suits: tuple[Suit, ...]
    possible_ranks: tuple[int, ...]
    possible: int
    """The possible identities, as a set of card codes."""
    touched: bool
    """Whether a clue has touched the card."""
    possible_cards: tuple[tuple[Suit, tuple[int, ...]], ...] | None
    """The possible ranks of each possible suit, in a variant. None without a variant: every suit has all ranks."""


class Heard(NamedTuple):
    """A clue as all players hear it. They may not hear the color or rank (Cow & Pig, Duck)."""

    clue: Clue
    """The color or rank. If it is not heard, the kind of the clue, or None if that is not heard either."""
    could_touch: int
    """The cards that it could touch, as a set of codes."""
    always_touches: int
    """The cards that it touches whatever its color or rank is."""


class Stamp(NamedTuple):
    """The effect of a clue on the marks of a hand (R6)."""

    kind: ClueKind
    after: tuple[Mapping[int, int], ...]
    """By card code: the new marks of a card by its marks before."""


class Stamps(NamedTuple):
    """The stamps of all clues of a game (R8)."""

    colors: Mapping[Color, Stamp]
    ranks: Mapping[int, Stamp]


@lru_cache(256)
def heard_clues(palette: Palette) -> Mapping[int, Heard]:
    """Return the clues of a game as they are heard, by the place of their bit in marks."""
    colors, ranks = list(palette.color_touches.values()), list(palette.rank_touches.values())
    if palette.hidden_clues == "kind":
        return {0: _unheard(None, [*colors, *ranks])}
    if palette.hidden_clues == "value":
        return {0: _unheard("color", colors), _FIRST_RANK: _unheard("rank", ranks)}
    by_color = {n: Heard(color, codes, codes) for n, (color, codes) in enumerate(palette.color_touches.items())}
    by_rank = {_FIRST_RANK + rank - 1: Heard(rank, codes, codes) for rank, codes in palette.rank_touches.items()}
    return by_color | by_rank


def _unheard(kind: ClueKind | None, touches: Iterable[int]) -> Heard:
    could, always = 0, (1 << CODES) - 1
    for codes in touches:
        could |= codes
        always &= codes
    return Heard(kind, could, always)


@lru_cache(256)
def stamps_of(palette: Palette) -> Stamps:
    """Return the stamps of all clues."""
    heard = heard_clues(palette)
    colors, ranks = palette.color_touches.items(), palette.rank_touches.items()
    return Stamps(
        {color: _stamp(palette, "color", n if n in heard else 0, codes) for n, (color, codes) in enumerate(colors)},
        {rank: _stamp(palette, "rank", _rank_place(rank, heard), codes) for rank, codes in ranks},
    )


def _rank_place(rank: int, heard: Mapping[int, Heard]) -> int:
    """Return the place of a rank's bit: its own, else that of all ranks, else that of all clues."""
    return next(place for place in (_FIRST_RANK + rank - 1, _FIRST_RANK, 0) if place in heard)


def _stamp(palette: Palette, kind: ClueKind, place: int, codes: int) -> Stamp:
    touched = _OnDemand(lambda marks: _canonical(palette, marks | 1 << place))
    missed = _OnDemand(lambda marks: _canonical(palette, marks | 1 << _MISSED + place))
    return Stamp(kind, tuple([touched if codes >> code & 1 else missed for code in range(CODES)]))


class _OnDemand(dict[int, _Value]):
    """Values by marks, computed when they are first read."""

    def __init__(self, compute: Callable[[int], _Value]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, marks: int) -> _Value:
        self[marks] = found = self._compute(marks)
        return found


@lru_cache(256)
def decoded_marks(palette: Palette) -> Mapping[int, Marks]:
    """Return the marks of a game by the integers that encode them."""
    return _OnDemand(lambda marks: _decoded(palette, marks))


def touched_by(palette: Palette, marks: int) -> tuple[Clue, ...]:
    """Return the clues that touched a card."""
    return tuple([heard.clue for place, heard in heard_clues(palette).items() if marks >> place & 1])


def encoded(palette: Palette, touching: Iterable[Clue], possible: int | None = None) -> int:
    """Return the marks of a card with the clues that touched it, and the identities that all clues leave.

    Without `possible` only these clues were given. Raises KeyError for a clue that the game does not have, and
    ValueError if no clues leave these identities.
    """
    places = {heard.clue: place for place, heard in heard_clues(palette).items()}
    marks = 0
    for clue in touching:
        marks |= 1 << places[clue]
    if possible is None:
        return marks
    marks = _complete(palette, marks, possible)
    if _possible(palette, marks) != possible:
        raise ValueError("no clues leave these identities")
    return marks


def _canonical(palette: Palette, marks: int) -> int:
    """Return the marks that stand for all marks with the same touching clues and possible identities."""
    return _complete(palette, marks & _TOUCHING, _possible(palette, marks))


def _complete(palette: Palette, touching: int, possible: int) -> int:
    """Return marks with all clues that could have missed the card and would exclude something."""
    could_be, marks = _possible(palette, touching), touching
    for place, heard in heard_clues(palette).items():
        if heard.always_touches & could_be and not heard.always_touches & possible:
            marks |= 1 << _MISSED + place
    return marks


def _possible(palette: Palette, marks: int) -> int:
    possible = palette.all_cards
    for place, heard in heard_clues(palette).items():
        if marks >> place & 1:
            possible &= heard.could_touch
        if marks >> _MISSED + place & 1:
            possible &= ~heard.always_touches
    return possible


def _decoded(palette: Palette, marks: int) -> Marks:
    possible, touching = _possible(palette, marks), touched_by(palette, marks)
    fronts = [card for code, card in palette.cards.items() if possible >> code & 1]
    suits, ranks = {card.suit for card in fronts}, {card.rank for card in fronts}
    possible_suits = tuple([suit for suit in palette.suits if suit in suits])
    by_suit = tuple([(suit, tuple([card.rank for card in fronts if card.suit == suit])) for suit in possible_suits])
    return Marks(
        tuple([color for color in palette.clue_colors if color in touching]),
        tuple([rank for rank in RANKS if rank in touching]),
        possible_suits,
        tuple(sorted(ranks)),
        possible,
        bool(touching),
        None if palette.variant.id is None else by_suit,
    )
