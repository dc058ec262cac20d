"""What statistics give to the house."""

from uuid import UUID

from sqlalchemy.orm import Session

from service.core.feature import Hooks, OnProfile, Owned
from service.core.people.accounts import PublicAccount
from service.core.replays.lists.filters import FinishedFilter
from service.features.statistics import averages, rollup
from service.features.statistics.rendering import Stats
from service.features.statistics.tables import Rollup
from service.platform.jobs.chore import Chore
from service.platform.wire.field_types import Object


def _lock(changes: Session, old: UUID, new: UUID) -> None:
    """Lock the rollup before rows of seats, as the count of games does."""
    rollup.lock(changes)


def _stats(account: PublicAccount) -> averages.Stats:
    return averages.of(FinishedFilter(player=account.account_id))


HOOKS = Hooks(
    owned=(Owned(Rollup.account_id, "apart"),),
    merge_begins=_lock,
    merge_ends=rollup.move,
    chores={"count_games": Chore(rollup.count_all, "counted {} finished games")},
    uncounted=rollup.uncount,
    visibility_changed=rollup.visibility_changed,
    recounted=rollup.counted_again,
    not_exported={"rollup": "sums of the games"},
    profile={"stats": OnProfile(Object(Stats), _stats)},
)
