"""Progress of a game: score, pace and efficiency after each event.

`docs/analysis.md` defines the figures. The figures use all hands and all clue marks, so they exist only for finished
games.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.events import Event, Log
from engine.fold import steps
from engine.reading.feed import CardItem, ClueItem, Item, item_of, open_viewpoint
from engine.reading.knowledge import Prospects, common_unseen, possible_codes, prospects
from engine.reading.view import View, open_view
from engine.state import State


class Progress(NamedTuple):
    """The progress of a game after an event."""

    version: int
    turn: int
    score: int | None
    """The points on the table. After the end, the result's score."""
    table_points: int
    attainable_score: int
    """The highest score that the discard pile still allows (R13)."""
    reachable_score: int
    """An upper bound of what could still be reached: by the discard pile and the turns left, or the solver's."""
    reachable_at_least: int
    """A lower bound: the points on the table or, after a loss, the score; or the solver's."""
    clue_tokens: int
    strikes: int
    deck_size: int
    pace: int | None
    """The number of draws without a point before a point is lost.

    None after the end, with an empty deck, and in a grand finale.
    """
    cards_gotten: int
    clues_spent: int

    @property
    def is_exact(self) -> bool:
        """True if both bounds of what could still be reached are equal."""
        return self.reachable_at_least == self.reachable_score

    @property
    def efficiency(self) -> float | None:
        """Cards gotten per clue spent, None before the first clue."""
        return self.cards_gotten / self.clues_spent if self.clues_spent else None


class Curve(NamedTuple):
    """The course of a game by turn, from turn 0 on."""

    points: tuple[int, ...]
    """The points on the table after each turn; for the end of a lost game, its score."""
    reachable: tuple[int, ...]
    """The `reachable_score` after each turn; for the end of a lost game, its score."""


def curve(log: Log, solved: Sequence[int] | None = None) -> Curve:
    """Return the course of a game.

    `solved` contains the solver's upper bound at each version, if it has solved the game.
    """
    # The last event of a turn has the values of that turn.
    last = {state.turn: state for state in steps(log)}
    reachable = [reachable_bound(one) if solved is None else solved[one.version] for one in last.values()]
    return Curve(tuple([one.counted_points for one in last.values()]), tuple(reachable))


class EventContext(NamedTuple):
    """An event and the table after it, as input of the analysis."""

    event: Event
    item: Item
    view: View
    prospects: Prospects
    unseen: int
    """The cards with a copy that is neither played nor discarded, as a bit set of card codes."""
    progress: Progress


def contexts(log: Log) -> Iterator[EventContext]:
    """Yield each event with its context, by version."""
    before: State | None = None
    ahead, unseen, spent = Prospects(frozenset(), frozenset(), frozenset()), 0, 0
    for event, state in zip(log.events, steps(log), strict=True):
        item = item_of(before or state, event, state, open_viewpoint(state.seats))
        view = open_view(state)
        if not isinstance(item, ClueItem):
            ahead = prospects(view)
            unseen = sum([1 << code for code, copies in enumerate(common_unseen(view)) if copies])
        spent += _clues_spent(item)
        yield EventContext(event, item, view, ahead, unseen, _progress(state, view, ahead, spent))
        before = state


def _clues_spent(item: Item) -> int:
    """Return the clues spent by an event: clues, strikes, and lost tokens.

    A strike counts because a discard would have gained a token.
    """
    match item:
        case ClueItem():
            return 1
        case CardItem(effect="misplayed"):
            return 1
        case CardItem():
            return item.tokens_lost
        case _:
            return 0


def _progress(state: State, view: View, ahead: Prospects, spent: int) -> Progress:
    return Progress(
        version=view.version,
        turn=view.turn,
        score=view.score,
        table_points=state.table_points,
        attainable_score=state.attainable,
        reachable_score=reachable_bound(state),
        reachable_at_least=state.counted_points,
        clue_tokens=view.clue_tokens,
        strikes=state.strikes,
        deck_size=view.deck_size,
        pace=_pace(state),
        cards_gotten=_cards_gotten(state, view, ahead),
        clues_spent=spent,
    )


def reachable_bound(state: State) -> int:
    """Return the highest score that the discard pile and the turns left still allow; after the end, that score."""
    if state.ending is not None:
        return state.counted_points
    if state.rules.ending == "grand_finale":  # R18: there is no last round
        return state.attainable
    # R17: each draw can follow a point, and in the last round every seat can score one more point.
    turns = state.deck_size + state.seats if state.turns_left is None else state.turns_left
    return min(state.attainable, state.table_points + turns)


def _pace(state: State) -> int | None:
    if state.ending is not None or not state.deck_size or state.rules.ending == "grand_finale":
        return None
    return state.table_points + state.deck_size + state.seats - state.attainable


def _cards_gotten(state: State, view: View, ahead: Prospects) -> int:
    codes = state.palette.codes
    needed = ~sum([1 << codes[card] for card in ahead.dead])  # all other cards are needed and have copies left
    clued = sum(
        [
            card.marks is not None and card.marks.touched and possible_codes(card.marks) & needed != 0
            for hand in view.hands
            for card in hand.cards
        ]
    )
    return min(state.table_points + clued, state.attainable)
