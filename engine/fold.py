"""Compute the state of a game from its log, and its end (R14 to R20). `engine.decide` checks legality."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from engine.clues import Stamp
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    CardsTurned,
    ClockChanged,
    ColorClueGiven,
    GameAborted,
    HandReordered,
    LaterEvent,
    Log,
    RankClueGiven,
    Said,
)
from engine.score import Ending, Outcome, Reason, attainable, ceiling, fitting
from engine.state import MutableState, State


def fold(log: Log) -> State:
    """Return the state after the last event of a log."""
    game = _Game(log.deal, log.deck)
    handlers = _HANDLERS
    for event in log.later:
        handlers[type(event)](game, event)
    return game.state(version=len(log.later))


def steps(log: Log, *, start: int = 0) -> Iterator[State]:
    """Yield the state at version `start` and at each later version."""
    game = _Game(log.deal, log.deck)
    for event in log.later[:start]:
        _HANDLERS[type(event)](game, event)
    yield game.state(version=start)
    for version, event in enumerate(log.later[start:], start + 1):
        _HANDLERS[type(event)](game, event)
        yield game.state(version=version)


def evolve(state: State, event: LaterEvent) -> State:
    """Return the state after one more event."""
    game = _Game.of(state)
    _HANDLERS[type(event)](game, event)
    return game.state(version=state.version + 1)


class _Game(MutableState):
    """A game during a fold, with a method for each kind of event."""

    __slots__ = ()

    def played(self, e: CardPlayed, *, effective: bool = False) -> None:
        """Play a card. Unless the event is `effective`, a card of an inverted suit is discarded instead."""
        seat, card, declared = e.seat, e.card, e.declared_color
        code = self.codes[card]
        if self.unusual_cards:
            self.draw_if_last(seat, card)
            if self.inverted >> code & 1 and not effective:
                self.discarded(CardDiscarded(seat, card), effective=True)
                return
        self.take(seat, card)
        suit = self.places[code]
        before, following = self.fireworks[suit], self.following[suit]
        after = following[before].get(code)
        if self.unusual_plays:
            after = self.played_unusually(card, code, after)
        if after is None or (declared is not None and declared != self.palette.suits[suit]):
            self.strikes += 1
            self.add_to_discards(card, code)
        else:
            self.fireworks[suit] = after
            self.points += 1
            if declared is not None or not following[after]:
                # R11: the bonus for a completed firework. R12: the token for naming the right color.
                complete = self.palette.complete_gains and not following[after]
                self.gain(complete + (declared is not None))
            if self.unusual_plays and len(following[before]) > 1:
                self.measure(suit)  # The choice of a direction or of a first card excludes others.
        self.turn_over(seat, drawing=True)

    def played_unusually(self, card: int, code: int, after: int | None) -> int | None:
        """Note a card that stays face down. Return the new position, or None if the rank is taken."""
        if self.palette.hidden_plays:
            self.face_down.append(card)
        if self.palette.distinct_starts and not self.fireworks[self.places[code]]:
            return after if fitting(self.palette, self.fireworks) >> code & 1 else None
        return after

    def discarded(self, e: CardDiscarded, *, effective: bool = False) -> None:
        """Discard a card. Unless the event is `effective`, a card of an inverted suit is played instead."""
        seat, card = e.seat, e.card
        code = self.codes[card]
        if self.unusual_cards:
            self.draw_if_last(seat, card)
            if self.inverted >> code & 1 and not effective:
                self.played(CardPlayed(seat, card), effective=True)
                return
        self.take(seat, card)
        self.gain(1)
        self.add_to_discards(card, code)
        self.turn_over(seat, drawing=True)

    def take(self, seat: int, card: int) -> None:
        """Take a card from a hand."""
        self.hands[seat].remove(card)
        if self.turned:
            self.turned.pop(card, None)

    def turn_over(self, seat: int, *, drawing: bool) -> None:
        """End a turn, then draw unless the game ended (R22)."""
        self.turn += 1
        self.to_move = (seat + 1) % self.seats
        if self.turns_left is not None:
            self.turns_left -= 1
        if not self.fresh:
            self.reorders, self.remarks = [0] * self.seats, [0] * self.seats
            self.fresh = True
        if drawing:
            is_early = self.points < self.attainable == self.max_score and self.strikes < self.most_strikes
            if self.late or not is_early:
                self.check_ends()
            if self.ending is None:
                self.draw(seat)
        elif self.late:
            self.check_remaining_turns()

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

    def draw_if_last(self, seat: int, card: int) -> None:
        """Draw the last card of the deck if it is played from there (`deck_plays`)."""
        if card != self.dealt:
            return
        self.draw(seat)
        if self.turns_left is not None:
            self.turns_left += 1  # R17: after this turn, one more for each seat

    def color_clued(self, e: ColorClueGiven) -> None:
        self.clue(e.seat, e.target, self.color_stamps[e.color])

    def rank_clued(self, e: RankClueGiven) -> None:
        self.clue(e.seat, e.target, self.rank_stamps[e.rank])

    def reordered(self, e: HandReordered) -> None:
        self.hands[e.seat] = list(e.cards)
        self.reorders[e.seat] += 1
        self.fresh = False

    def cards_turned(self, e: CardsTurned) -> None:
        for card in e.cards:
            self.turned[card] = e.orientation
            if e.orientation == "upright":
                del self.turned[card]
        self.reorders[e.seat] += 1
        self.fresh = False

    def said(self, e: Said) -> None:
        self.remarks[e.seat] += 1
        self.fresh = False

    def vote_cast(self, e: AbortVoteCast) -> None:
        self.abort_votes.add(e.seat)
        self.check_votes()

    def vote_withdrawn(self, e: AbortVoteWithdrawn) -> None:
        self.abort_votes.discard(e.seat)

    def aborted(self, e: GameAborted) -> None:
        self.end("aborted", e.reason)

    def clock_changed(self, e: ClockChanged) -> None:
        """Change nothing on the table: `engine.clock` computes the clock, from the times of the events."""

    def gain(self, tokens: int) -> None:
        tokens += self.clue_tokens
        self.clue_tokens = tokens if tokens < self.most_tokens else self.most_tokens  # R4: the cap

    def add_to_discards(self, card: int, code: int) -> None:
        self.discards.append(card)
        self.left[code] -= 1
        if not self.left[code]:
            self.lost |= 1 << code
            self.measure(self.places[code])

    def measure(self, suit: int) -> None:
        """Compute again what a firework, and all of them together, can still reach (R13)."""
        if not self.lost:
            return
        reach = ceiling(self.palette, self.lost, suit, self.fireworks[suit])
        self.attainable += reach - self.ceilings[suit]
        self.ceilings[suit] = reach
        if self.palette.distinct_starts:
            self.attainable = attainable(self.palette, self.lost, self.fireworks)

    def clue(self, seat: int, target: int, stamp: Stamp) -> None:
        codes, marks, after = self.codes, self.marks, stamp.after
        for card in self.hands[target]:
            marks[card] = after[codes[card]][marks[card]]
        self.clue_tokens -= self.token
        self.clued[target] = True
        if self.alternating:
            self.last_clue = stamp.kind
        self.turn_over(seat, drawing=False)

    def check_ends(self) -> None:
        """End the game if the last play or discard ended it: check R14-R20 in this order."""
        if self.strikes == self.most_strikes:
            self.end("lost", "strikeout")
        elif self.attainable < self.max_score and self.rules.finale_loss == "irreplaceable":
            self.end("lost", "irreplaceable_card_lost")  # only set with grand_finale
        elif self.points == self.max_score:
            self.end("won", "fireworks_complete")
        elif self.late or self.points == self.attainable:
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


_HANDLERS: Final[dict[type, Callable[[_Game, Any], None]]] = {
    CardPlayed: _Game.played,
    CardDiscarded: _Game.discarded,
    ColorClueGiven: _Game.color_clued,
    RankClueGiven: _Game.rank_clued,
    HandReordered: _Game.reordered,
    CardsTurned: _Game.cards_turned,
    Said: _Game.said,
    AbortVoteCast: _Game.vote_cast,
    AbortVoteWithdrawn: _Game.vote_withdrawn,
    GameAborted: _Game.aborted,
    ClockChanged: _Game.clock_changed,
}
