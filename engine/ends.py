"""How turns and games end (R14 to R22)."""

from engine.mutable_state import MutableState
from engine.score import Ending, Outcome, Reason, fitting

__all__ = ["Turns"]


class Turns(MutableState):
    """A game during a fold, with what follows each turn."""

    __slots__ = ()

    def turn_over(self, seat: int, *, drawing: bool) -> None:
        """End a turn: check R14-R20 in this order, then draw unless the game ended (R22).

        After a clue, which is not `drawing`, only R17-R20 can have changed.
        """
        self.turn += 1
        self.to_move = (seat + 1) % self.seats
        if self.turns_left is not None:
            self.turns_left -= 1
        if not self.fresh:
            self.reorders, self.remarks = [0] * self.seats, [0] * self.seats
            self.fresh = True
        if not drawing:
            if self.late:
                self.check_remaining_turns()
        elif self.strikes == self.most_strikes:
            self.end("lost", "strikeout")
        elif self.attainable < self.max_score and self.rules.finale_loss == "irreplaceable":
            self.end("lost", "irreplaceable_card_lost")  # only set with grand_finale
        elif self.points == self.max_score:
            self.end("won", "fireworks_complete")
        elif not ((self.late or self.points == self.attainable) and self.check_remaining_turns()):
            self.draw(seat)

    def check_remaining_turns(self) -> bool:
        """Check R17, R19 and R20 in this order. Return True if the game ended.

        A clue can cause these ends too. All of them except the first half of R20 need an empty deck (`late`).
        """
        if self.turns_left == 0:
            self.end("finished", "last_round_over")
        elif self.no_legal_action():
            self.end("lost", "no_legal_action")
        elif self.no_points_left():
            self.end("finished", "no_points_left")
        return self.ending is not None

    def draw(self, seat: int) -> None:
        card, size = self.dealt, len(self.codes)
        if card == size:
            return
        self.hands[seat].append(card)
        self.marks.append(0)
        self.dealt = card + 1
        if self.dealt == size:
            self.late = True
            if self.rules.ending == "last_round":
                self.turns_left = self.seats  # R17: one more turn for each seat, ending with the one that drew last

    def no_legal_action(self) -> bool:
        """Return True if the seat to move has no legal action (R19)."""
        if self.to_move is None or self.hands[self.to_move]:
            return False
        if self.clue_tokens < self.token or self.rules.empty_clues:
            return self.clue_tokens < self.token
        palette = self.palette
        held = {self.codes[card] for hand in self.hands for card in hand}
        kinds = (("color", palette.color_touches), ("rank", palette.rank_touches))
        return not any(
            kind in palette.free_clues or any(touches >> code & 1 for touches in clues.values() for code in held)
            for kind, clues in kinds
            if kind != self.last_clue and clues
        )

    def no_points_left(self) -> bool:
        """Return True if no further point can be scored (R20).

        That is the case if no firework can grow, or if no seat with a turn left in the last round has a playable card.
        """
        if self.rules.early_end == "never":
            return False
        if self.turns_left is None or self.points == self.attainable:
            return self.points == self.attainable
        playable = fitting(self.palette, self.fireworks)
        seats = [((self.to_move or 0) + turn) % self.seats for turn in range(self.turns_left)]
        return not any(playable >> self.codes[card] & 1 for seat in seats for card in self.hands[seat])

    def end(self, outcome: Outcome, reason: Reason) -> None:
        self.ending = Ending(outcome, reason)
        self.to_move = None
