"""Compute the state of a game from its log. `engine.decide` checks legality."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from engine.cards import CARDS, SUITS, code_of
from engine.clues import Stamp, color_stamps, rank_stamp, unmarked
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    GameAborted,
    GameDealt,
    HandReordered,
    LaterEvent,
    Log,
    RankClueGiven,
    Said,
)
from engine.rules import Rules, hand_size
from engine.score import Ending, Outcome, Reason, ceiling
from engine.state import State

__all__ = ["evolve", "fold", "steps"]


def fold(log: Log) -> State:
    """Return the state after the last event of a log."""
    game = _MutableState(log.deal, log.deck)
    handlers = _HANDLERS
    for event in log.later:
        handlers[type(event)](game, event)
    return game.state(version=log.version)


def steps(log: Log, *, start: int = 0) -> Iterator[State]:
    """Yield the state at version `start` and at each later version."""
    game = _MutableState(log.deal, log.deck)
    for event in log.later[:start]:
        _HANDLERS[type(event)](game, event)
    yield game.state(version=start)
    for version, event in enumerate(log.later[start:], start + 1):
        _HANDLERS[type(event)](game, event)
        yield game.state(version=version)


def evolve(state: State, event: LaterEvent) -> State:
    """Return the state after one more event."""
    game = _MutableState.of(state)
    _HANDLERS[type(event)](game, event)
    return game.state(version=state.version + 1)


class _MutableState:
    """The mutable state of a game during a fold."""

    __slots__ = (
        *("rules", "seats", "codes", "deck", "turn", "to_move", "turns_left", "clue_tokens", "strikes", "fireworks"),
        *("points", "attainable", "ceilings", "left", "hands", "discards", "dealt", "marks", "late", "ending"),
        *("abort_votes", "reorders", "remarks", "clued", "fresh"),
        *("most_tokens", "most_strikes", "max_score", "color_stamps", "unmarked"),
    )

    def __init__(self, deal: GameDealt, deck: bytes) -> None:
        size = hand_size(deal.seats)
        self.set_rules(deal.rules)
        self.seats, self.codes = deal.seats, deck
        self.deck = tuple([CARDS[code] for code in deck])
        self.turn, self.strikes, self.points = 0, 0, 0
        self.to_move: int | None = deal.starting_seat
        self.turns_left: int | None = None
        self.clue_tokens = deal.rules.clue_tokens
        palette = deal.rules.palette
        self.fireworks, self.ceilings = [0] * len(palette.suits), [5] * len(palette.suits)
        self.attainable = self.max_score
        self.left = list(palette.copies)
        # R3: seat 0 gets its whole hand first, then seat 1.
        self.hands = [list(range(size * seat, size * (seat + 1))) for seat in range(deal.seats)]
        self.discards: list[int] = []
        self.dealt = size * deal.seats
        self.marks = [self.unmarked] * self.dealt
        self.late = False  # True if the deck may be empty
        self.ending: Ending | None = None
        self.abort_votes: set[int] = set()
        self.reorders, self.remarks, self.clued = [0] * deal.seats, [0] * deal.seats, [False] * deal.seats
        self.fresh = True  # no reorders and remarks since the last turn

    def set_rules(self, rules: Rules) -> None:
        """Store the values of the rules that the handlers of events use."""
        self.rules = rules
        self.most_tokens, self.most_strikes = rules.clue_tokens, rules.strike_tokens
        self.max_score = rules.palette.max_score
        self.color_stamps = color_stamps(rules.multicolor)
        self.unmarked = unmarked(rules.palette)

    @classmethod
    def of(cls, state: State) -> "_MutableState":
        game = cls.__new__(cls)
        game.set_rules(state.rules)
        game.seats, game.deck = state.seats, state.deck
        game.codes = bytes(map(code_of, state.deck))
        game.turn, game.to_move, game.turns_left = state.turn, state.to_move, state.turns_left
        game.clue_tokens, game.strikes = state.clue_tokens, state.strikes
        game.fireworks, game.ceilings = list(state.fireworks), list(state.ceilings)
        game.points, game.attainable, game.late = sum(state.fireworks), sum(state.ceilings), True
        game.left = list(state.rules.palette.copies)
        for card in state.discards:
            game.left[game.codes[card]] -= 1
        game.hands = [list(hand) for hand in state.hands]
        game.discards, game.dealt, game.marks = list(state.discards), state.dealt, list(state.marks)
        game.ending, game.abort_votes = state.ending, set(state.abort_votes)
        game.reorders, game.remarks, game.clued = list(state.reorders), list(state.remarks), list(state.clued)
        game.fresh = False
        return game

    def state(self, *, version: int) -> State:
        return State(
            rules=self.rules,
            seats=self.seats,
            deck=self.deck,
            version=version,
            turn=self.turn,
            to_move=self.to_move,
            turns_left=self.turns_left,
            clue_tokens=self.clue_tokens,
            strikes=self.strikes,
            fireworks=tuple(self.fireworks),
            ceilings=tuple(self.ceilings),
            hands=tuple([tuple(hand) for hand in self.hands]),
            discards=tuple(self.discards),
            dealt=self.dealt,
            marks=tuple(self.marks),
            ending=self.ending,
            abort_votes=frozenset(self.abort_votes),
            reorders=tuple(self.reorders),
            clued=tuple(self.clued),
            remarks=tuple(self.remarks),
        )

    def played(self, e: CardPlayed) -> None:
        seat, card, declared = e.seat, e.card, e.declared_color
        self.hands[seat].remove(card)
        code = self.codes[card]
        suit, below = code // 5, code % 5
        if self.fireworks[suit] == below and (declared is None or declared == SUITS[suit]):
            self.fireworks[suit] = below + 1
            self.points += 1
            if below == 4 or declared is not None:
                # R11: the bonus for a completed firework. R12: the token for naming the right color.
                self.gain((below == 4) + (declared is not None))
        else:
            self.strikes += 1
            self.add_to_discards(card, code)
        self.card_left(seat)

    def discarded(self, e: CardDiscarded) -> None:
        seat, card = e.seat, e.card
        self.hands[seat].remove(card)
        self.gain(1)
        self.add_to_discards(card, self.codes[card])
        self.card_left(seat)

    def color_clued(self, e: ColorClueGiven) -> None:
        self.clue(e.seat, e.target, self.color_stamps[e.color])

    def rank_clued(self, e: RankClueGiven) -> None:
        self.clue(e.seat, e.target, rank_stamp(e.rank))

    def reordered(self, e: HandReordered) -> None:
        self.hands[e.seat] = list(e.cards)
        self.reorders[e.seat] += 1
        self.clued[e.seat] = False
        self.fresh = False

    def said(self, e: Said) -> None:
        self.remarks[e.seat] += 1
        self.fresh = False

    def vote_cast(self, e: AbortVoteCast) -> None:
        self.abort_votes.add(e.seat)
        if len(self.abort_votes) == self.seats:
            self.end("aborted", "agreed")

    def vote_withdrawn(self, e: AbortVoteWithdrawn) -> None:
        self.abort_votes.discard(e.seat)

    def aborted(self, e: GameAborted) -> None:
        self.end("aborted", e.reason)

    def gain(self, tokens: int) -> None:
        tokens += self.clue_tokens
        self.clue_tokens = tokens if tokens < self.most_tokens else self.most_tokens  # R4: the cap

    def add_to_discards(self, card: int, code: int) -> None:
        self.discards.append(card)
        self.left[code] -= 1
        if not self.left[code]:
            suit = code // 5
            reach = ceiling(self.left, suit, self.fireworks[suit])
            self.attainable += reach - self.ceilings[suit]
            self.ceilings[suit] = reach

    def clue(self, seat: int, target: int, stamp: Stamp) -> None:
        _, touched, keep, add, rest = stamp
        codes, marks = self.codes, self.marks
        for card in self.hands[target]:
            if touched[codes[card]]:
                marks[card] = marks[card] & keep | add
            else:
                marks[card] &= rest
        self.clue_tokens -= 1
        self.clued[target] = True
        self.turn_over(seat)
        if self.late:
            self.check_remaining_turns()

    def card_left(self, seat: int) -> None:
        """Check R14-R20 in this order, then draw unless the game ended (R22)."""
        self.turn_over(seat)
        if self.strikes == self.most_strikes:
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

    def turn_over(self, seat: int) -> None:
        self.turn += 1
        self.to_move = (seat + 1) % self.seats
        if self.turns_left is not None:
            self.turns_left -= 1
        if not self.fresh:
            self.reorders, self.remarks = [0] * self.seats, [0] * self.seats
            self.fresh = True

    def draw(self, seat: int) -> None:
        card, size = self.dealt, len(self.codes)
        if card == size:
            return
        self.hands[seat].append(card)
        self.marks.append(self.unmarked)
        self.dealt = card + 1
        if self.dealt == size:
            self.late = True
            if self.rules.ending == "last_round":
                self.turns_left = self.seats  # R17: one more turn for each seat, ending with the one that drew last

    def no_legal_action(self) -> bool:
        """Return True if the seat to move has no legal action (R19)."""
        hands = self.hands
        if self.to_move is None or hands[self.to_move]:
            return False
        return not self.clue_tokens or not (self.rules.empty_clues or any(hands))

    def no_points_left(self) -> bool:
        """Return True if no further point can be scored (R20).

        That is the case if no firework can grow, or if no seat with a turn left in the last round has a playable card.
        """
        if self.rules.early_end == "never":
            return False
        if self.turns_left is None or self.fireworks == self.ceilings:
            return self.fireworks == self.ceilings
        playable = {5 * suit + top for suit, top in enumerate(self.fireworks) if top < 5}
        seats = [((self.to_move or 0) + turn) % self.seats for turn in range(self.turns_left)]
        return not any(self.codes[card] in playable for seat in seats for card in self.hands[seat])

    def end(self, outcome: Outcome, reason: Reason) -> None:
        self.ending = Ending(outcome, reason)
        self.to_move = None


_HANDLERS: Final[dict[type, Callable[[_MutableState, Any], None]]] = {
    CardPlayed: _MutableState.played,
    CardDiscarded: _MutableState.discarded,
    ColorClueGiven: _MutableState.color_clued,
    RankClueGiven: _MutableState.rank_clued,
    HandReordered: _MutableState.reordered,
    Said: _MutableState.said,
    AbortVoteCast: _MutableState.vote_cast,
    AbortVoteWithdrawn: _MutableState.vote_withdrawn,
    GameAborted: _MutableState.aborted,
}
