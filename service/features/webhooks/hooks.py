"""What webhooks give to the house."""

from service.core.feature import Hooks
from service.features.webhooks import deliveries, game_marks, tasks
from service.platform.jobs.chore import Chore
from service.platform.observability import metrics

__all__ = ["HOOKS"]


def _measured() -> None:
    metrics.deliveries(*deliveries.waiting())


HOOKS = Hooks(
    chores={"delete_deliveries": Chore(deliveries.delete_old)},
    watch=tasks.watch,
    dealt=game_marks.note_seats,
    messaged=game_marks.note_message,
    measured=_measured,
)
