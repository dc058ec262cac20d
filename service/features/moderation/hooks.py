"""What moderation gives to the house."""

from service.core.feature import Exported, Hooks, Owned
from service.core.people.tokens import Caller
from service.features.moderation import actions, merging, rendering, reports
from service.features.moderation.actions import LoggedAction
from service.features.moderation.tables import ModerationAction, Report
from service.platform.wire.field_types import Items, Object

__all__ = ["HOOKS"]


def _actions(caller: Caller) -> list[LoggedAction]:
    return actions.taken_on(caller.account_id)


HOOKS = Hooks(
    owned=(Owned(Report.account_id), Owned(ModerationAction.account_id, "apart")),
    merge_begins=merging.log_merge,
    merging=merging.close_reports,
    was_withheld=actions.was_deleted_hidden,
    exported={
        "reports": Exported(
            Items(Object(rendering.ExportedReport), "The reports that the account sent."), reports.made_by, Report
        ),
        "moderation": Exported(
            Items(Object(rendering.ExportedModeration), "The actions of moderation on the account."),
            _actions,
            ModerationAction,
        ),
    },
)
