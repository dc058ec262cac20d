"""What reviews together give to the house."""

from service.core.feature import Hooks
from service.features.review_sessions import review_sessions
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]

HOOKS = Hooks(
    chores={"delete_sessions": Chore(review_sessions.delete_old)},
)
