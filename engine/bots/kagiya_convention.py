"""The clue convention of the bot `kagiya`.

It defines how a seat reads the clues on its hand. It depends only on the current table, because a bot does not remember
the order of clues. Newer and older mean drawn later and earlier. A card is *touched* if a clue named its color or rank.

1. A touched card is worth playing: it is not dead, and no other hand has a touched copy of it.
2. A touched card is played as soon as all its possible identities are playable, for example after a clue of rank 1.
3. The newest card touched by a color, and by no rank, is the next card of its suit. The seat plays it immediately. If
   another hand has that card touched, it is the following card of the suit.
4. A card touched only by its rank, and not covered by point 2, stays in the hand. Such a clue saves a card.
5. With one strike token left, points 1 to 4 do not apply. A card is played only if it is certainly playable.
6. The next discard is a card known to be useless, or else the oldest untouched card, the *chop*.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.clues import Marks
from engine.reading.knowledge import possible_codes
from engine.rules import Palette
from engine.score import fitting, gone, useful


class Needs(NamedTuple):
    """The cards that the fireworks need, as bit sets of card codes."""

    playable: int
    dead: int

    def played(self, code: int, following: int) -> "Needs":
        """Return the needs after a playable card was played.

        The next card of its suit, `following`, becomes playable, unless it is dead.
        """
        bit = 1 << code
        dead = self.dead | bit
        return Needs(self.playable & ~bit | following & ~dead, dead)


def needs_of(palette: Palette, left: Sequence[int], positions: Sequence[int]) -> Needs:
    """Return the needs of fireworks at `positions`. `left` contains the copies that are not discarded, by code."""
    needed = useful(palette, gone(left), positions)
    return Needs(fitting(palette, positions) & needed, palette.all_cards & ~needed)


# A mark is one integer: bits 0-29 are the possible codes, 30-35 the colors that touched the card, 36-40 the ranks.
# A card is touched if any bit above the codes is set, and touched only by color if no rank bit is set.
_CODE_BITS: Final = 30
_RANK_BITS: Final = 36
CODES: Final = (1 << _CODE_BITS) - 1
"""The bits of a mark for the possible codes."""


# Limits of the convention. In 6,000 games of three seats, some of each variant, the bot got 71 % of the points on
# average within them, and less than 60 % in each group of variants beyond them.
_FEWEST_RANKS: Final = 4
"""The fewest ranks that clues must name."""
_MOST_ALIKE: Final = 2
"""The most suits that may have the same colors."""
_NULL_ONES: Final = "N1"
"""The modifier of variants in which no clue touches a one, so that the bot cannot start a stack."""


def plays(palette: Palette) -> bool:
    """Return True if the convention suits the cards and clues of a game.

    Stacks must have one order, plays and clues must be open, and clues must name the ranks. Two suits may have the same
    colors, but not three.
    """
    alike = Counter([suit.colors for suit in palette.variant.suits if suit.colors])
    return (
        palette.plain_stacks
        and not palette.hidden_plays
        and palette.hidden_clues is None
        and not palette.inverted
        and not palette.half_tokens
        and max(alike.values(), default=1) <= _MOST_ALIKE
        and len(palette.clue_ranks) >= _FEWEST_RANKS
        and "rank" not in palette.free_clues
        and _NULL_ONES not in palette.variant.modifiers
    )


class Order(NamedTuple):
    """The order in which the cards of a game are played, by card code."""

    before: tuple[int, ...]
    """The number of cards of the suit that are played before."""
    following: tuple[int, ...]
    """The next card of the suit, as a bit set; empty after the last card."""
    beyond: tuple[tuple[int, ...], ...]
    """The card and all that are played after it, as codes."""
    last: int
    """The last card of each suit, as a bit set of codes."""


class HandContext(NamedTuple):
    """The cards outside a hand, as bit sets of codes."""

    unseen: int
    """Cards of which the seat does not see at least one copy."""
    touched: int
    """Cards with a touched copy in another hand."""


class HandReading(NamedTuple):
    """The meaning of a hand by the convention.

    `plays` and `useless` are bit sets of places. Place 0 is the oldest card.
    """

    plays: int
    useless: int
    chop: int
    """The place of the next discard; -1 if there is none."""


@lru_cache(256)
def order_of(palette: Palette) -> Order:
    """Return the order of the cards. Every stack has one order of cards (`Palette.plain_stacks`)."""
    ways = {code: stack.codes[-1][place:] for stack in palette.stacks for place, code in enumerate(stack.codes[-1])}
    tops = {stack.codes[-1][-1]: stack.top for stack in palette.stacks}
    beyond = [ways[code] for code in sorted(ways)]
    return Order(
        before=tuple([tops[way[-1]] - len(way) for way in beyond]),
        following=tuple([1 << way[1] if len(way) > 1 else 0 for way in beyond]),
        beyond=tuple(beyond),
        last=sum([1 << code for code in tops]),
    )


@lru_cache(4096)
def mark(palette: Palette, marks: Marks | None) -> int:
    """Return a card's marks as one integer.

    None, the value under `memory_aid` none, excludes no card.
    """
    if marks is None:
        return CODES
    colors = sum(1 << palette.clue_colors.index(color) for color in marks.clued_colors)
    ranks = sum(1 << rank - 1 for rank in marks.clued_ranks)
    return possible_codes(marks) | colors << _CODE_BITS | ranks << _RANK_BITS


def is_touched(a_mark: int) -> bool:
    """Return True if a clue has touched this card."""
    return a_mark > CODES


def stamped(marks: Sequence[int], codes: Sequence[int], touches: int, clue: int) -> list[int]:
    """Return the marks of a hand after a clue.

    `touches` is the bit set of the codes that the clue touches; `clue` is the index of its color, or 5 plus its rank.
    """
    keep, named = ~CODES | touches, 1 << _CODE_BITS + clue
    return [a & keep | named if touches >> code & 1 else a & ~touches for a, code in zip(marks, codes, strict=True)]


def read(marks: Sequence[int], needs: Needs, context: HandContext, *, trusting: bool) -> HandReading:
    """Return the reading of a hand, oldest card first.

    Without `trusting`, points 1 to 4 of the convention do not apply.
    """
    playable, dead = needs
    plays = useless = known = 0
    chop = -1
    doubtful = []
    for place, a_mark in enumerate(marks):
        possible = a_mark & context.unseen
        useful = possible & ~dead
        if not useful:
            useless |= 1 << place
        elif not possible & ~playable:
            plays |= 1 << place
            known |= _one(possible)
        elif a_mark <= CODES:
            if chop < 0:
                chop = place
        elif not trusting:
            continue
        elif useful & (useful - 1):
            doubtful.append((place, a_mark, useful))
        else:
            known |= useful
            if useful & playable:
                plays |= 1 << place
    if doubtful:
        elsewhere = known | context.touched
        colors_read = 0
        for place, a_mark, useful in reversed(doubtful):
            good = useful & ~elsewhere
            if not good:
                useless |= 1 << place
            elif not good & ~playable:
                plays |= 1 << place
            elif not a_mark >> _RANK_BITS:
                color = 1 << (a_mark >> _CODE_BITS)
                if good & playable and not colors_read & color:
                    plays |= 1 << place
                colors_read |= color
    return HandReading(plays, useless, chop)


def _one(codes: int) -> int:
    """Return the set if it has one code, else the empty set."""
    return 0 if codes & (codes - 1) else codes
