"""What the analysis found out about finished games, for the statistics."""

from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, case, func

from service.core.feature import Figures
from service.core.tables.tables import Game
from service.features.analysis.tables import Hindsight, Solution

_IS_WINNABLE: Final = case(
    (Solution.deal_lower == Solution.highest, 1),
    (Solution.deal_upper < Solution.highest, 0),
)
_COLUMNS: Final[dict[str, ColumnElement[Any]]] = {
    "solved": case((Solution.highest.is_not(None), 1), else_=0),
    "decided": case((_IS_WINNABLE.is_not(None), 1), else_=0),
    "winnable": func.coalesce(_IS_WINNABLE, 0),
    "looked_back": case((Hindsight.lost_by_deal.is_not(None), 1), else_=0),
    "lost_by_deal": func.coalesce(Hindsight.lost_by_deal, 0.0),
    "lost_by_draws": func.coalesce(Hindsight.lost_by_draws, 0.0),
    "lost_by_choice": func.coalesce(Hindsight.lost_by_choice, 0.0),
}


def _joined(games: FromClause) -> FromClause:
    return (
        games.join(Solution, Solution.game_id == Game.game_id, isouter=True)
        # The key of `hindsight` is compared with that of `game`, so that Citus joins them where they are.
        .join(Hindsight, Hindsight.game_id == Game.game_id, isouter=True)
    )


FIGURES: Final = Figures(_joined, _COLUMNS)
