"""SQL conditions for hidden texts, and for games of suspended and deleted accounts."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import ColumnElement

from service.database.schema import Account, Branch, Comment, Game
from service.identity.tokens import Caller

__all__ = ["LISTED", "shown_to"]

_CREATOR_IS_AWAY: Final = (
    sa.select((Account.suspended_until > sa.func.now()).is_(sa.true()) | Account.deleted_at.is_not(None))
    .where(Account.account_id == Game.created_by)
    .scalar_subquery()
)
LISTED: Final = sa.or_(Game.status != sa.literal_column("'open'"), _CREATOR_IS_AWAY.is_not(sa.true()))
"""The condition for games in the public list: it omits open games of suspended and deleted accounts."""


def shown_to(caller: Caller | None, table: type[Branch] | type[Comment]) -> ColumnElement[bool]:
    """Return the condition for the rows that are not hidden from a caller.

    Authors and moderators see hidden rows.
    """
    if caller is None:
        return sa.not_(table.hidden)
    if caller.is_moderator:
        return sa.true()
    return sa.or_(sa.not_(table.hidden), table.account_id == caller.account_id)
