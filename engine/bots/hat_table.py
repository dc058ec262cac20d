"""The table of the hat bot: what every seat knows about every hand.

It follows the events as one seat saw them. Every hat bot at the table computes the same sets of possible identities.
"""

from collections.abc import Iterable
from typing import Final

from engine.bots.hat_questions import Answer, Known, Sets, answers, from_number, from_sight
from engine.bots.needed_cards import Needs, needs_of
from engine.events import CardDiscarded, ColorClueGiven
from engine.reading.feed import CardItem, ClueItem, DealItem, FaceDown, FaceUp, HiddenClue, Item
from engine.rules import Palette

__all__ = ["HatTable"]

_MESSAGES: Final = 4
"""The numbers that a clue to one seat can say: by color or rank, touching the seat's named card or not."""


class HatTable:
    """Common knowledge at a table of hat bots, as far as `viewer` can follow it."""

    def __init__(self, palette: Palette, seats: int, viewer: int, feed: Iterable[Item]) -> None:
        self.palette, self.seats, self.viewer = palette, seats, viewer
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        """The cards of each seat, oldest first."""
        self.fronts: dict[int, int] = {}
        """The codes of the cards that the viewer has seen."""
        self.possible: dict[int, int] = {}
        """The possible identities of the cards in the hands by common knowledge, as sets of codes."""
        self.copies = list(palette.copies)
        """The copies that are in a hand or in the deck, by code."""
        self.discarded = 0
        """The number of cards discarded on purpose."""
        self._positions = [0] * len(palette.stacks)
        self.needs = self._needs()
        for item in feed:
            self._follow(item)

    @property
    def size(self) -> int:
        """The number of different numbers that a clue can say."""
        return _MESSAGES * (self.seats - 1)

    def others(self, seat: int) -> list[int]:
        """Return the other seats, in order of play."""
        return [(seat + distance) % self.seats for distance in range(1, self.seats)]

    def useless(self, seat: int) -> list[int]:
        """Return the cards of a seat that everybody knows to be useless, oldest first."""
        return [card for card in self.hands[seat] if not self.possible[card] & ~self.needs.dead]

    def number_for(self, speaker: int, size: int) -> int:
        """Return the number to say, below `size`, about the hands that the speaker sees."""
        seen = from_sight(self.fronts)
        return sum([self._answers(seat, size, seen)[0] for seat in self.others(speaker)]) % size

    def number_of(self, giver: int, target: int, *, by_rank: bool, touched: Iterable[int]) -> int:
        """Return the number that a clue says."""
        hand = self.hands[target]
        named = max(hand, key=lambda card: (self.possible[card].bit_count(), card))  # the least known, newest card
        distance = (target - giver - 1) % self.seats
        return _MESSAGES * distance + 2 * (named not in touched) + by_rank

    def _answers(self, seat: int, size: int, answer: Answer) -> tuple[int, Sets]:
        hand = {card: self.possible[card] for card in self.hands[seat]}
        taken = 0
        for other in self.others(seat):
            for card in self.hands[other]:
                codes = self.possible[card]
                if not codes & codes - 1:
                    taken |= codes
        return answers(hand, self._known(), taken, size, answer)

    def _known(self) -> Known:
        copies = list(self.copies)
        for codes in self.possible.values():
            if not codes & codes - 1:
                copies[codes.bit_length() - 1] -= 1
        return Known(copies, self.needs)

    def _hear(self, speaker: int, number: int, size: int) -> None:
        """Learn what a number says to all seats but the speaker."""
        seen = from_sight(self.fronts)
        learned: dict[int, int] = {}
        for seat in self.others(speaker):
            if seat != self.viewer:
                value, sets = self._answers(seat, size, seen)
                number -= value
                learned |= sets
        if speaker != self.viewer:
            learned |= self._answers(self.viewer, size, from_number(number % size))[1]
        self.possible |= learned

    def _follow(self, item: Item) -> None:
        match item:
            case DealItem(hands=hands):
                for seat, cards in hands:
                    for card in cards:
                        self._draw(seat, card)
            case ClueItem():
                self._clue(item)
            case CardItem():
                self._leave(item)
            case _:  # a remark, a vote or another order of a hand says nothing here
                pass

    def _draw(self, seat: int, card: FaceDown | FaceUp) -> None:
        self.hands[seat].append(card.card)
        self.possible[card.card] = sum([1 << code for code, copies in enumerate(self.copies) if copies])
        self._see(card)

    def _see(self, card: FaceDown | FaceUp) -> None:
        if isinstance(card, FaceUp):
            self.fronts[card.card] = self.palette.codes[card.suit, card.rank]

    def _clue(self, item: ClueItem) -> None:
        clue, touched = item.event, item.touched
        assert not isinstance(clue, HiddenClue) and touched is not None
        by_color = isinstance(clue, ColorClueGiven)
        cards = {one.card for one in touched}
        self._hear(clue.seat, self.number_of(clue.seat, clue.target, by_rank=not by_color, touched=cards), self.size)
        touches = (
            self.palette.color_touches[clue.color]
            if isinstance(clue, ColorClueGiven)
            else self.palette.rank_touches[clue.rank]
        )
        for card in self.hands[clue.target]:
            left = self.possible[card] & (touches if card in cards else ~touches)
            self.possible[card] = left or self.palette.all_cards & (touches if card in cards else ~touches)

    def _leave(self, item: CardItem) -> None:
        """Follow a card that leaves a hand. Which of several useless cards is discarded says a number too."""
        seat, card = item.event.seat, item.event.card
        if isinstance(item.event, CardDiscarded):
            useless = self.useless(seat)
            if len(useless) > 1 and card in useless:
                self._hear(seat, useless.index(card), len(useless))
            self.discarded += 1
        if card in self.possible:  # not a card that is played from the deck
            self.hands[seat].remove(card)
            del self.possible[card]
        self._see(item.card)
        code = self.fronts[card]
        self.copies[code] -= 1
        if item.landed:
            place = self.palette.places[code]
            self._positions[place] = self.palette.stacks[place].following[self._positions[place]][code]
        self.needs = self._needs()
        if not self.copies[code]:
            self.possible = {other: codes & ~(1 << code) or codes for other, codes in self.possible.items()}
        if item.drawn is not None:
            self._draw(seat, item.drawn)

    def _needs(self) -> Needs:
        return needs_of(self.palette, self.copies, self._positions)
