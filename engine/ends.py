"""How games end (R14 to R20), also by votes."""

from engine.mutable_state import MutableState
from engine.score import Ending, Outcome, Reason, fitting


class Ends(MutableState):
    """A game during a fold, with its ends."""

    __slots__ = ()

    def check_ends(self, *, drawing: bool) -> None:
        """End the game if the last turn ended it: check R14-R20 in this order.

        After a clue, which is not `drawing`, only R17-R20 can have changed.
        """
        if drawing and self.strikes == self.most_strikes:
            self.end("lost", "strikeout")
        elif drawing and self.attainable < self.max_score and self.rules.finale_loss == "irreplaceable":
            self.end("lost", "irreplaceable_card_lost")  # only set with grand_finale
        elif drawing and self.points == self.max_score:
            self.end("won", "fireworks_complete")
        elif self.late or (drawing and self.points == self.attainable):
            self.check_remaining_turns()

    def check_remaining_turns(self) -> None:
        """Check R17, R19 and R20 in this order.

        A clue can cause these ends too. All of them except the first half of R20 need an empty deck (`late`).
        """
        if self.turns_left == 0:
            self.end("finished", "last_round_over")
        elif self.no_legal_action():
            self.end("lost", "no_legal_action")
        elif self.no_points_left():
            self.end("finished", "no_points_left")

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

    def check_votes(self) -> None:
        """Abort the game if all seats have voted for it."""
        if len(self.abort_votes) == self.seats:
            self.end("aborted", "agreed")

    def end(self, outcome: Outcome, reason: Reason) -> None:
        self.ending = Ending(outcome, reason)
        self.to_move = None
