"""The figures of a finished game that the rollup adds up: 1 for the game itself, and those that features know."""

from functools import cache
from typing import Any, Final

from sqlalchemy import FromClause, literal

from service.core import feature
from service.core.tables.tables import Game

FIGURES: Final = (
    "games",
    "solved",
    "decided",
    "winnable",
    "looked_back",
    "lost_by_deal",
    "lost_by_draws",
    "lost_by_choice",
)
"""The columns of `rollup` that are not part of its key."""


@cache
def games() -> FromClause:
    """Return the games with what features know about them."""
    found: FromClause = Game.__table__
    for figures in feature.given(lambda hooks: hooks.figures):
        found = figures.joined(found)
    return found


def of_game() -> list[Any]:
    """Return the figures as columns of `games`. What no feature knows is 0."""
    known: dict[str, Any] = {"games": literal(1)}
    for figures in feature.given(lambda hooks: hooks.figures):
        known |= figures.columns
    return [known.get(name, literal(0)).label(name) for name in FIGURES]
