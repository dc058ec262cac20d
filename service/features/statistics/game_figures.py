"""The figures of a finished game that the rollup adds up: 1 for the game itself, and those of its analysis."""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import case, func, literal

from service.core.tables.tables import Game
from service.features.analysis.tables import Hindsight, Solution

__all__ = ["FIGURES", "GAMES", "of_game"]

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

GAMES: Final = (
    sa.join(Game, Solution, Solution.game_id == Game.game_id, isouter=True)
    # The key of `hindsight` is compared with that of `game`, so that Citus joins them where they are.
    .join(Hindsight, Hindsight.game_id == Game.game_id, isouter=True)
)
"""The games with what the analysis found out, if it has."""

_IS_WINNABLE: Final = case(
    (Solution.deal_lower == Solution.highest, 1),
    (Solution.deal_upper < Solution.highest, 0),
)


def of_game() -> list[Any]:
    """Return the figures as columns of `GAMES`."""
    values: tuple[sa.ColumnElement[Any], ...] = (
        literal(1),
        case((Solution.highest.is_not(None), 1), else_=0),
        case((_IS_WINNABLE.is_not(None), 1), else_=0),
        func.coalesce(_IS_WINNABLE, 0),
        case((Hindsight.lost_by_deal.is_not(None), 1), else_=0),
        func.coalesce(Hindsight.lost_by_deal, 0.0),
        func.coalesce(Hindsight.lost_by_draws, 0.0),
        func.coalesce(Hindsight.lost_by_choice, 0.0),
    )
    return [value.label(name) for name, value in zip(FIGURES, values, strict=True)]
