"""What statistics give to the house."""

from service.core.feature import Hooks
from service.features.statistics import rollup
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]

HOOKS = Hooks(
    chores={"count_games": Chore(rollup.count_all, "counted {} finished games")},
    uncounted=rollup.uncount,
)
