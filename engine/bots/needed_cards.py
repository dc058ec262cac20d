"""The cards that the fireworks need."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.rules import Palette
from engine.score import fitting, gone, useful

__all__ = ["Needs", "needs_of"]


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
    """Return the needs of fireworks at `positions`. `left` has the copies that are not discarded, by code."""
    needed = useful(palette, gone(left), positions)
    return Needs(fitting(palette, positions) & needed, palette.all_cards & ~needed)
