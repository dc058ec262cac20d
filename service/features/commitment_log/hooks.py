"""What the log gives to the house."""

from typing import Final

from service.core.feature import Hooks
from service.features.commitment_log import sequencer
from service.platform.jobs.chore import Chore
from service.platform.observability import metrics

_waiting: Final = metrics.gauge("hanabi_log_entries_waiting", "Entries of the log of commitments without an index.")
_oldest: Final = metrics.gauge(
    "hanabi_log_oldest_entry_waiting_seconds", "Age of the oldest entry of the log of commitments without an index."
)


def _measured() -> None:
    waiting, oldest_s = sequencer.waiting()
    _waiting.set(waiting)
    _oldest.set(oldest_s)


HOOKS = Hooks(
    chores={
        "sequence_log": Chore(sequencer.sequence_all, "added {} entries to the log of commitments", has_own_task=True)
    },
    measured=_measured,
)
