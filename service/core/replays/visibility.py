"""SQL condition for rows that a moderator can hide."""

from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement
from sqlalchemy.orm import InstrumentedAttribute

from service.core.people.tokens import Caller

__all__ = ["shown_to"]


def shown_to(
    caller: Caller | None, hidden: InstrumentedAttribute[bool], author: InstrumentedAttribute[UUID]
) -> ColumnElement[bool]:
    """Return the condition for the rows that are not hidden from a caller.

    Authors and moderators see hidden rows.
    """
    if caller is None:
        return sa.not_(hidden)
    if caller.is_moderator:
        return sa.true()
    return sa.or_(sa.not_(hidden), author == caller.account_id)
