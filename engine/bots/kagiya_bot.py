"""The bot `kagiya`, which plays by a clue convention of its own.

It simulates each legal turn on the hands that it sees. In the simulation every other seat reads its own hand by
`convention`, and plays or discards accordingly. The outcome is a number of points: a clue is worth the plays that it
causes, saving a card is worth a clue, and a misread clue costs a strike. The bot chooses the first turn with the best
outcome.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Final, NamedTuple

from engine.bots.bit_sets import members, union
from engine.bots.bot import Dice
from engine.bots.kagiya_convention import CODES, HandContext, Needs, is_touched, mark, needs_of, order_of, read, stamped
from engine.bots.kagiya_weights import Weights, weights_for
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.reading.feed import Item
from engine.reading.knowledge import not_discarded, unseen
from engine.reading.view import OpenCard, View

_NEVER: Final = -100.0
"""The order of a play that is ruled out, to which the chance that it lands is added. It never leaves this module."""


class Worth(NamedTuple):
    """A legal turn, and what the bot thinks of it."""

    turn: Turn
    points: float | None
    """The points expected from it. Only differences between the turns of one view mean anything.

    None for a play that is ruled out because it is too risky: the bot prefers any turn that is not.
    """


def choose(view: View, feed: Iterable[Item], dice: Dice) -> Turn:
    """Return the best turn, without using the feed or the dice. Raises ValueError if no turn is legal."""
    return worths(view)[0].turn


def worths(view: View) -> list[Worth]:
    """Return the turns that the bot considers, best first; equal ones in the order of the legal actions.

    It never considers the last card of the deck, which it would play blind. Raises ValueError if no turn is legal.
    """
    if not view.legal_actions:
        raise ValueError("the viewer is not to move")
    evaluation = _Evaluation(view, weights_for(view.rules))
    actions: Iterable[Turn] = view.legal_actions
    if view.rules.deck_plays:
        actions = [turn for turn in actions if not isinstance(turn, Play) or turn.card in evaluation.own_cards]
    found = sorted([(evaluation.worth(turn), turn) for turn in actions], key=itemgetter(0), reverse=True)
    return [Worth(turn, points if points > _NEVER + 1 else None) for points, turn in found]


class _Others(NamedTuple):
    """The hands of the other seats after a simulated turn, by seat.

    The viewer's own hand is empty.
    """

    marks: Sequence[Sequence[int]]
    contexts: Sequence[HandContext]


class _Evaluation:
    """Evaluation of the turns of a view. Hands are sorted, oldest card first."""

    def __init__(self, view: View, weights: Weights) -> None:
        assert view.viewer is not None
        self.view, self.weights, self.me = view, weights, view.viewer
        self.palette = palette = view.rules.palette
        self.stacks = order_of(palette)
        self.full = view.rules.clue_tokens
        self.strikes_left = view.rules.strike_tokens - (view.strikes or 0)
        self.last_round = view.turns_left is not None
        self.left = not_discarded(view)
        self.needs = needs_of(self.palette, self.left, view.positions or ())
        self.counts = unseen(view)
        self.codes: list[list[int]] = []
        self.marks: list[list[int]] = []
        for hand in view.hands:
            cards = sorted(hand.cards)
            self.marks.append([mark(palette, card.marks) for card in cards])
            self.codes.append([palette.codes[c.suit, c.rank] for c in cards if isinstance(c, OpenCard)])
            if hand.seat == self.me:
                self.own_cards = [card.card for card in cards]
        self.codes_in_hand = [union([1 << code for code in codes]) for codes in self.codes]
        self.own_marks, self.marks[self.me] = self.marks[self.me], []
        order = [(self.me + k) % view.seats for k in range(1, view.seats)]
        self.order = order if view.turns_left is None else order[: view.turns_left - 1]
        self.touched = [_touched(marks, codes) for marks, codes in zip(self.marks, self.codes, strict=True)]
        own_context = HandContext(_codes_of(self.counts), union(self.touched))
        self.possible = [a_mark & own_context.unseen for a_mark in self.own_marks]
        self.reading = read(self.own_marks, self.needs, own_context, trusting=self.strikes_left > 1)
        # The others count an own card as touched and known if only one useful identity is left.
        self.own_known = union(
            [
                useful
                for a_mark, possible in zip(self.own_marks, self.possible, strict=True)
                if is_touched(a_mark) and (useful := possible & ~self.needs.dead) and not useful & (useful - 1)
            ]
        )
        # Another seat does not see its own hand, nor the cards that the viewer does not see.
        self.unseen_by = [own_context.unseen | codes for codes in self.codes_in_hand]
        self.others = self.with_marks(self.marks, self.touched)

    def with_marks(self, marks: Sequence[Sequence[int]], touched: Sequence[int]) -> _Others:
        contexts = [
            HandContext(
                unseen=unseen_codes,
                touched=union([codes for other, codes in enumerate(touched) if other != seat]) | self.own_known,
            )
            for seat, unseen_codes in enumerate(self.unseen_by)
        ]
        return _Others(marks, contexts)

    def worth(self, turn: Turn) -> float:
        match turn:
            case Play():
                return self.worth_of_play(turn)
            case Discard():
                return self.worth_of_discard(self.own_cards.index(turn.card))
            case GiveColorClue(target, color):
                clue = self.palette.clue_colors.index(color)
                return self.worth_of_clue(target, self.palette.color_touches[color], clue)
            case GiveRankClue(target, rank):  # pragma: no branch (mypy finds missing cases)
                return self.worth_of_clue(target, self.palette.rank_touches[rank], 5 + rank)

    def worth_of_play(self, turn: Play) -> float:
        place = self.own_cards.index(turn.card)
        possible, playable = self.possible[place], self.needs.playable
        fits = possible & playable
        declared = turn.declared_color
        if not fits or (declared is not None and possible & ~(0b11111 << 5 * self.palette.suits.index(declared))):
            return _NEVER  # R12: a wrong color costs a strike even for a playable card.
        chance = self.share(possible, playable)
        if chance < 1:
            if self.reading.plays >> place & 1:
                chance = self.weights.trust
            elif self.strikes_left == 1 or not (self.last_round or chance >= self.weights.gamble):
                return _NEVER + chance
        risk = self.weights.strike if self.strikes_left > 1 else self.weights.strikeout
        likely = fits & ~self.others.contexts[self.me].touched or fits
        if likely & (likely - 1):
            needs = Needs(playable & ~likely, self.needs.dead)  # The card is one of these; do not rely on any.
        else:
            code = likely.bit_length() - 1
            needs = self.needs.played(code, self.stacks.following[code])
        completes = not likely & ~self.stacks.last
        tokens = min(self.view.clue_tokens + (declared is not None) + completes, self.full)
        return chance - (1 - chance) * risk + self.outlook(self.others, needs, tokens, drawn=1)

    def worth_of_discard(self, place: int) -> float:
        weights, reading, possible = self.weights, self.reading, self.possible[place]
        useful = possible & ~self.needs.dead
        loss = 0.0
        if useful:
            lost = sum([self.counts[code] * self.worth_of_copy(code, self.needs) for code in members(useful)])
            loss = lost / sum([self.counts[code] for code in members(possible)])
        useless = reading.useless >> place & 1
        if useful and useless:
            loss *= 0.3
        elif not useless and is_touched(self.own_marks[place]):
            loss += weights.touched_discard
        if reading.plays >> place & 1:
            loss += weights.play_to_come
        if not useless and place != reading.chop:
            loss += weights.odd_discard
        return self.outlook(self.others, self.needs, min(self.view.clue_tokens + 1, self.full), drawn=1) - loss

    def worth_of_clue(self, target: int, touches: int, clue: int) -> float:
        if not touches & self.codes_in_hand[target]:
            return self.worth_of_empty_clue
        marks, touched = list(self.marks), list(self.touched)
        marks[target] = stamped(marks[target], self.codes[target], touches, clue)
        touched[target] = _touched(marks[target], self.codes[target])
        return self.outlook(self.with_marks(marks, touched), self.needs, self.view.clue_tokens - 1, drawn=0)

    @cached_property
    def worth_of_empty_clue(self) -> float:
        """The worth of a clue that touches no card (R7)."""
        passing = self.outlook(self.others, self.needs, self.view.clue_tokens - 1, drawn=0)
        return passing - self.weights.empty_clue

    def outlook(self, others: _Others, needs: Needs, tokens: int, *, drawn: int) -> float:
        """Return the expected points after simulating one turn of every other seat."""
        weights, strikes_left, value = self.weights, self.strikes_left, 0.0
        before, following, *_ = self.stacks
        played: dict[int, int] = {}
        caution = weights.discards
        for seat in self.order:
            codes = self.codes[seat]
            plays, useless, chop = read(others.marks[seat], needs, others.contexts[seat], trusting=strikes_left > 1)
            if plays:
                place = min(members(plays), key=lambda place: before[codes[place]])
                code = codes[place]
                played[seat] = place
                if needs.playable >> code & 1:
                    value += 1
                    needs = needs.played(code, following[code])
                    tokens = min(tokens + (not following[code]), self.full)
                else:
                    strikes_left -= 1
                    value -= (weights.strike if strikes_left else weights.strikeout) + self.worth_of_copy(code, needs)
            elif not self.last_round:
                # A seat without a play gives a clue or discards. It must give a clue at full tokens (R9), and must
                # discard without tokens (R5).
                place = (useless & -useless).bit_length() - 1 if useless else chop
                if tokens == self.full or (place < 0 < tokens):
                    tokens -= 1
                elif codes:
                    likely = caution if tokens else 1.0
                    value -= likely * self.worth_of_copy(codes[max(place, 0)], needs)
                    tokens = max(tokens, 1)
            if seat == self.order[0]:
                caution /= 2
        value += weights.clue_token * tokens + weights.first_clue_tokens * min(tokens, 2)
        ends = self.view.rules.ending == "last_round" and self.view.deck_size <= drawn
        return value if self.last_round or ends else value + self.promise(others, needs, played, strikes_left)

    def promise(self, others: _Others, needs: Needs, played: dict[int, int], strikes_left: int) -> float:
        """Return the worth of the others' marks after the round."""
        weights, value = self.weights, 0.0
        counted = 0
        for seat, (marks, codes) in enumerate(zip(others.marks, self.codes, strict=True)):
            plays, useless, chop = read(marks, needs, others.contexts[seat], trusting=strikes_left > 1)
            for place, code in enumerate(codes):
                if played.get(seat) == place:
                    continue
                a_mark, bit = marks[place], 1 << code
                if plays >> place & 1:
                    if not needs.playable & bit:
                        value -= weights.misplay_to_come
                    elif not counted & bit:
                        value += weights.play_to_come
                elif is_touched(a_mark):
                    if needs.dead & bit:
                        value -= 0.0 if useless >> place & 1 else weights.useless_card_touched
                    elif useless >> place & 1:
                        value -= weights.fault_of_useful * self.worth_of_copy(code, needs)
                    elif (counted | self.own_known) & bit:
                        value -= weights.same_card_touched
                    else:
                        codes_left = a_mark & CODES
                        value += weights.useful_card_touched + (
                            0.0 if codes_left & (codes_left - 1) else weights.card_known
                        )
                        value += weights.last_copy_touched if self.left[code] == 1 else 0.0
                elif place == chop:
                    value -= weights.chop * self.worth_of_copy(code, needs)
                if is_touched(a_mark):
                    counted |= bit
        return value

    def worth_of_copy(self, code: int, needs: Needs) -> float:
        """Return the cost of losing a copy of a card."""
        if needs.dead >> code & 1:
            return 0.0
        if self.left[code] > 1:
            return self.weights.copy * (1.0 if needs.playable >> code & 1 else 0.7)
        beyond = [later for later in self.stacks.beyond[code] if not needs.dead >> later & 1]
        return self.weights.point_out_of_reach * len(beyond)

    def share(self, among: int, matching: int) -> float:
        """Return the share of matching codes among unseen copies, 0 to 1."""
        if not among & ~matching:
            return 1.0
        return sum([self.counts[code] for code in members(among & matching)]) / sum(
            [self.counts[code] for code in members(among)]
        )


def _touched(marks: Iterable[int], codes: Iterable[int]) -> int:
    return union([1 << code for a_mark, code in zip(marks, codes, strict=True) if is_touched(a_mark)])


def _codes_of(counts: Iterable[int]) -> int:
    return union([1 << code for code, copies in enumerate(counts) if copies])
