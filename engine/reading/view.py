"""Views: the part of a game's state that a viewer may see.

A view is built from a state, card by card. A card that the viewer may not see is a `HiddenCard`, which has no suit and
no rank.
"""

from collections.abc import Container, Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.cards import Card, Suit
from engine.clues import Marks, decoded_marks
from engine.commands import Discard, GiveColorClue, GiveRankClue, Orientation, Play, Turn
from engine.decide import is_deck_play
from engine.events import GameDealt, Log
from engine.fold import fold
from engine.reading.feed import FaceUp
from engine.rules import ClueKind, Palette, Rules
from engine.score import Result
from engine.state import State

Decoded = Mapping[int, Marks]
Clue = GiveColorClue | GiveRankClue


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


ViewedCard = HiddenCard | OpenCard


class Hand(NamedTuple):
    """A seat's hand, oldest card first unless the seat has reordered it."""

    seat: int
    cards: tuple[ViewedCard, ...]
    turned: tuple[tuple[int, Orientation], ...] = ()
    """The cards that are not upright (R29), which everybody sees."""


class View(NamedTuple):
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
    half_token: bool
    """Whether there is half a clue token more (Clue Starved)."""
    strikes: int | None
    """None, like the other results of plays, while played cards stay face down (Throw It in a Hole)."""
    positions: tuple[int, ...] | None
    """The position of each firework in its stack (`engine.rules.Stack`)."""
    fireworks: tuple[tuple[Suit, int], ...] | None
    """The number of cards of each firework."""
    lost_fireworks: tuple[Suit, ...] | None
    """The fireworks that can no longer be completed (R13)."""
    table_points: int | None
    attainable_score: int | None
    deck_size: int
    discards: tuple[FaceUp, ...]
    """The discard pile, which is public (R13)."""
    face_down: tuple[int, ...]
    """The ids of the played cards that lie face down."""
    hands: tuple[Hand, ...]
    """Empty before the deal."""
    legal_actions: tuple[Turn, ...]
    """All legal turns if the viewer is to move, else empty."""
    abort_votes: tuple[int, ...]
    result: Result | None

    @property
    def score(self) -> int | None:
        """The points on the table. After the end, the result's score."""
        return self.table_points if self.result is None else self.result.score

    @property
    def stacks(self) -> tuple[tuple[int, ...], ...] | None:
        """The ranks of the cards of each firework, first played first."""
        if self.positions is None:
            return None
        stacks = self.rules.palette.stacks
        return tuple([stack.cards[position] for stack, position in zip(stacks, self.positions, strict=True)])


def seat_view(state: State, viewer: int) -> View:
    """Return the view of a seat. Its own cards are hidden."""
    remember, palette = state.rules.memory_aid == "none", state.rules.palette
    marks, decoded = None if remember else state.marks, decoded_marks(palette)
    hands = tuple(
        [
            Hand(seat, _face_down(decoded, hand, marks) if seat == viewer else _face_up(decoded, state, hand, marks))
            for seat, hand in enumerate(state.hands)
        ]
    )
    hands = _turned(state, hands)
    actions = _legal_actions(state, palette, viewer, hands) if state.to_move == viewer else ()
    return _view(state, palette, viewer, hands, actions, hidden=state.hides_plays)


def watcher_view(state: State, shown: Container[int] = ()) -> View:
    """Return the view of a watcher, who sees the backs of all cards with their marks, and the fronts of `shown`."""
    remember, palette = state.rules.memory_aid == "none", state.rules.palette
    marks, decoded = None if remember else state.marks, decoded_marks(palette)

    def faces(card: int) -> tuple[ViewedCard, ...]:
        return _face_up(decoded, state, (card,), marks) if card in shown else _face_down(decoded, (card,), marks)

    hands = tuple(
        [Hand(seat, tuple([face for card in hand for face in faces(card)])) for seat, hand in enumerate(state.hands)]
    )
    return _view(state, palette, None, _turned(state, hands), (), hidden=state.hides_plays)


def open_view(state: State) -> View:
    """Return the view of an ended game. Hands are open, with all marks."""
    palette, marks = state.rules.palette, state.marks
    decoded = decoded_marks(palette)
    hands = tuple([Hand(seat, _face_up(decoded, state, hand, marks)) for seat, hand in enumerate(state.hands)])
    return _view(state, palette, None, _turned(state, hands), (), hidden=False)


def undealt_view(rules: Rules, seats: int, viewer: int | None) -> View:
    """Return the view before the deal: version -1 and a full deck."""
    dealt = watcher_view(fold(Log(GameDealt(rules, seats, 0), bytes(rules.palette.deck), [])))
    return dealt._replace(viewer=viewer, version=-1, to_move=None, deck_size=len(rules.palette.deck), hands=())


def _face_down(decoded: Decoded, hand: Iterable[int], marks: tuple[int, ...] | None) -> tuple[HiddenCard, ...]:
    if marks is None:
        return tuple([HiddenCard(card, None) for card in hand])
    return tuple([HiddenCard(card, decoded[marks[card]]) for card in hand])


def _face_up(
    decoded: Decoded, state: State, hand: Iterable[int], marks: tuple[int, ...] | None
) -> tuple[OpenCard, ...]:
    deck = state.deck
    if marks is None:
        return tuple([OpenCard(card, *deck[card], None) for card in hand])
    return tuple([OpenCard(card, *deck[card], decoded[marks[card]]) for card in hand])


def _turned(state: State, hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """Return the hands with the orientations of their cards."""
    if not state.turned:
        return hands
    return tuple(
        [
            hand._replace(turned=tuple([item for item in state.turned if item[0] in state.hands[hand.seat]]))
            for hand in hands
        ]
    )


def _view(
    state: State,
    palette: Palette,
    viewer: int | None,
    hands: tuple[Hand, ...],
    actions: tuple[Turn, ...],
    *,
    hidden: bool,
) -> View:
    suits, top = palette.suits, palette.stacks[0].top
    deck, discards = state.deck, state.discards
    if hidden:
        discards = tuple([card for card in discards if card not in state.face_down])
    return View(  # positional, since keywords cost 6 % of a view
        viewer,
        state.rules,
        state.seats,
        state.version,
        state.turn,
        state.to_move,
        state.turns_left,
        state.clue_tokens,
        state.half_token,
        None if hidden else state.strikes,
        None if hidden else state.fireworks,
        None if hidden else _fireworks(palette, state.fireworks),
        None if hidden else tuple([suit for suit, reach in zip(suits, state.ceilings, strict=True) if reach < top]),
        None if hidden else state.table_points,
        None if hidden else state.attainable,
        state.deck_size,
        tuple([_discarded(card, deck[card]) for card in discards]),
        state.face_down if hidden else (),
        hands,
        actions,
        tuple(sorted(state.abort_votes)),
        state.result,
    )


def _fireworks(palette: Palette, positions: tuple[int, ...]) -> tuple[tuple[Suit, int], ...]:
    if palette.plain_stacks:
        return tuple(zip(palette.suits, positions, strict=True))
    counts = [len(stack.cards[position]) for stack, position in zip(palette.stacks, positions, strict=True)]
    return tuple(zip(palette.suits, counts, strict=True))


# The same values recur in many views, so they are cached. The number of cards limits the size of the caches.


@cache
def _discarded(card: int, front: Card) -> FaceUp:
    return FaceUp(card, *front)


@cache
def _plays(card: int, declarable: tuple[Suit, ...]) -> tuple[Play, ...]:
    return (Play(card), *[Play(card, suit) for suit in declarable])


@cache
def _discard(card: int) -> Discard:
    return Discard(card)


def _legal_actions(state: State, palette: Palette, viewer: int, hands: tuple[Hand, ...]) -> tuple[Turn, ...]:
    """Return all legal turns: plays, discards, then clues by seat.

    They depend only on what the viewer sees.
    """
    rules, own = state.rules, state.hands[viewer]
    if rules.deck_plays and is_deck_play(state, state.dealt):
        own = (*own, state.dealt)
    actions: list[Turn] = []
    declarable = palette.suits if rules.color_declaration else ()
    for card in own:
        actions += _plays(card, declarable)
    if palette.inverted:
        actions += [_discard(card) for card in own]
    elif state.clue_tokens < rules.clue_tokens:
        actions += [_discard(card) for card in state.hands[viewer]]
    if state.clue_tokens:
        clues = _clues(palette, state.seats, viewer, state.last_clue)
        actions += clues if rules.empty_clues else _touching(palette, clues, hands)
    return tuple(actions)


@lru_cache(256)
def _clues(palette: Palette, seats: int, giver: int, last: ClueKind | None) -> tuple[Clue, ...]:
    """Return all clues that a seat can give (R5, R8), without those of the kind `last`."""
    clues: list[Clue] = []
    for target in range(seats):
        if target != giver:
            if last != "color":
                clues += [GiveColorClue(target, color) for color in palette.clue_colors]
            if last != "rank":
                clues += [GiveRankClue(target, rank) for rank in palette.clue_ranks]
    return tuple(clues)


def _touching(palette: Palette, clues: Iterable[Clue], hands: tuple[Hand, ...]) -> list[Clue]:
    """Return the clues that touch at least one card (R7), and those that can always be empty."""
    codes, colors, ranks = palette.codes, palette.color_touches, palette.rank_touches
    held = [
        sum({1 << codes[card.suit, card.rank] for card in hand.cards if isinstance(card, OpenCard)}) for hand in hands
    ]
    return [
        clue
        for clue in clues
        if held[clue.target] & (ranks[clue.rank] if isinstance(clue, GiveRankClue) else colors[clue.color])
        or (palette.free_clues and ("rank" if isinstance(clue, GiveRankClue) else "color") in palette.free_clues)
    ]
