"""Progress of a game: score, pace and efficiency after each event. `docs/analysis.md` defines the figures.

All figures assume open hands and all marks, so they are for ended games.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.cards import code_of
from engine.clues import Marks
from engine.events import CardPlayed, Event, Log
from engine.fold import steps
from engine.reading.feed import CardItem, ClueItem, Item, all_eyes, item_of
from engine.reading.knowledge import Prospects, common_unseen, possible_codes, prospects
from engine.reading.view import View, open_view
from engine.state import State

__all__ = ["EventContext", "Progress", "contexts", "is_clued", "progress"]


class Progress(NamedTuple):
    """The progress of a game after an event."""

    version: int
    turn: int
    score: int | None
    """The points on the table while the game runs, the result's score once it has ended."""
    table_points: int
    attainable_score: int
    """The highest score possible with the discard pile as it is (R13)."""
    reachable_score: int
    """The highest score possible with the discard pile and the turns left; after the end, the points."""
    clue_tokens: int
    strikes: int
    deck_size: int
    pace: int | None
    """The turns that may draw without scoring before a point is lost; None if no deck ends the game."""
    cards_gotten: int
    clues_spent: int

    @property
    def efficiency(self) -> float | None:
        """Cards gotten per clue spent; None before the first clue."""
        return self.cards_gotten / self.clues_spent if self.clues_spent else None


def progress(log: Log) -> tuple[Progress, ...]:
    """Return the progress after each event, by version."""
    return tuple([context.progress for context in contexts(log)])


class EventContext(NamedTuple):
    """An event and the table after it, for analysis."""

    event: Event
    item: Item
    view: View
    prospects: Prospects
    unseen: int
    """Bit n is set if a copy of the card with code n is neither on the table nor discarded."""
    progress: Progress


def contexts(log: Log) -> Iterator[EventContext]:
    """Yield each event with its context, by version."""
    before: State | None = None
    ahead, unseen, spent = Prospects(frozenset(), frozenset(), frozenset()), 0, 0
    for event, state in zip(log.events, steps(log), strict=True):
        item = item_of(before or state, event, state, all_eyes(state.seats))
        view = open_view(state)
        if not isinstance(item, ClueItem):
            ahead = prospects(view)
            unseen = sum([1 << code for code, copies in enumerate(common_unseen(view)) if copies])
        spent += _clues_spent(item)
        yield EventContext(event, item, view, ahead, unseen, _progress(view, ahead, spent))
        before = state


def _clues_spent(item: Item) -> int:
    """Count a clue, a strike (which could have been a discard), and each token lost to the cap."""
    match item:
        case ClueItem():
            return 1
        case CardItem(event=CardPlayed(), landed=False):
            return 1
        case CardItem():
            return item.tokens_lost
        case _:
            return 0


def _progress(view: View, ahead: Prospects, spent: int) -> Progress:
    return Progress(
        version=view.version,
        turn=view.turn,
        score=view.score,
        table_points=view.table_points,
        attainable_score=view.attainable_score,
        reachable_score=_reachable(view),
        clue_tokens=view.clue_tokens,
        strikes=view.strikes,
        deck_size=view.deck_size,
        pace=_pace(view),
        cards_gotten=_cards_gotten(view, ahead),
        clues_spent=spent,
    )


def _reachable(view: View) -> int:
    if view.result is not None:
        return view.table_points
    if view.rules.ending == "grand_finale":  # R18: only the cards limit the turns
        return view.attainable_score
    # R17: each card of the deck can be drawn after a point, and then every seat can score one more.
    turns = view.deck_size + view.seats if view.turns_left is None else view.turns_left
    return min(view.attainable_score, view.table_points + turns)


def _pace(view: View) -> int | None:
    if view.result is not None or not view.deck_size or view.rules.ending == "grand_finale":
        return None
    return view.table_points + view.deck_size + view.seats - view.attainable_score


def _cards_gotten(view: View, ahead: Prospects) -> int:
    needed = ~sum([1 << code_of(card) for card in ahead.dead])  # the rest is needed, and has copies left
    clued = sum(
        [
            card.marks is not None and is_clued(card.marks) and possible_codes(card.marks) & needed != 0
            for hand in view.hands
            for card in hand.cards
        ]
    )
    return min(view.table_points + clued, view.attainable_score)


def is_clued(marks: Marks) -> bool:
    """Return True if a clue has touched the card."""
    return bool(marks.clued_colors or marks.clued_ranks)
