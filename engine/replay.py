"""A finished game, frame by frame: the table after each event, with all hands open or as one seat saw it."""

from engine.events import Log
from engine.fold import steps
from engine.view import View, open_view, seat_view

__all__ = ["frames"]


def frames(log: Log, seat: int | None = None) -> list[View]:
    """Return a view for each version, from the deal on: open hands, or exactly what `seat` saw then."""
    if seat is None:
        return [open_view(state) for state in steps(log)]
    return [seat_view(state, seat) for state in steps(log)]
