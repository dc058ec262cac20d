"""The table of planned moves."""

from uuid import UUID

from sqlalchemy import ForeignKey, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import Model


class MovePlan(Model):
    """What a seat plans for its next turn. Rows are deleted when the game has ended."""

    __tablename__ = "move_plan"
    __table_args__ = (
        Index("move_plan_account", "account_id"),
        Index("move_plan_made_by", "made_by", postgresql_where=text("made_by is not null")),
        Index("move_plan_waiting", "game_id", postgresql_where=text("not settled")),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    sealed: Mapped[bytes]
    """The plan, encrypted by a secret of the deal, which no role for reading can see."""
    wait_s: Mapped[int] = mapped_column(SmallInteger)
    """How many seconds after the last event the move is made, drawn at random."""
    made_by: Mapped[UUID | None] = mapped_column(ForeignKey("token.token_id", ondelete="CASCADE"), default=None)
    """The sign-in, token or app with which it ends (`tokens.ender_of`)."""
    settled: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True once the move was made or cannot be made any more."""
