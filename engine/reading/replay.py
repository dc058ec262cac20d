"""A finished game, frame by frame: the table after each event, with all hands open or as one seat saw it."""

from typing import NamedTuple

from engine.events import GameDealt, Log, TurnTaken
from engine.fold import steps
from engine.reading.feed import Item, all_eyes, item_of, seat_eyes
from engine.reading.view import View, open_view, seat_view

__all__ = ["Moment", "frames", "moment"]


class Moment(NamedTuple):
    """The table at one version, and the turn that led there."""

    view: View
    last: Item
    """The last turn, or the deal before the first, as the same eyes saw it happen."""


def frames(log: Log, seat: int | None = None) -> list[View]:
    """Return a view for each version, from the deal on: open hands, or exactly what `seat` saw then."""
    if seat is None:
        return [open_view(state) for state in steps(log)]
    return [seat_view(state, seat) for state in steps(log)]


def moment(log: Log, version: int, seat: int | None = None) -> Moment | None:
    """Return one frame with its last turn; None for a version that the game did not have."""
    before = turn = None
    for event, state in zip(log.events, steps(log), strict=True):
        if isinstance(event, TurnTaken | GameDealt):
            turn = before or state, event, state
        if state.version == version and turn is not None:
            eyes = all_eyes(state.seats) if seat is None else seat_eyes(seat, state.seats)
            return Moment(open_view(state) if seat is None else seat_view(state, seat), item_of(*turn, eyes))
        before = state
    return None
