"""Read a game as one seat saw it, turn by turn, and read again what a card refutes."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.conventions.beyond import taker
from engine.conventions.from_feed import follow
from engine.conventions.levels import rules_of
from engine.conventions.review.intent import as_intended, may_stall, retold
from engine.conventions.review.meanings import ActMeaning, ClueMeaning, Meaning, act_meaning, clue_meaning
from engine.conventions.review.viewer_thoughts import Ask, Thought, cause_of, expected, place_in, thoughts_of
from engine.conventions.table import MOST_TOKENS, Table, chop_of
from engine.conventions.thoughts import Told
from engine.events import CardPlayed
from engine.reading.feed import CardItem, ClueItem, DealItem, FaceUp, Item
from engine.rules import Palette

_MOST_VOID = 6


class Step(NamedTuple):
    """What a seat thinks after the deal or a turn."""

    version: int
    meaning: Meaning | None
    """What the turn meant, to this seat. None for the deal, and for a clue that touched nothing."""
    hands: tuple[tuple[Thought, ...], ...]
    """What is thought of the cards of each seat, oldest first."""
    expected: tuple[Ask, ...]
    """What is asked of the seat to move."""
    refuted: tuple[int, ...]
    """The versions of the clues of which this turn refutes the last reading."""


class Reader:
    """The reading of a game by one seat."""

    def __init__(self, palette: Palette, seats: int, viewer: int, level: int) -> None:
        self._palette, self._seats, self._viewer, self._rules = palette, seats, viewer, rules_of(level, beyond=True)
        self._items: list[Item] = []
        self._told: dict[int, Told] = {}
        self._versions: list[int] = []
        """The version of each turn."""
        self.fronts: dict[int, int] = {}
        """The codes of the cards that the seat has seen."""
        self.table = self._new_table()
        self._stalls = False
        """Whether the seat to move may give a clue that asks for nothing."""

    def follow(self, item: Item) -> Step | None:
        """Follow an event. Return None for one that is not a turn."""
        if not isinstance(item, ClueItem | CardItem | DealItem):
            return None
        table = self.table
        before = None
        hand: Sequence[Thought] = ()
        if isinstance(item, CardItem) and item.event.card in table.held:
            before = self._before(item)
        elif isinstance(item, ClueItem):
            hand = thoughts_of(table, item.event.target)
        moved = {held.card for held in table.held.values() if held.moved}
        self._items.append(item)
        if not isinstance(item, DealItem):
            self._versions.append(item.version)
        self._follow(item)
        self._look(item)
        now = tuple([held.card for held in table.held.values() if held.moved and held.card not in moved])
        meaning: Meaning | None = None
        if isinstance(item, ClueItem):
            meaning = self._clue(now)
            if meaning is not None:
                touched = [one.card for one in item.touched or ()]
                meaning = retold(meaning, touched, hand, thoughts_of(table, meaning.seat))
                if item.event.seat == self._viewer:
                    meaning = as_intended(meaning, table, stalls=self._stalls)
        elif before is not None and isinstance(item, CardItem):
            meaning = before._replace(moved=now)
        refuted = self._read_again()
        asked, to_move = self.expected(item), item.after.to_move
        hands = tuple([thoughts_of(self.table, seat) for seat in range(self._seats)])
        self._stalls = to_move is not None and may_stall(self.table, hands[to_move], asked, item.after)
        return Step(
            item.version,
            meaning,
            hands,
            asked,
            tuple([self._versions[turn] for turn in refuted]),
        )

    def expected(self, item: Item) -> tuple[Ask, ...]:
        """Return what is asked of the seat to move after an event."""
        seat = item.after.to_move
        if seat is None:
            return ()
        tokens, goes_on = item.after.clue_tokens, item.after.turns_left is None
        # In the last round, nothing is saved or discarded.
        may_clue, may_discard = goes_on and tokens > 0, goes_on and tokens < MOST_TOKENS
        asks = expected(self.table, seat, may_clue=may_clue, may_discard=may_discard)
        return tuple([ask._replace(cause=self._version(ask.cause)) for ask in asks])

    def _version(self, turn: int) -> int:
        return self._versions[turn] if turn >= 0 else -1

    def _new_table(self) -> Table:
        return Table(self._palette, self._seats, self._viewer, self._rules)

    def _follow(self, item: Item) -> None:
        follow(self.table, item)
        last = self.table.last
        if last is not None and last.turn == self.table.turn - 1:
            self._told[last.turn] = last

    def _read_again(self) -> list[int]:
        """Take clues back to their turns that have no reading left, and read all turns again without them.

        After some of them, further ones only lose their meaning: the players follow no conventions.
        """
        found: list[int] = []
        while len(self.table.void) < _MOST_VOID and (wrong := self._refuted()):
            found += wrong
            void = self.table.void | {*wrong}
            self.table = self._new_table()
            self.table.void = void
            self._told = {}
            for item in self._items:
                self._follow(item)
        return found

    def _refuted(self) -> list[int]:
        return [turn for turn, told in self._told.items() if told.refuted and turn not in self.table.void]

    def _clue(self, moved: tuple[int, ...]) -> ClueMeaning | None:
        table = self.table
        told = self._told.get(table.turn - 1)
        if told is None:
            return None
        hand = table.hands[told.target]
        fronts = {held.card: held.front for held in table.held.values() if held.front >= 0}
        return clue_meaning(told, fronts, place_in(hand, told.focus), moved)

    def _look(self, item: Item) -> None:
        if isinstance(item, CardItem):
            self.fronts[item.event.card] = _code(self._palette, item)
        for held in self.table.held.values():
            if held.front >= 0:
                self.fronts[held.card] = held.front

    def _before(self, item: CardItem) -> ActMeaning:
        """Return what a play or discard meant, without the cards that it moves the chop past."""
        table, event = self.table, item.event
        held, hand = table.held[event.card], table.hands[event.seat]
        thought = next(one for one in thoughts_of(table, event.seat) if one.card == event.card)
        code = _code(self._palette, item)
        return act_meaning(
            thought,
            event.seat,
            place_in(hand, event.card),
            code,
            self._version(cause_of(table, held)),
            (),
            locked=chop_of(table.cards(event.seat)) is None,
            played=isinstance(event, CardPlayed),
            copied=self._is_copy(event.seat, event.card, code),
            passed_on=taker(table, event.seat, code) is not None and not table.dead >> code & 1,
        )._replace(misfits=isinstance(event, CardPlayed) and not item.landed)

    def _is_copy(self, seat: int, card: int, code: int) -> bool:
        """Return True if a clued card is a copy of another clued or called card."""
        table = self.table
        if not table.held[card].touched or table.dead >> code & 1:
            return False
        others = [other for other in table.held.values() if other.gotten and other.seat != seat]
        return any(other.front == code or (other.front < 0 and other.inferred >> code & 1) for other in others)


def _code(palette: Palette, item: CardItem) -> int:
    card = item.card
    assert isinstance(card, FaceUp)
    return palette.codes[card.suit, card.rank]
