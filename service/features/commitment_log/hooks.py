"""What the log gives to the house."""

from service.core.feature import Hooks
from service.features.commitment_log import sequencer
from service.platform.jobs.chore import Chore
from service.platform.observability import metrics


def _measured() -> None:
    metrics.log_entries_waiting(*sequencer.waiting())


HOOKS = Hooks(
    chores={
        "sequence_log": Chore(sequencer.sequence_all, "added {} entries to the log of commitments", has_own_task=True)
    },
    measured=_measured,
)
