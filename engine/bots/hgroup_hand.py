"""What a seat may do with its own cards: which fit, how likely, and which to discard."""

from engine.bots.bit_sets import members
from engine.bots.hgroup_prospect import mean_cost
from engine.conventions.plays_and_discards import play_order
from engine.conventions.table import Table, chop_of
from engine.conventions.thoughts import Held


class OwnHand:
    """The viewer's hand at a table.

    With `careful`, the next strike ends the game: then it trusts only play clues that were given after the last strike,
    by seats that have never misled it, and in the last round, in which a card is worth one point at most, none.
    """

    def __init__(self, table: Table, *, careful: bool, last_round: bool) -> None:
        self.table, self.careful, self.last_round = table, careful, last_round
        self.cards = table.cards(table.viewer)

    def blind_plays(self) -> list[Held]:
        """Return the cards without a clue that are called to be played now."""
        return [held for held in self.cards if held.called and not held.touched and self._fits(held)]

    def known_plays(self) -> list[Held]:
        """Return the clued cards that can be played, the best first."""
        able = [held for held in self.cards if held.touched and self._fits(held)]
        ones = [held for held in play_order(self.table, tuple(self.cards)) if held in able]
        if ones and len(ones) == len(able):
            return ones

        def key(held: Held) -> tuple[float, int]:
            codes = members(held.inferred)
            waiting = sum([self._waits_for(code) for code in codes]) / len(codes)
            return (-waiting, min([code % 5 for code in codes]))

        return sorted(able, key=key)

    def chance(self, held: Held) -> float:
        """Return the chance that a card can be played."""
        left, codes = self.table.unseen(), members(held.inferred)
        total = sum([max(left[code], 0) for code in codes])
        able = sum([max(left[code], 0) for code in codes if self.table.playable >> code & 1])
        return able / total if total else 0.0

    def worst(self) -> int:
        """Return the card to discard: useless, else the chop, else the cheapest."""
        useless = next((held for held in self.cards if held.trash), None) or chop_of(self.cards)
        return (useless or min(self.cards, key=lambda held: mean_cost(self.table, held))).card

    def is_locked(self) -> bool:
        """Return True if there is no card to discard but clued ones that may be useful."""
        return chop_of(self.cards) is None and not any(held.trash for held in self.cards)

    def _fits(self, held: Held) -> bool:
        """Return True if a card can be played as far as its seat knows."""
        if held.trash or held.inferred & ~self.table.playable:
            return False
        told_since = held.promised and held.touched_at > self.table.struck_at and not self.last_round
        is_trusted = told_since and (held.giver, held.seat) not in self.table.misled
        return is_trusted or not self.careful or self.is_sure(held)

    def is_sure(self, held: Held) -> bool:
        """Return True if a card can be played whatever the clues were meant to say."""
        left = self.table.unseen()
        return not any(left[code] > 0 for code in members(held.possible & ~self.table.playable))

    def _waits_for(self, code: int) -> bool:
        """Return True if another seat has the next card of a suit, and it is clued."""
        if code % 5 == 4:
            return True
        return any(held.front == code + 1 and held.gotten for held in self.table.held.values())
