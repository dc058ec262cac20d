"""What moderation gives to the house."""

from service.core.feature import Hooks, Owned
from service.features.moderation import actions, merging
from service.features.moderation.tables import ModerationAction, Report

__all__ = ["HOOKS"]

HOOKS = Hooks(
    owned=(Owned(Report.account_id), Owned(ModerationAction.account_id, "apart")),
    merge_begins=merging.log_merge,
    merging=merging.close_reports,
    was_withheld=actions.was_deleted_hidden,
)
