"""SQL condition for hidden comments and branches."""

import sqlalchemy as sa
from sqlalchemy import ColumnElement

from service.core.people.tokens import Caller
from service.features.lines.tables import Branch
from service.features.notes.tables import Comment

__all__ = ["shown_to"]


def shown_to(caller: Caller | None, table: type[Branch] | type[Comment]) -> ColumnElement[bool]:
    """Return the condition for the rows that are not hidden from a caller.

    Authors and moderators see hidden rows.
    """
    if caller is None:
        return sa.not_(table.hidden)
    if caller.is_moderator:
        return sa.true()
    return sa.or_(sa.not_(table.hidden), table.account_id == caller.account_id)
