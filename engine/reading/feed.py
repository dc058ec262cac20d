"""The events of a game as one viewer saw them happen: with what they touched, drew and changed, and no hidden card."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from engine.cards import Suit, code_of
from engine.clues import Stamp, color_stamp, rank_stamp
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    GameAborted,
    GameDealt,
    HandReordered,
    Log,
    RankClueGiven,
    Said,
    TurnTaken,
)
from engine.fold import steps
from engine.score import Result, result_of
from engine.state import State

__all__ = [
    "CardItem",
    "ClueItem",
    "Counters",
    "DealItem",
    "Eyes",
    "FaceDown",
    "FaceUp",
    "Item",
    "Kind",
    "PlainItem",
    "Touched",
    "all_eyes",
    "feed",
    "item_of",
    "kind_of",
    "no_eyes",
    "seat_eyes",
]


class Eyes(NamedTuple):
    """Who looks on: the seat, if it is one, and the seats whose hands it sees."""

    seat: int | None
    hands: frozenset[int]
    remembers: bool
    """True for the reader of an ended game, from whom `memory_aid` none keeps nothing back."""


def seat_eyes(seat: int, seats: int) -> Eyes:
    """A seat sees every hand but its own."""
    return Eyes(seat, frozenset(range(seats)) - {seat}, remembers=False)


def no_eyes() -> Eyes:
    """A watcher sees no hand."""
    return Eyes(None, frozenset(), remembers=False)


def all_eyes(seats: int) -> Eyes:
    """The reader of an ended game sees every hand."""
    return Eyes(None, frozenset(range(seats)), remembers=True)


class FaceDown(NamedTuple):
    """A card whose front the viewer did not see at that moment."""

    card: int


class FaceUp(NamedTuple):
    """A card whose front the viewer saw at that moment."""

    card: int
    suit: Suit
    rank: int


class Touched(NamedTuple):
    """A card that a clue touched, and its place in the hand then, 0 for the oldest."""

    card: int
    position: int


class Counters(NamedTuple):
    """The table's numbers after an event."""

    clue_tokens: int
    strikes: int
    table_points: int
    deck_size: int
    to_move: int | None
    turns_left: int | None
    result: Result | None

    @property
    def score(self) -> int | None:
        """The points on the table while the game runs, the result's score once it has ended."""
        return self.table_points if self.result is None else self.result.score


class DealItem(NamedTuple):
    """Event 0: the hands that were dealt, as far as the viewer sees them; none for a watcher."""

    version: int
    event: GameDealt
    hands: tuple[tuple[int, tuple[FaceDown | FaceUp, ...]], ...]
    after: Counters


class CardItem(NamedTuple):
    """A play or a discard: the card, now public, whether it landed, and what its seat drew."""

    version: int
    event: CardPlayed | CardDiscarded
    card: FaceUp
    landed: bool
    drawn: FaceDown | FaceUp | None
    tokens_gained: int
    tokens_lost: int
    """Clue tokens that were due but lost to the cap (R11, R12)."""
    after: Counters


class ClueItem(NamedTuple):
    """A clue and the cards it touched (R6); `touched` is None where the viewer has to remember (`memory_aid`)."""

    version: int
    event: ColorClueGiven | RankClueGiven
    touched: tuple[Touched, ...] | None
    hand_size: int
    """The cards in the hand that got the clue."""
    after: Counters


class PlainItem(NamedTuple):
    """Any other event: it is public as it stands."""

    version: int
    event: Event
    after: Counters


Item = DealItem | CardItem | ClueItem | PlainItem

Kind = Literal["deal", "play", "discard", "clue", "reorder", "message", "abort_vote", "abort_vote_withdrawn", "abort"]

_KINDS: Final[Mapping[type, Kind]] = {
    GameDealt: "deal",
    CardPlayed: "play",
    CardDiscarded: "discard",
    ColorClueGiven: "clue",
    RankClueGiven: "clue",
    HandReordered: "reorder",
    Said: "message",
    AbortVoteCast: "abort_vote",
    AbortVoteWithdrawn: "abort_vote_withdrawn",
    GameAborted: "abort",
}


def kind_of(item: Item) -> Kind:
    """Return what an item is called outside: a turn has the name of the move that it was."""
    return _KINDS[type(item.event)]


def feed(log: Log, eyes: Eyes, *, since: int = -1) -> list[Item]:
    """Return the events with a version above `since`, in order, as these eyes saw them."""
    return list(_items(log, eyes, since)) if since < len(log.events) - 1 else []


def item_of(before: State, event: Event, after: State, eyes: Eyes) -> Item:
    """Return the event that led from one state to the next, as these eyes saw it at that moment."""
    match event:
        case GameDealt():
            return _deal_item(event, after, eyes)
        case CardPlayed() | CardDiscarded():
            return _card_item(before, event, after, eyes)
        case ColorClueGiven(color=color):
            return _clue_item(before, event, after, color_stamp(before.rules.multicolor, color))
        case RankClueGiven(rank=rank):
            return _clue_item(before, event, after, rank_stamp(rank))
        case _:
            return PlainItem(after.version, event, _counters(after))


def _items(log: Log, eyes: Eyes, since: int) -> Iterator[Item]:
    remembered, start = _remembered_from(log, eyes), max(since, 0)
    states = steps(log, start=start)
    before = next(states)
    if since < 0:
        yield item_of(before, log.events[0], before, eyes)
    for event, after in zip(log.events[start + 1 :], states, strict=True):
        item = item_of(before, event, after, eyes)
        if isinstance(item, ClueItem) and item.version < remembered:
            item = item._replace(touched=None)
        yield item
        before = after


def _remembered_from(log: Log, eyes: Eyes) -> int:
    """Under `memory_aid` none: the version from which on these eyes still see what a clue touched.

    For a seat that is its own previous move. A watcher is shown no more than every seat is: seats can watch too.
    """
    deal = log.events[0]
    if eyes.remembers or (isinstance(deal, GameDealt) and deal.rules.memory_aid == "full"):
        return 0
    turns = [
        version
        for version, event in enumerate(log.events)
        if isinstance(event, TurnTaken) and (eyes.seat is None or event.seat == eyes.seat)
    ]
    return turns[-1] if turns else 0


def _deal_item(event: GameDealt, state: State, eyes: Eyes) -> DealItem:
    hands = tuple(
        (seat, tuple(_face(state, card, seat, eyes) for card in hand))
        for seat, hand in enumerate(state.hands)
        if eyes.hands
    )
    return DealItem(state.version, event, hands, _counters(state))


def _card_item(before: State, event: CardPlayed | CardDiscarded, after: State, eyes: Eyes) -> CardItem:
    suit, rank = before.deck[event.card]
    landed = isinstance(event, CardPlayed) and after.fireworks != before.fireworks
    due = 1
    if isinstance(event, CardPlayed):
        due = (rank == 5) + (event.declared_color is not None) if landed else 0
    gained = after.clue_tokens - before.clue_tokens
    drawn = _face(after, before.dealt, event.seat, eyes) if after.dealt > before.dealt else None
    return CardItem(
        after.version,
        event,
        FaceUp(event.card, suit, rank),
        landed,
        drawn,
        gained,
        due - gained,
        _counters(after),
    )


def _face(state: State, card: int, holder: int, eyes: Eyes) -> FaceDown | FaceUp:
    return FaceUp(card, *state.deck[card]) if holder in eyes.hands else FaceDown(card)


def _clue_item(before: State, event: ColorClueGiven | RankClueGiven, after: State, stamp: Stamp) -> ClueItem:
    hand = before.hands[event.target]
    touched = tuple(
        Touched(card, position) for position, card in enumerate(hand) if stamp.touches >> code_of(before.deck[card]) & 1
    )
    return ClueItem(after.version, event, touched, len(hand), _counters(after))


def _counters(state: State) -> Counters:
    points = sum(state.fireworks)
    return Counters(
        state.clue_tokens,
        state.strikes,
        points,
        state.deck_size,
        state.to_move,
        state.turns_left,
        None if state.ending is None else result_of(state.rules, state.ending, points),
    )
