"""The items of a feed: events with what a viewer saw of them."""

from typing import Any, Literal, NamedTuple

from engine import events
from engine.cards import Suit
from engine.events import (
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    EventName,
    GameDealt,
    RankClueGiven,
    name_of,
)
from engine.rules import ClueKind
from engine.score import Result

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


def kind_of(item: Item) -> EventName:
    """Return the public name of an item's kind of event."""
    return "clue" if isinstance(item.event, HiddenClue) else name_of(item.event)


def fields_of(item: Item) -> dict[str, Any]:
    """Return the fields of an item's event by name, in order."""
    return item.event._asdict() if isinstance(item.event, HiddenClue) else events.fields_of(item.event)
