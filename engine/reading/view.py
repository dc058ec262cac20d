"""Views: the part of a game's state that a viewer may see.

A view is built from a state, card by card. A card that the viewer may not see is a `HiddenCard`, which has no suit and
no rank.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.cards import RANKS, Card, Suit
from engine.clues import Marks, marks_of
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.rules import Multicolor, Rules, palette_of
from engine.score import Result
from engine.state import State

__all__ = [
    "Discarded",
    "Hand",
    "HiddenCard",
    "OpenCard",
    "View",
    "ViewedCard",
    "open_view",
    "seat_view",
    "undealt_view",
    "watcher_view",
]


class HiddenCard(NamedTuple):
    """A card in a hand with a hidden front. `marks` is None under `memory_aid` none."""

    card: int
    marks: Marks | None


class OpenCard(NamedTuple):
    """A card in a hand with a visible front. `marks` is None under `memory_aid` none."""

    card: int
    suit: Suit
    rank: int
    marks: Marks | None


class Discarded(NamedTuple):
    """A card of the discard pile, which is public (R13)."""

    card: int
    suit: Suit
    rank: int


ViewedCard = HiddenCard | OpenCard
Clue = GiveColorClue | GiveRankClue


class Hand(NamedTuple):
    """A seat's hand, oldest card first unless the seat has reordered it."""

    seat: int
    cards: tuple[ViewedCard, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The table at one version as one viewer sees it.

    Two deals that the viewer cannot distinguish have equal views.
    """

    viewer: int | None
    """The viewer's seat; None for a watcher and for open hands."""
    rules: Rules
    seats: int
    version: int
    turn: int
    to_move: int | None
    turns_left: int | None
    clue_tokens: int
    strikes: int
    fireworks: tuple[tuple[Suit, int], ...]
    lost_fireworks: tuple[Suit, ...]
    """The fireworks that can no longer be completed (R13)."""
    table_points: int
    attainable_score: int
    deck_size: int
    discards: tuple[Discarded, ...]
    hands: tuple[Hand, ...]
    """Empty for a watcher."""
    legal_actions: tuple[Turn, ...]
    """All legal turns if the viewer is to move, else empty."""
    abort_votes: tuple[int, ...]
    result: Result | None

    @property
    def score(self) -> int | None:
        """The points on the table. After the end, the result's score."""
        return self.table_points if self.result is None else self.result.score


def seat_view(state: State, viewer: int) -> View:
    """Return the view of a seat. Its own cards are hidden."""
    remember = state.rules.memory_aid == "none"
    marks = None if remember else state.marks
    hands = tuple(
        [
            Hand(seat, _face_down(hand, marks) if seat == viewer else _face_up(state, hand, marks))
            for seat, hand in enumerate(state.hands)
        ]
    )
    actions = _legal_actions(state, viewer, hands) if state.to_move == viewer else ()
    return _view(state, viewer, hands, actions)


def watcher_view(state: State) -> View:
    """Return the view of a watcher, without hands."""
    return _view(state, None, (), ())


def open_view(state: State) -> View:
    """Return the view of an ended game. Hands are open, with all marks."""
    hands = tuple([Hand(seat, _face_up(state, hand, state.marks)) for seat, hand in enumerate(state.hands)])
    return _view(state, None, hands, ())


def undealt_view(rules: Rules, seats: int, viewer: int | None) -> View:
    """Return the view before the deal: version -1 and a full deck."""
    palette = rules.palette
    return View(
        viewer=viewer,
        rules=rules,
        seats=seats,
        version=-1,
        turn=0,
        to_move=None,
        turns_left=None,
        clue_tokens=rules.clue_tokens,
        strikes=0,
        fireworks=tuple([(suit, 0) for suit in palette.suits]),
        lost_fireworks=(),
        table_points=0,
        attainable_score=palette.max_score,
        deck_size=len(palette.deck),
        discards=(),
        hands=(),
        legal_actions=(),
        abort_votes=(),
        result=None,
    )


def _face_down(hand: Iterable[int], marks: tuple[int, ...] | None) -> tuple[HiddenCard, ...]:
    if marks is None:
        return tuple([HiddenCard(card, None) for card in hand])
    return tuple([HiddenCard(card, marks_of(marks[card])) for card in hand])


def _face_up(state: State, hand: Iterable[int], marks: tuple[int, ...] | None) -> tuple[OpenCard, ...]:
    deck = state.deck
    if marks is None:
        return tuple([OpenCard(card, *deck[card], None) for card in hand])
    return tuple([OpenCard(card, *deck[card], marks_of(marks[card])) for card in hand])


def _view(state: State, viewer: int | None, hands: tuple[Hand, ...], actions: tuple[Turn, ...]) -> View:
    suits, deck = state.suits, state.deck
    return View(  # positional, since keywords cost 6 % of a view
        viewer,
        state.rules,
        state.seats,
        state.version,
        state.turn,
        state.to_move,
        state.turns_left,
        state.clue_tokens,
        state.strikes,
        tuple(zip(suits, state.fireworks, strict=True)),
        tuple([suit for suit, top in zip(suits, state.ceilings, strict=True) if top < 5]),
        state.table_points,
        sum(state.ceilings),
        state.deck_size,
        tuple([_discarded(card, deck[card]) for card in state.discards]),
        hands,
        actions,
        tuple(sorted(state.abort_votes)),
        state.result,
    )


# The same values recur in many views, so they are cached. The number of cards limits the size of the caches.


@cache
def _discarded(card: int, front: Card) -> Discarded:
    return Discarded(card, *front)


@cache
def _plays(card: int, declarable: tuple[Suit, ...]) -> tuple[Play, ...]:
    return (Play(card), *[Play(card, suit) for suit in declarable])


@cache
def _discard(card: int) -> Discard:
    return Discard(card)


def _legal_actions(state: State, viewer: int, hands: tuple[Hand, ...]) -> tuple[Turn, ...]:
    """Return all legal turns: plays, discards, then clues by seat.

    They depend only on what the viewer sees.
    """
    rules, own = state.rules, state.hands[viewer]
    actions: list[Turn] = []
    declarable = rules.palette.suits if rules.color_declaration else ()
    for card in own:
        actions += _plays(card, declarable)
    if state.clue_tokens < rules.clue_tokens:
        actions += [_discard(card) for card in own]
    if state.clue_tokens:
        clues = _clues(rules.multicolor, state.seats, viewer)
        actions += clues if rules.empty_clues else _touching(rules, clues, hands)
    return tuple(actions)


@cache
def _clues(multicolor: Multicolor, seats: int, giver: int) -> tuple[Clue, ...]:
    """Return all clues that a seat can give (R5, R8)."""
    clues: list[Clue] = []
    for target in range(seats):
        if target != giver:
            clues += [GiveColorClue(target, color) for color in palette_of(multicolor).clue_colors]
            clues += [GiveRankClue(target, rank) for rank in RANKS]
    return tuple(clues)


def _touching(rules: Rules, clues: Iterable[Clue], hands: tuple[Hand, ...]) -> list[Clue]:
    """Return the clues that touch at least one card (R7)."""
    fronts = [[card for card in hand.cards if isinstance(card, OpenCard)] for hand in hands]
    suits = [{card.suit for card in cards} for cards in fronts]
    ranks = [{card.rank for card in cards} for cards in fronts]
    touched = rules.palette.touched
    return [
        clue
        for clue in clues
        if (
            clue.rank in ranks[clue.target]
            if isinstance(clue, GiveRankClue)
            else not touched[clue.color].isdisjoint(suits[clue.target])
        )
    ]
