"""How a hand that was given clues is read: the convention that makes partners of seats that cannot talk.

It is a function of what lies there now, because a bot does not remember which clue came when. Newer and older mean
drawn later and earlier. A card is *touched* when a clue has named its color or its rank.

1. A touched card is worth playing: it is not dead, and no touched card in another hand is the same.
2. So a touched card is played as soon as everything that it can still be is playable (a first clue of rank 1, say).
3. The newest card that was touched by this color, and by no rank, is the next of its suit: it is played at once,
   unless a touched card in another hand is that one; then it is the one after it.
4. A card touched by its rank alone, without point 2, is held: this is how a card is saved.
5. With one strike token left nobody relies on 1 to 4: a card is played when clues and counting leave no other way.
6. Discarded is, first, a card that is known to be of no use; then the oldest untouched card, the *chop*.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import SUITS
from engine.clues import Marks
from engine.reading.knowledge import possible_codes

__all__ = ["CODES", "Eyes", "Needs", "Reading", "is_touched", "mark", "read", "stamped"]

# A mark is one number: bits 0-29 the codes that the clues leave the card, 30-35 the colors that touched it, 36-40 the
# ranks. So it is touched when there is anything above the codes, and by its color alone when there is no rank there.
_CODE_BITS: Final = 30
_RANK_BITS: Final = 36
CODES: Final = (1 << _CODE_BITS) - 1
"""The part of a mark that tells the codes."""


class Needs(NamedTuple):
    """What the fireworks wait for, as bit sets of card codes."""

    playable: int
    dead: int

    def played(self, code: int) -> "Needs":
        """The needs after a playable card was played: the next of its suit is playable, unless it is out of reach."""
        bit = 1 << code
        dead = self.dead | bit
        return Needs(self.playable & ~bit | (bit << 1 & ~dead if code % 5 < 4 else 0), dead)


class Eyes(NamedTuple):
    """What the reader of a hand sees beside it, as bit sets of card codes."""

    unseen: int
    """Of these at least one copy lies out of sight."""
    touched: int
    """Of these a touched copy lies in another hand."""


class Reading(NamedTuple):
    """What the convention makes of a hand: bit sets of places, 0 for the oldest card."""

    plays: int
    useless: int
    chop: int
    """A place; -1 when every card is touched or has a use or a known fault."""


@lru_cache(4096)
def mark(marks: Marks | None) -> int:
    """Return a card's marks as one number; None, where the players must remember, tells nothing."""
    if marks is None:
        return CODES
    colors = sum(1 << SUITS.index(color) for color in marks.clued_colors)
    ranks = sum(1 << rank - 1 for rank in marks.clued_ranks)
    return possible_codes(marks) | colors << _CODE_BITS | ranks << _RANK_BITS


def is_touched(a_mark: int) -> bool:
    """Say whether a clue has named this card."""
    return a_mark > CODES


def stamped(marks: Sequence[int], codes: Sequence[int], touches: int, clue: int) -> list[int]:
    """Return the marks of a hand with these cards after a clue.

    `touches` is the bit set of the codes that the clue touches, `clue` the place of its color, or 5 plus its rank.
    """
    keep, named = ~CODES | touches, 1 << _CODE_BITS + clue
    return [a & keep | named if touches >> code & 1 else a & ~touches for a, code in zip(marks, codes, strict=True)]


def read(marks: Sequence[int], needs: Needs, eyes: Eyes, *, trusting: bool) -> Reading:
    """Return what a hand, oldest card first, says to its reader; trusting: by points 1 to 4, not by certainty alone."""
    playable, dead = needs
    plays = useless = known = 0
    chop = -1
    doubtful = []
    for place, a_mark in enumerate(marks):
        possible = a_mark & eyes.unseen
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
        elsewhere = known | eyes.touched
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
    return Reading(plays, useless, chop)


def _one(codes: int) -> int:
    """The set itself if it holds one code, else nothing."""
    return 0 if codes & (codes - 1) else codes
