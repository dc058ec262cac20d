"""Curves of finished games in lists: the points on the table and what could still be reached, by turn.

They are folded from the logs at each request: the fold takes a third of a millisecond a game, beside the reading.
"""

from collections.abc import Sequence
from uuid import UUID

from engine.reading.progress import Curve, curve
from service.core.tables import event_store
from service.features.analysis import stored_results
from service.features.analysis.packed_results import upper_bounds
from service.features.analysis.tables import Solution
from service.platform import yielding

__all__ = ["Curve", "curves"]


def curves(games: Sequence[UUID]) -> dict[UUID, Curve]:
    """Return the curves of finished public games; others have none."""
    found = {}
    for game_id in yielding.steps(games):
        stored = event_store.load(game_id)
        if (
            stored is None
            or stored.log is None
            or stored.finished_at is None
            or stored.private
            or stored.setting.sandbox
        ):
            continue
        packed = stored_results.stored(Solution, game_id).result
        found[game_id] = curve(stored.log, None if packed is None else upper_bounds(packed))
    return found
