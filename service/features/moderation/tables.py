"""Tables of moderation: the log of actions, and reports."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, Model


class ModerationAction(Model):
    """An action of a moderator or the operator. Rows are only added, never changed."""

    __tablename__ = "moderation_action"
    __table_args__ = (
        Index("moderation_action_at", "at", "action_id"),
        Index("moderation_action_target", "target", "at", "action_id"),
        EVERY_NODE,
    )

    action_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"))
    """The moderator; None for the operator's command line."""
    action: Mapped[str]
    target: Mapped[str]
    """The public form of a `service.features.moderation.targets.Target`."""
    reason: Mapped[str]
    before: Mapped[str | None]
    """The previous name, or the end of the previous suspension."""
    after: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)


class Report(Model):
    """A report of an account to the moderators."""

    __tablename__ = "report"
    __table_args__ = (
        Index("report_at", "at", "report_id", postgresql_where=text("closed_at is null")),
        Index("report_account", "account_id", "at"),
        Index("report_open", "account_id", "about", unique=True, postgresql_where=text("closed_at is null")),
        EVERY_NODE,
    )

    report_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    """The account that reports."""
    about: Mapped[str]
    """The public form of a `service.features.moderation.targets.Target`."""
    reason: Mapped[str]
    text: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    closed_at: Mapped[datetime | None] = mapped_column(default=None)
