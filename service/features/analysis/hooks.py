"""What the analysis gives to the house."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, FromClause, case, func

from engine.reading.progress import Curve, curve
from service.core.feature import Figures, Hooks
from service.core.tables import event_store
from service.core.tables.tables import Game
from service.features.analysis import positions, stored_results
from service.features.analysis.packed_results import upper_bounds
from service.features.analysis.problem_words import PROBLEMS
from service.features.analysis.tables import Hindsight, Solution
from service.platform import yielding
from service.platform.jobs.chore import Chore


def _curves(games: Sequence[UUID]) -> dict[UUID, Curve]:
    """Return the curves of finished public games; others have none.

    They are folded from the logs: the fold takes a third of a millisecond a game, beside the reading.
    """
    found = {}
    for game_id in yielding.steps(games):
        stored = event_store.load(game_id)
        if stored is None or stored.log is None or stored.finished_at is None:
            continue
        if stored.private or stored.setting.sandbox:
            continue
        packed = stored_results.stored(Solution, game_id).result
        found[game_id] = curve(stored.log, None if packed is None else upper_bounds(packed))
    return found


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


HOOKS = Hooks(
    problems=PROBLEMS,
    chores={"delete_positions": Chore(positions.delete_old)},
    curves=_curves,
    figures=Figures(_joined, _COLUMNS),
)
