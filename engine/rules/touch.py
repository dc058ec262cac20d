"""The clues of a variant, and the cards that each clue touches.

The functions take a suit's place in the variant and a rank. `engine.rules.card_set` calls them once per variant.
"""

from collections.abc import Mapping
from typing import Final

from engine.cards import RANKS, START, Color
from engine.rules.variants import SuitFlag, Variant

# The flags of the suit that a letter names. "deceptive" exists for ranks only.
_FLAGS_OF_LETTER: Final[Mapping[str, frozenset[SuitFlag | str]]] = {
    "R": frozenset({"allClueColors"}),
    "P": frozenset({"allClueRanks"}),
    "W": frozenset({"noClueColors"}),
    "B": frozenset({"noClueRanks"}),
    "O": frozenset({"allClueColors", "allClueRanks"}),
    "N": frozenset({"noClueColors", "noClueRanks"}),
    "M": frozenset({"allClueColors", "noClueRanks"}),
    "L": frozenset({"noClueColors", "allClueRanks"}),
    "D": frozenset({"deceptive"}),
}

_SPECIAL: Final = {letter + str(rank): (rank, flags) for letter, flags in _FLAGS_OF_LETTER.items() for rank in (1, 5)}
"""The special rank of each modifier such as `R1`, and its flags."""

_COLOR_BLIND: Final = frozenset({"CB", "TB"})
_NUMBER_BLIND: Final = frozenset({"NB", "TB"})


def special_rank(variant: Variant) -> tuple[int, frozenset[SuitFlag | str]]:
    """Return the rank that a modifier changes, and its flags; 0 if there is none."""
    return next((_SPECIAL[modifier] for modifier in variant.modifiers if modifier in _SPECIAL), (0, frozenset()))


def clue_colors(variant: Variant) -> tuple[Color, ...]:
    """Return the colors that clues can name, in the order of the suits."""
    if "CM" in variant.modifiers:
        return ()
    return tuple(dict.fromkeys(color for suit in variant.suits for color in suit.colors))


def clue_ranks(variant: Variant) -> tuple[int, ...]:
    """Return the ranks that clues can name."""
    if variant.modifiers & {"NM", "Sy"}:
        return ()
    if "OE" in variant.modifiers:  # 1 for odd, 2 for even
        return (1, 2)
    rank, flags = special_rank(variant)
    without = rank if flags & {"allClueRanks", "noClueRanks", "deceptive"} else 0
    most = len(variant.suits) if "Su" in variant.modifiers else 5
    return tuple([rank for rank in RANKS if rank <= most and rank != without])


def color_touches(variant: Variant, color: Color, place: int, rank: int) -> bool:
    """Return True if a color clue touches a card."""
    suit, colors = variant.suits[place], clue_colors(variant)
    rank_color = colors[-1] if rank == START else colors[(rank - 1) % len(colors)]
    special, flags = special_rank(variant)
    if variant.modifiers & _COLOR_BLIND:
        return False
    if suit.flags & {"allClueColors", "noClueColors"}:
        return "allClueColors" in suit.flags
    if "Sy" in variant.modifiers and "noClueRanks" not in suit.flags and color == rank_color:
        return True
    if rank == special and flags & {"allClueColors", "noClueColors"}:
        return "allClueColors" in flags
    return color == rank_color if "prism" in suit.flags else color in suit.colors


def rank_touches(variant: Variant, clue: int, place: int, rank: int) -> bool:
    """Return True if a rank clue touches a card."""
    suit = variant.suits[place]
    special, flags = special_rank(variant)
    if variant.modifiers & _NUMBER_BLIND:
        return False
    if suit.flags & {"allClueRanks", "noClueRanks"}:
        return "allClueRanks" in suit.flags
    if rank == special and flags & {"allClueRanks", "noClueRanks"}:
        return "allClueRanks" in flags
    if rank == special and "deceptive" in flags:
        ranks = clue_ranks(variant)
        return clue == ranks[place % len(ranks)]
    if "OE" in variant.modifiers:
        return rank != START and rank % 2 == clue % 2
    if "Fu" in variant.modifiers:
        return rank <= clue
    if "Ch" in variant.modifiers:
        return rank >= clue
    return rank == clue
