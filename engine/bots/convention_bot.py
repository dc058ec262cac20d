"""A bot that plays by a convention, and weighs each turn by what the others would do after it.

Each legal turn is tried out on the hands that the bot sees: every other seat reads its own hand by `convention`, plays
or discards accordingly, and what comes of it is counted, in points. So a clue is worth the plays that it brings about,
a card in danger is worth a clue, and a clue that would be misread costs the strike. The best turn is taken, the first
of equals.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from engine.bots.bot import Dice
from engine.bots.convention import CODES, Eyes, Needs, is_touched, mark, read, stamped
from engine.cards import SUITS
from engine.clues import color_stamp, rank_stamp
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.reading.knowledge import unseen
from engine.reading.view import OpenCard, View
from engine.rules import Rules

__all__ = ["WEIGHTS", "Weights", "choose", "choose_by", "weights_for"]


class Weights(NamedTuple):
    """What things are worth, in points. Found by trial over some 200,000 games with 2 to 5 seats and five suits."""

    clue_token: float = 0.3
    first_clue_tokens: float = 0.225
    """The first two are worth so much more."""
    play_to_come: float = 0.45
    """A card that will be played next time, rightly."""
    misplay_to_come: float = 1.0
    strike: float = 0.7
    strikeout: float = 12.0
    point_out_of_reach: float = 0.5
    """Each point that the loss of a last copy puts out of reach."""
    copy: float = 0.35
    """A copy of a playable card, not the last; of a card that is playable later, 0.7 of it."""
    useful_card_touched: float = 0.2
    card_told: float = 0.1
    """A useful card of which suit and rank are told."""
    last_copy_touched: float = 0.15
    useless_card_touched: float = 0.25
    same_card_touched: float = 0.25
    """A touched card of which another copy is touched already."""
    fault_of_useful: float = 0.7
    """The part of a useful card's worth that is lost when its hand takes it for useless."""
    chop: float = 0.125
    """The part of a card's worth that is in danger while it is the next to go."""
    discards: float = 0.3
    """How likely the next seat, without a play, discards while there are clue tokens; those after it half as likely."""
    touched_discard: float = 0.4
    odd_discard: float = 0.5
    """The price of discarding another card than the chop or a useless one."""
    empty_clue: float = 0.05
    trust: float = 0.95
    """How likely a play by the convention lands."""
    gamble: float = 0.99
    """How likely a play that nobody asked for must land."""


WEIGHTS: Final = Weights()
# In the grand finale only the whole display counts (R16): there the last copy of a card is worth far more.
_FINALE: Final = {"point_out_of_reach": 2.0, "chop": 0.25}
# Where clues are not shown again a view without marks leaves little but luck, of which strikes are the price.
_UNTOLD: Final = {"gamble": 0.25}
_NEVER: Final = -100.0
_SUIT_CODES: Final = {suit: 0b11111 << 5 * place for place, suit in enumerate(SUITS)}
_FIRST_CODE: Final = {suit: 5 * place for place, suit in enumerate(SUITS)}


def choose(view: View, dice: Dice) -> Turn:
    """Return the turn that promises most; no dice are thrown. ValueError where no turn is legal."""
    return choose_by(weights_for(view.rules), view)


def choose_by(weights: Weights, view: View) -> Turn:
    """Return the turn that promises most if things are worth this much; ValueError where no turn is legal."""
    if not view.legal_actions:
        raise ValueError("the viewer is not to move")
    return max(view.legal_actions, key=_Table(view, weights).worth)


@lru_cache(maxsize=1000)
def weights_for(rules: Rules) -> Weights:
    """Return what things are worth under these rules."""
    finale = _FINALE if rules.ending == "grand_finale" else {}
    untold = _UNTOLD if rules.memory_aid == "none" else {}
    return WEIGHTS._replace(**finale, **untold)


class _Others(NamedTuple):
    """The hands of the other seats as they are after a turn that is tried out, by seat; the viewer's own is empty."""

    marks: Sequence[Sequence[int]]
    eyes: Sequence[Eyes]


class _Table:
    """What a view shows, in numbers, and what a turn is worth on it. Hands are sorted, the oldest card first."""

    def __init__(self, view: View, weights: Weights) -> None:
        assert view.viewer is not None
        self.view, self.weights, self.me = view, weights, view.viewer
        self.full = view.rules.clue_tokens
        self.strikes_left = view.rules.strike_tokens - view.strikes
        self.last_round = view.turns_left is not None
        self.left = _not_discarded(view)
        self.needs = _needs(view, self.left)
        self.counts = unseen(view)
        self.codes: list[list[int]] = []
        self.marks: list[list[int]] = []
        for hand in view.hands:
            cards = sorted(hand.cards)
            self.marks.append([mark(card.marks) for card in cards])
            self.codes.append([_FIRST_CODE[c.suit] + c.rank - 1 for c in cards if isinstance(c, OpenCard)])
            if hand.seat == self.me:
                self.own_cards = [card.card for card in cards]
        self.held = [_union([1 << code for code in codes]) for codes in self.codes]
        self.own_marks, self.marks[self.me] = self.marks[self.me], []
        order = [(self.me + k) % view.seats for k in range(1, view.seats)]
        self.order = order if view.turns_left is None else order[: view.turns_left - 1]
        self.touched = [_touched(marks, codes) for marks, codes in zip(self.marks, self.codes, strict=True)]
        eyes = Eyes(_codes_of(self.counts), _union(self.touched))
        self.possible = [a_mark & eyes.unseen for a_mark in self.own_marks]
        self.reading = read(self.own_marks, self.needs, eyes, trusting=self.strikes_left > 1)
        # Own cards count as touched and known to the others where one identity is left that has a use.
        self.own_known = _union(
            [
                useful
                for a_mark, possible in zip(self.own_marks, self.possible, strict=True)
                if is_touched(a_mark) and (useful := possible & ~self.needs.dead) and not useful & (useful - 1)
            ]
        )
        # What another seat does not see, as far as the viewer can tell: what the viewer does not see, and its own hand.
        self.unseen_by = [eyes.unseen | held for held in self.held]
        self.others = self.with_marks(self.marks, self.touched)

    def with_marks(self, marks: Sequence[Sequence[int]], touched: Sequence[int]) -> _Others:
        eyes = [
            Eyes(dark, _union([codes for other, codes in enumerate(touched) if other != seat]) | self.own_known)
            for seat, dark in enumerate(self.unseen_by)
        ]
        return _Others(marks, eyes)

    # What each turn is worth.

    def worth(self, turn: Turn) -> float:
        match turn:
            case Play():
                return self.worth_of_play(turn)
            case Discard():
                return self.worth_of_discard(self.own_cards.index(turn.card))
            case GiveColorClue(target, color):
                touches = color_stamp(self.view.rules.multicolor, color).touches
                return self.worth_of_clue(target, touches, SUITS.index(color))
            case GiveRankClue(target, rank):
                return self.worth_of_clue(target, rank_stamp(rank).touches, 5 + rank)

    def worth_of_play(self, turn: Play) -> float:
        place = self.own_cards.index(turn.card)
        possible, playable = self.possible[place], self.needs.playable
        fits = possible & playable
        declared = turn.declared_color
        if not fits or (declared is not None and possible & ~_SUIT_CODES[declared]):
            return _NEVER  # R12: a color that may be wrong costs a strike where none was due.
        chance = self.share(possible, playable)
        if chance < 1:
            if self.reading.plays >> place & 1:
                chance = self.weights.trust
            elif self.strikes_left == 1 or not (self.last_round or chance >= self.weights.gamble):
                return _NEVER + chance
        risk = self.weights.strike if self.strikes_left > 1 else self.weights.strikeout
        likely = fits & ~self.others.eyes[self.me].touched or fits
        if likely & (likely - 1):
            needs = Needs(playable & ~likely, self.needs.dead)  # It will be one of them, and none can be counted on.
        else:
            needs = self.needs.played(likely.bit_length() - 1)
        completes = not likely & ~_FIVES
        tokens = min(self.view.clue_tokens + (declared is not None) + completes, self.full)
        return chance - (1 - chance) * risk + self.outlook(self.others, needs, tokens, drawn=1)

    def worth_of_discard(self, place: int) -> float:
        weights, reading, possible = self.weights, self.reading, self.possible[place]
        useful = possible & ~self.needs.dead
        loss = 0.0
        if useful:
            lost = sum([self.counts[code] * self.worth_of_copy(code, self.needs) for code in _members(useful)])
            loss = lost / sum([self.counts[code] for code in _members(possible)])
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
        if not touches & self.held[target]:
            return self.worth_of_empty_clue
        marks, touched = list(self.marks), list(self.touched)
        marks[target] = stamped(marks[target], self.codes[target], touches, clue)
        touched[target] = _touched(marks[target], self.codes[target])
        return self.outlook(self.with_marks(marks, touched), self.needs, self.view.clue_tokens - 1, drawn=0)

    @cached_property
    def worth_of_empty_clue(self) -> float:
        """R7: it passes the turn on for a token; what it rules out is left out of account."""
        passing = self.outlook(self.others, self.needs, self.view.clue_tokens - 1, drawn=0)
        return passing - self.weights.empty_clue

    # What comes after.

    def outlook(self, others: _Others, needs: Needs, tokens: int, *, drawn: int) -> float:
        """Let every other seat have its turn, and say what that brings and what it leaves."""
        weights, strikes_left, value = self.weights, self.strikes_left, 0.0
        played: dict[int, int] = {}
        caution = weights.discards
        for seat in self.order:
            codes = self.codes[seat]
            plays, useless, chop = read(others.marks[seat], needs, others.eyes[seat], trusting=strikes_left > 1)
            if plays:
                place = min(_members(plays), key=lambda place: codes[place] % 5)
                code = codes[place]
                played[seat] = place
                if needs.playable >> code & 1:
                    value += 1
                    needs = needs.played(code)
                    tokens = min(tokens + (code % 5 == 4), self.full)
                else:
                    strikes_left -= 1
                    value -= (weights.strike if strikes_left else weights.strikeout) + self.worth_of_copy(code, needs)
            elif not self.last_round:
                # A seat without a play gives a clue or discards; with all tokens the one, with none the other (R5, R9).
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
        """Say what the marks on the others' cards will be worth after that round."""
        weights, value = self.weights, 0.0
        counted = 0
        for seat, (marks, codes) in enumerate(zip(others.marks, self.codes, strict=True)):
            plays, useless, chop = read(marks, needs, others.eyes[seat], trusting=strikes_left > 1)
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
                        told = a_mark & CODES
                        value += weights.useful_card_touched + (0.0 if told & (told - 1) else weights.card_told)
                        value += weights.last_copy_touched if self.left[code] == 1 else 0.0
                elif place == chop:
                    value -= weights.chop * self.worth_of_copy(code, needs)
                if is_touched(a_mark):
                    counted |= bit
        return value

    def worth_of_copy(self, code: int, needs: Needs) -> float:
        """Say what is lost with a copy of a card."""
        if needs.dead >> code & 1:
            return 0.0
        if self.left[code] > 1:
            return self.weights.copy * (1.0 if needs.playable >> code & 1 else 0.7)
        beyond = [later for later in range(code, code - code % 5 + 5) if not needs.dead >> later & 1]
        return self.weights.point_out_of_reach * len(beyond)

    def share(self, among: int, wanted: int) -> float:
        """Return how many of the unseen copies of these codes are wanted ones, 0 to 1."""
        if not among & ~wanted:
            return 1.0
        return sum([self.counts[code] for code in _members(among & wanted)]) / sum(
            [self.counts[code] for code in _members(among)]
        )


_FIVES: Final = sum(1 << code for code in range(4, 30, 5))


def _not_discarded(view: View) -> list[int]:
    left = list(view.rules.palette.copies)
    for card in view.discards:
        left[_FIRST_CODE[card.suit] + card.rank - 1] -= 1
    return left


def _needs(view: View, left: Sequence[int]) -> Needs:
    playable = dead = 0
    for suit, top in view.fireworks:
        reached = True
        for rank, code in enumerate(range(_FIRST_CODE[suit], _FIRST_CODE[suit] + 5), 1):
            reached = reached and (rank <= top or left[code] > 0)
            if rank <= top or not reached:
                dead |= 1 << code
            elif rank == top + 1:
                playable |= 1 << code
    return Needs(playable, dead)


def _touched(marks: Iterable[int], codes: Iterable[int]) -> int:
    return _union([1 << code for a_mark, code in zip(marks, codes, strict=True) if is_touched(a_mark)])


def _codes_of(counts: Iterable[int]) -> int:
    return _union([1 << code for code, copies in enumerate(counts) if copies])


def _union(sets: Iterable[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def _members(a_set: int) -> list[int]:
    members = []
    while a_set:
        lowest = a_set & -a_set
        members.append(lowest.bit_length() - 1)
        a_set ^= lowest
    return members
