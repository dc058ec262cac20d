"""The hat bot (id `hat`), which plays with copies of itself alone.

Each of its clues, and some discards, say one number that tells every other seat something about its own hand, whichever
seat the clue touches (`hat_questions`). Partners that do not compute the same numbers cannot understand it.

It plays a card that is certainly playable. Otherwise it discards a useless card while the game is early and few clue
tokens are left, gives a clue, or discards the card that costs the least.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.bots.bit_sets import members, union
from engine.bots.bot import Dice
from engine.bots.hat_questions import share
from engine.bots.hat_table import HatTable
from engine.bots.kagiya_convention import order_of
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.reading.feed import Item
from engine.reading.view import View
from engine.rules import Palette

__all__ = ["SEATS", "choose", "plays"]

SEATS: Final = (3, 4, 5)
"""The numbers of seats that it plays with. With two, a clue tells one seat too little."""

_FEW_TOKENS: Final = 5
"""With fewer clue tokens, a useless card is discarded before a clue is given, as long as discards cost no points."""


def plays(palette: Palette) -> bool:
    """Return True if each card is touched by one color and one rank, and all else is as in the base game."""
    touches = [*palette.color_touches.values()], [*palette.rank_touches.values()]
    return (
        all(sum([codes >> code & 1 for codes in kind]) == 1 for kind in touches for code in palette.cards)
        and palette.plain_stacks
        and not palette.hidden_plays
        and palette.hidden_clues is None
        and not palette.inverted
        and not palette.alternating
        and not palette.half_tokens
        and not palette.free_clues
    )


def choose(view: View, feed: Iterable[Item], dice: Dice) -> Turn:
    """Return a turn, without using the dice. Raises ValueError if no turn is legal."""
    if not view.legal_actions:
        raise ValueError("the viewer is not to move")
    assert view.viewer is not None
    return _Choice(view, HatTable(view.rules.palette, view.seats, view.viewer, feed)).turn()


class _Choice:
    """The choice of a turn at a table."""

    def __init__(self, view: View, table: HatTable) -> None:
        assert view.viewer is not None
        self.view, self.table, self.me = view, table, view.viewer
        self.palette, self.needs = table.palette, table.needs
        self.order = order_of(self.palette)
        self.hand = table.hands[self.me]
        self.seen = [table.fronts[card] for seat in table.others(self.me) for card in table.hands[seat]]
        self.copies = list(table.copies)
        """The copies that the viewer does not see, by code."""
        for code in self.seen:
            self.copies[code] -= 1
        self.sets = self._own_sets()
        self.useless = self._useless()

    def turn(self) -> Turn:
        playable = [card for card in self.hand if not self.sets[card] & ~self.needs.playable]
        if playable:
            return Play(max(playable, key=lambda card: (self._worth_of_play(card), -card)))
        chance, card = max([(share(self.sets[card], self.needs.playable, self.copies), card) for card in self.hand])
        if chance > self._least_chance():
            return Play(card)
        clue = self._clue()
        early = self.table.discarded <= self._spare_discards() and self.view.turns_left is None
        if early and self.may_discard:
            said = len(self.table.useless(self.me)) > 1
            if said or (self.useless and self.view.clue_tokens < _FEW_TOKENS):
                return self._discard()
        if clue is not None:
            return clue
        return self._discard() if self.may_discard else Play(self._cheapest())

    @property
    def may_discard(self) -> bool:
        return self.view.clue_tokens < self.view.rules.clue_tokens

    def _own_sets(self) -> dict[int, int]:
        """Return the possible identities of the viewer's cards, without those of which it sees all copies."""
        sets = {card: self.table.possible[card] for card in self.hand}
        for _ in range(2):  # What is known after the first pass can exclude more.
            known = [codes for codes in sets.values() if not codes & codes - 1]
            copies = list(self.copies)
            for codes in known:
                copies[codes.bit_length() - 1] -= 1
            elsewhere = union([1 << code for code, number in enumerate(copies) if number <= 0])
            sets = {card: codes if codes in known else codes & ~elsewhere or codes for card, codes in sets.items()}
        return sets

    def _useless(self) -> list[int]:
        """Return the own cards that are dead, or known copies of another own card."""
        found, known = [], set()
        for card in self.hand:
            codes = self.sets[card]
            if not codes & ~self.needs.dead or codes in known:
                found.append(card)
            elif not codes & codes - 1:
                known.add(codes)
        return found

    def _worth_of_play(self, card: int) -> float:
        """Return the mean worth of the identities that a playable card can have."""
        codes = members(self.sets[card])
        copies = [max(self.copies[code], 0) for code in codes]
        total = sum(copies)
        return sum([number * self._worth_of(code) for code, number in zip(codes, copies, strict=True)]) / (total or 1)

    def _worth_of(self, code: int) -> int:
        """Return the worth of a play: early cards, those that others wait for, and a gained token are better."""
        playable, following = self.needs.playable, self.order.following[code]
        worth = -self.order.before[code] if following else 1
        for seat in self.table.others(self.me):
            fronts = [(card, self.table.fronts[card], self.table.possible[card]) for card in self.table.hands[seat]]
            waiting = [codes for _, front, codes in fronts if following >> front & 1]
            if waiting:
                worth += 3 if not waiting[0] & ~(playable | following) else 1
            worth -= 3 * sum([front == code and not codes & ~playable for _, front, codes in fronts])
        return worth

    def _least_chance(self) -> float:
        """Return the chance that a risky play must exceed. A game that is nearly over has nothing to lose."""
        view = self.view
        strikes_left = view.rules.strike_tokens - (view.strikes or 0)
        if strikes_left == 1:
            return 1.0
        if view.turns_left is None:
            return 0.6 if strikes_left > 2 and view.deck_size <= 2 else 1.0
        return 0.2 if view.clue_tokens == 0 or view.turns_left == 1 else 0.6

    def _spare_discards(self) -> int:
        """Return how many cards can be discarded before the deck is too short for a full score."""
        cards = len(self.palette.deck)
        return cards - self.palette.max_score - sum([len(hand.cards) for hand in self.view.hands])

    def _clue(self) -> Turn | None:
        """Return the clue that says the number, and among several the one that tells its receiver the most."""
        clues = [turn for turn in self.view.legal_actions if isinstance(turn, GiveColorClue | GiveRankClue)]
        if not clues:
            return None
        number = self.table.number_for(self.me, self.table.size)
        best, most = None, -1.0
        for clue in clues:
            by_rank = isinstance(clue, GiveRankClue)
            touches = self._touches(clue)
            hand = self.table.hands[clue.target]
            touched = [card for card in hand if touches >> self.table.fronts[card] & 1]
            if self.table.number_of(self.me, clue.target, by_rank=by_rank, touched=touched) == number:
                told = self._told(hand, touches)
                if told >= most:
                    best, most = clue, told
        return best

    def _touches(self, clue: GiveColorClue | GiveRankClue) -> int:
        if isinstance(clue, GiveRankClue):
            return self.palette.rank_touches[clue.rank]
        return self.palette.color_touches[clue.color]

    def _told(self, hand: Sequence[int], touches: int) -> float:
        """Return how many identities a clue excludes. Those of dead cards matter less."""
        told = 0.0
        for card in hand:
            front, codes = self.table.fronts[card], self.table.possible[card]
            excluded = codes & (~touches if touches >> front & 1 else touches)
            told += excluded.bit_count() * (0.3 if self.needs.dead >> front & 1 else 1)
        return told

    def _discard(self) -> Discard:
        said = self.table.useless(self.me)
        if len(said) > 1:  # which one says a number
            return Discard(said[self.table.number_for(self.me, len(said))])
        return Discard(self._cheapest())

    def _cheapest(self) -> int:
        """Return the own card whose loss costs the least: useless, held by others too, or least valuable."""
        if self.useless:
            secret = [card for card in self.useless if card not in self.table.useless(self.me)]
            return (secret or self.useless)[0]
        held = union([1 << code for code in self.seen])
        copies = [card for card in self.hand if not self.sets[card] & ~(self.needs.dead | held)]
        return copies[0] if copies else min(self.hand, key=lambda card: self._cost(self.sets[card], held))

    def _cost(self, codes: int, held: int) -> float:
        """Return the mean cost of losing a card with these possible identities."""
        cost = total = 0.0
        for code in members(codes):
            copies = max(self.copies[code], 0)
            total += copies
            if self.needs.dead >> code & 1:
                continue
            late = self.order.before[code]
            if self.table.copies[code] == 1:
                cost += copies * (24 - late)
            else:
                cost += copies * (0.5 if held >> code & 1 else 5 - late)
        return cost / total if total else 0.0
