"""What seeks give to the house."""

from service.core.feature import Hooks
from service.features.seeks import seeks
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]

HOOKS = Hooks(
    chores={"delete_seeks": Chore(seeks.delete_old)},
)
