"""Feeds: the events of a game as one viewer saw them."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from engine import events
from engine.cards import Suit
from engine.events import (
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    EventName,
    GameAborted,
    GameDealt,
    Log,
    RankClueGiven,
    TurnTaken,
    name_of,
)
from engine.fold import steps
from engine.rules import ClueKind
from engine.score import Result
from engine.state import State

Effect = Literal["played", "misplayed", "discarded"]
"""What a play or discard did. It can be the other of the two for a card of an inverted suit."""


class FaceDown(NamedTuple):
    """A card of which the viewer did not see the front."""

    card: int


class FaceUp(NamedTuple):
    """A card of which the viewer saw the front."""

    card: int
    suit: Suit
    rank: int


class Touched(NamedTuple):
    """A card that a clue touched.

    `position` is its place in the hand at that time, 0 for the oldest card.
    """

    card: int
    position: int


class TableCounts(NamedTuple):
    """The counts on the table after an event."""

    clue_tokens: int
    half_token: bool
    strikes: int | None
    """None, like the points, while played cards stay face down (Throw It in a Hole)."""
    table_points: int | None
    deck_size: int
    to_move: int | None
    turns_left: int | None
    result: Result | None
    timed_out: int | None = None
    """The seat whose time was over, if that ended the game (R21)."""

    @property
    def score(self) -> int | None:
        """The points on the table. After the end, the result's score."""
        return self.table_points if self.result is None else self.result.score


class DealItem(NamedTuple):
    """Event 0, and the dealt hands that the viewer sees."""

    version: int
    event: GameDealt
    hands: tuple[tuple[int, tuple[FaceDown | FaceUp, ...]], ...]
    after: TableCounts


class CardItem(NamedTuple):
    """A play or discard, with its effects and the card drawn."""

    version: int
    event: CardPlayed | CardDiscarded
    card: FaceDown | FaceUp
    effect: Effect | None
    """None, and the card is face down, while played cards stay face down."""
    drawn: FaceDown | FaceUp | None
    tokens_gained: int
    """In Clue Starved half tokens are counted, here and in `tokens_lost`."""
    tokens_lost: int
    """The clue tokens lost to the cap (R11, R12)."""
    after: TableCounts
    starts_last_round: bool = False
    """True if the deck is empty from now on, and the last round begins (R17)."""

    @property
    def landed(self) -> bool:
        """True if the card extended a firework."""
        return self.effect == "played"


class HiddenClue(NamedTuple):
    """A clue of which the viewer did not hear the color or rank (Cow & Pig, Duck)."""

    seat: int
    target: int
    kind: ClueKind | None
    """None if the viewer did not hear the kind either."""


class ClueItem(NamedTuple):
    """A clue and the cards that it touched (R6).

    `touched` is None if `memory_aid` none hides the cards.
    """

    version: int
    event: ColorClueGiven | RankClueGiven | HiddenClue
    touched: tuple[Touched, ...] | None
    hand_size: int
    """The number of cards in the target's hand."""
    after: TableCounts


class PlainItem(NamedTuple):
    """Any other event, which is public in full."""

    version: int
    event: Event
    after: TableCounts


Item = DealItem | CardItem | ClueItem | PlainItem


class Viewpoint(NamedTuple):
    """A viewer: its seat, if any, and the hands that it sees."""

    seat: int | None
    hands: frozenset[int]
    remembers: bool
    """True for the reader of an ended game, who sees all past clues and plays."""
    shown: frozenset[int] | None = None
    """The cards that a watcher of the past sees, whichever hand they were in; None for anybody else."""


def seat_viewpoint(seat: int, seats: int, *, remembers: bool = False) -> Viewpoint:
    """Return the viewpoint of a seat, which sees all other hands. It may remember all, even under `memory_aid` none."""
    return Viewpoint(seat, frozenset(range(seats)) - {seat}, remembers)


def watcher_viewpoint() -> Viewpoint:
    """Return the viewpoint of a watcher, who sees no hands."""
    return Viewpoint(None, frozenset(), remembers=False)


def past_viewpoint(shown: frozenset[int]) -> Viewpoint:
    """Return the viewpoint of a watcher who sees hands as they were, with these cards open."""
    return Viewpoint(None, frozenset(), remembers=False, shown=shown)


def open_viewpoint(seats: int) -> Viewpoint:
    """Return the viewpoint of an ended game's reader, who sees all hands."""
    return Viewpoint(None, frozenset(range(seats)), remembers=True)


def feed(log: Log, viewpoint: Viewpoint, *, since: int = -1) -> list[Item]:
    """Return the events after version `since`, as a viewer saw them."""
    return list(_items(log, viewpoint, since)) if since < log.version else []


def seat_feed(log: Log, seat: int) -> Iterator[Item]:
    """Yield all events as a seat saw them. Nothing is computed before the first is read."""
    return _items(log, seat_viewpoint(seat, log.deal.seats), -1)


def item_of(before: State, event: Event, after: State, viewpoint: Viewpoint) -> Item:
    """Return the event between two states, as a viewer saw it then."""
    match event:
        case GameDealt():
            return _deal_item(event, after, viewpoint)
        case CardPlayed() | CardDiscarded():
            return _card_item(before, event, after, viewpoint)
        case ColorClueGiven(color=color):
            return _clue_item(before, event, after, viewpoint, before.rules.palette.color_touches[color])
        case RankClueGiven(rank=rank):
            return _clue_item(before, event, after, viewpoint, before.rules.palette.rank_touches[rank])
        case GameAborted("timed_out"):
            return PlainItem(after.version, event, _counts(after, viewpoint)._replace(timed_out=before.to_move))
        case _:
            return PlainItem(after.version, event, _counts(after, viewpoint))


def _items(log: Log, viewpoint: Viewpoint, since: int) -> Iterator[Item]:
    first_remembered, start = _remembered_from(log, viewpoint), max(since, 0)
    states = steps(log, start=start)
    before = next(states)
    if since < 0:
        yield item_of(before, log.deal, before, viewpoint)
    for event, after in zip(log.later[start:], states, strict=True):
        item = item_of(before, event, after, viewpoint)
        if isinstance(item, ClueItem) and item.version < first_remembered:
            item = item._replace(touched=None)
        yield item
        before = after


def _remembered_from(log: Log, viewpoint: Viewpoint) -> int:
    """Return the first version whose touched cards the viewer still sees.

    Under `memory_aid` none, a seat sees them since its own previous turn. A watcher sees only what every seat sees,
    because a player can watch too.
    """
    if viewpoint.remembers or log.deal.rules.memory_aid == "full":
        return 0
    turns = [
        version
        for version, event in enumerate(log.later, 1)
        if isinstance(event, TurnTaken) and (viewpoint.seat is None or event.seat == viewpoint.seat)
    ]
    return turns[-1] if turns else 0


def _deal_item(event: GameDealt, state: State, viewpoint: Viewpoint) -> DealItem:
    hands = tuple(
        (seat, tuple(_face(state, card, seat, viewpoint) for card in hand))
        for seat, hand in enumerate(state.hands)
        if viewpoint.hands or viewpoint.shown is not None
    )
    return DealItem(state.version, event, hands, _counts(state, viewpoint))


def _card_item(before: State, event: CardPlayed | CardDiscarded, after: State, viewpoint: Viewpoint) -> CardItem:
    suit, rank = before.deck[event.card]
    drawn = _face(after, before.dealt, event.seat, viewpoint) if after.dealt > before.dealt else None
    if event.card == before.dealt:  # played from the deck
        drawn = None
    effect, counts = _effect(before, event, after), _counts(after, viewpoint)
    gained = after.clue_tokens - before.clue_tokens
    if before.rules.palette.half_tokens:
        gained = 2 * gained + after.half_token - before.half_token
    due = 1 if effect == "discarded" else 0
    if effect == "played":
        palette = before.rules.palette
        place = palette.places[palette.codes[suit, rank]]
        complete = not palette.stacks[place].following[after.fireworks[place]] and palette.complete_gains
        due = complete + (isinstance(event, CardPlayed) and event.declared_color is not None)
    hidden = counts.strikes is None and effect != "discarded"
    return CardItem(
        version=after.version,
        event=event,
        card=FaceDown(event.card) if hidden else FaceUp(event.card, suit, rank),
        effect=None if hidden else effect,
        drawn=drawn,
        tokens_gained=gained,
        tokens_lost=due - gained,
        after=counts,
        starts_last_round=before.turns_left is None and after.turns_left is not None,
    )


def _effect(before: State, event: CardPlayed | CardDiscarded, after: State) -> Effect:
    if after.fireworks != before.fireworks:
        return "played"
    return "misplayed" if after.strikes > before.strikes else "discarded"


def _face(state: State, card: int, holder: int, viewpoint: Viewpoint) -> FaceDown | FaceUp:
    is_open = holder in viewpoint.hands or card in (viewpoint.shown or ())
    return FaceUp(card, *state.deck[card]) if is_open else FaceDown(card)


def _clue_item(
    before: State, event: ColorClueGiven | RankClueGiven, after: State, viewpoint: Viewpoint, touches: int
) -> ClueItem:
    hand, codes = before.hands[event.target], before.rules.palette.codes
    touched = tuple(
        Touched(card, position) for position, card in enumerate(hand) if touches >> codes[before.deck[card]] & 1
    )
    heard: ColorClueGiven | RankClueGiven | HiddenClue = event
    if before.rules.palette.hidden_clues and not viewpoint.remembers and event.seat != viewpoint.seat:
        kind: ClueKind = "color" if isinstance(event, ColorClueGiven) else "rank"
        heard = HiddenClue(event.seat, event.target, kind if before.rules.palette.hidden_clues == "value" else None)
    return ClueItem(after.version, heard, touched, len(hand), _counts(after, viewpoint))


def _counts(state: State, viewpoint: Viewpoint) -> TableCounts:
    hidden = state.hides_plays and not viewpoint.remembers
    return TableCounts(
        clue_tokens=state.clue_tokens,
        half_token=state.half_token,
        strikes=None if hidden else state.strikes,
        table_points=None if hidden else state.table_points,
        deck_size=state.deck_size,
        to_move=state.to_move,
        turns_left=state.turns_left,
        result=state.result,
    )


def kind_of(item: Item) -> EventName:
    """Return the public name of an item's kind of event."""
    return "clue" if isinstance(item.event, HiddenClue) else name_of(item.event)


def fields_of(item: Item) -> dict[str, Any]:
    """Return the fields of an item's event by name, in order."""
    return item.event._asdict() if isinstance(item.event, HiddenClue) else events.fields_of(item.event)
