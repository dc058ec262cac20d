"""SQL conditions for hidden texts, and for games of suspended and deleted accounts."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import ColumnElement

from service.database.schema import Branch, Comment, Game
from service.games.hosts import HOST_IS_AWAY
from service.identity.tokens import Caller

__all__ = ["LISTED", "shown_to"]

LISTED: Final = sa.or_(Game.status != sa.literal_column("'open'"), HOST_IS_AWAY.is_not(sa.true()))
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
