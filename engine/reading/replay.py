"""Replay of a finished game: the table after each event.

The hands are open, or shown as one seat saw them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.events import GameDealt, Log, TurnTaken
from engine.fold import steps
from engine.reading.feed import Item, item_of, open_viewpoint, seat_viewpoint
from engine.reading.view import View, open_view, seat_view


class Frame(NamedTuple):
    """The table at one version, and its last turn."""

    view: View
    last: Item
    """The last turn as the same viewer saw it. Before the first turn, the deal."""


def views(log: Log, seat: int | None = None, *, since: int = -1) -> Iterator[View]:
    """Yield the view at each version after `since`. Without `seat` the hands are open."""
    for state in steps(log):
        if state.version > since:
            yield open_view(state) if seat is None else seat_view(state, seat)


def frames(log: Log, seat: int | None = None) -> Iterator[Frame]:
    """Yield the frame at each version."""
    viewpoint = open_viewpoint(log.deal.seats) if seat is None else seat_viewpoint(seat, log.deal.seats)
    before = last = None
    for event, state in zip(log.events, steps(log), strict=True):
        if isinstance(event, TurnTaken | GameDealt):
            last = item_of(before or state, event, state, viewpoint)
        assert last is not None  # the first event is the deal
        yield Frame(open_view(state) if seat is None else seat_view(state, seat), last)
        before = state


def frame(log: Log, version: int, seat: int | None = None) -> Frame | None:
    """Return the frame at a version. None if the version does not exist."""
    before = turn = None
    for event, state in zip(log.events, steps(log), strict=True):
        if isinstance(event, TurnTaken | GameDealt):
            turn = before or state, event, state
        if state.version == version and turn is not None:
            viewpoint = open_viewpoint(state.seats) if seat is None else seat_viewpoint(seat, state.seats)
            return Frame(open_view(state) if seat is None else seat_view(state, seat), item_of(*turn, viewpoint))
        before = state
    return None
