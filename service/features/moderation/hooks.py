"""What moderation gives to the house."""

from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from service.core.feature import Exported, Hooks, Owned
from service.core.people.tables import Account
from service.features.moderation import actions, rendering, reports
from service.features.moderation.tables import ModerationAction, Report
from service.platform import ids
from service.platform.wire.field_types import Items, Object


def _log_merge(changes: Session, old: UUID, new: UUID) -> None:
    """Put the merge into the log of moderation, with the name of the account that ends."""
    name = changes.get_one(Account, old).name
    changes.add(ModerationAction(ids.new(), None, "merge", ids.render("a", old), "", name, ids.render("a", new)))


def _close_reports(changes: Session, old: UUID, new: UUID) -> None:
    """Let reports be about the account that remains, and close those that are then there twice or about oneself."""
    was, now = ids.render("a", old), ids.render("a", new)
    is_open = Report.closed_at.is_(None)
    reporters = select(Report.account_id).where(Report.about == now, is_open)
    subjects = select(Report.about).where(Report.account_id == new, is_open)
    about_both = (Report.about == was) & Report.account_id.in_([*changes.scalars(reporters), old, new])
    by_both = (Report.account_id == old) & Report.about.in_([*changes.scalars(subjects), now])
    changes.execute(update(Report).where(is_open, or_(about_both, by_both)).values(closed_at=func.now()))
    changes.execute(update(Report).where(Report.about == was).values(about=now))


HOOKS = Hooks(
    owned=(Owned(Report.account_id), Owned(ModerationAction.account_id, "apart")),
    merge_begins=_log_merge,
    merging=_close_reports,
    was_withheld=actions.was_deleted_hidden,
    exported={
        "reports": Exported(
            Items(Object(rendering.ExportedReport), "The reports that the account sent."), reports.made_by, Report
        ),
        "moderation": Exported(
            Items(Object(rendering.ExportedModeration), "The actions of moderation on the account."),
            actions.taken_on,
            ModerationAction,
        ),
    },
)
