"""What statistics give to the house."""

from uuid import UUID

from sqlalchemy.orm import Session

from service.core.feature import Hooks, Owned
from service.features.statistics import rollup
from service.features.statistics.tables import Rollup
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]


def _lock(changes: Session, old: UUID, new: UUID) -> None:
    """Lock the rollup before rows of seats, as the count of games does."""
    rollup.lock(changes)


HOOKS = Hooks(
    owned=(Owned(Rollup.account_id, "apart"),),
    merge_begins=_lock,
    merge_ends=rollup.move,
    chores={"count_games": Chore(rollup.count_all, "counted {} finished games")},
    uncounted=rollup.uncount,
)
