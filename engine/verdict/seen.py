"""What a seat has seen of a game, and nothing else."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from engine.conventions.from_feed import table_of
from engine.conventions.levels import rules_of
from engine.conventions.review import Reader
from engine.conventions.table import Table
from engine.events import GameDealt, LaterEvent, Log
from engine.reading.feed import CardItem, DealItem, FaceUp, HiddenClue, Item, feed, seat_viewpoint


class Seen:
    """A game up to a decision, as the seat saw it that is to decide.

    It is made from the feed of the seat. Two deals that the seat cannot distinguish give the same.
    """

    def __init__(self, items: Sequence[Item], seat: int, level: int) -> None:
        deal = items[0]
        assert isinstance(deal, DealItem)
        self.seat, self.level, self.items = seat, level, items
        self.deal: GameDealt = deal.event
        self.rules, self.seats = deal.event.rules, deal.event.seats
        self.palette = deal.event.rules.palette
        self.later: list[LaterEvent] = [_event(item) for item in items[1:]]

    @cached_property
    def table(self) -> Table:
        """The table as the seat reads it by the conventions of the level. Copy it before you change it."""
        return table_of(self.palette, self.seats, self.seat, rules_of(self.level), self.items)

    @cached_property
    def told(self) -> list[int]:
        """What is left for each own card, oldest first, as the review of a game reads it.

        So the deals agree with what it says that the seat was asked to do, also after bluffs.
        """
        reader = Reader(self.palette, self.seats, self.seat, self.level)
        steps = [step for step in map(reader.follow, self.items) if step is not None]
        return [thought.codes for thought in steps[-1].hands[self.seat]]

    @cached_property
    def fronts(self) -> Mapping[int, int]:
        """The codes of the cards that the seat has seen, by card."""
        found = {}
        for item in self.items:
            cards: list[object] = []
            if isinstance(item, DealItem):
                cards = [card for _, hand in item.hands for card in hand]
            elif isinstance(item, CardItem):
                cards = [item.card, item.drawn]
            for card in cards:
                if isinstance(card, FaceUp):
                    found[card.card] = self.palette.codes[card.suit, card.rank]
        return found

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The cards of the seat's hand, oldest first."""
        return tuple(self.table.hands[self.seat])

    @cached_property
    def undrawn(self) -> tuple[int, ...]:
        """The cards of the deck."""
        return tuple(
            [card for card in range(len(self.palette.deck)) if card not in self.fronts and card not in self.own]
        )

    @cached_property
    def unseen(self) -> list[int]:
        """The copies in the own hand and the deck, by code."""
        left = list(self.palette.copies)
        for code in self.fronts.values():
            left[code] -= 1
        return left

    def log(self, hand: Sequence[int], deck: Sequence[int]) -> Log:
        """Return the game on a deal: the codes of the own hand, and those of the deck, the next one first."""
        cards = dict(self.fronts) | dict(zip(self.own, hand, strict=True)) | dict(zip(self.undrawn, deck, strict=True))
        return Log(self.deal, bytes([cards[card] for card in range(len(cards))]), self.later)


def seen_by(log: Log, seat: int, level: int) -> Seen:
    """Return what a seat has seen of a game. It is assumed to remember everything."""
    return Seen(feed(log, seat_viewpoint(seat, log.deal.seats, remembers=True)), seat, level)


def _event(item: Item) -> LaterEvent:
    assert not isinstance(item, DealItem) and not isinstance(item.event, HiddenClue | GameDealt)
    return item.event
