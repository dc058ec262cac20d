"""The columns with an account: those of the core, and of the features."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from sqlalchemy import ColumnElement, exists

from service.core import feature
from service.core.feature import Owned
from service.core.people.tables import Account, AccountMerge, Block, Handle, Token
from service.core.replays.tables import Sight
from service.core.tables.tables import Game, Invitation, Seat
from service.platform.database.distribution_plan import is_on_every_node

_OWNED: Final = (
    Owned(Account.account_id, "apart"),
    Owned(Token.account_id, removed=True),
    Owned(AccountMerge.account_id, removed=True, lets_in=True),
    Owned(AccountMerge.other_id, removed=True, lets_in=True),
    Owned(Account.owner_id),
    Owned(Account.merged_into),
    Owned(Handle.account_id),
    Owned(Block.account_id, removed=True),
    Owned(Block.blocked_id),
    Owned(Game.created_by),
    Owned(Seat.account_id),
    Owned(Invitation.account_id, removed=True),
    Owned(Invitation.invited_by),
    Owned(Sight.account_id, removed=True),
)


def all_owned() -> Iterator[Owned]:
    """Yield the columns with an account. Columns of tables on every node come first.

    Citus then changes the others on one connection for each node, as it must.
    """
    found = [*_OWNED, *(owned for hooks in feature.hooks() for owned in hooks.owned)]
    yield from sorted(found, key=lambda owned: not is_on_every_node(owned.column.class_.__table__))


def ways_in(account_id: UUID) -> list[ColumnElement[bool]]:
    """Return conditions, one of which is true if a person can enter the account by a way of a feature."""
    return [exists().where(column == account_id) for hooks in feature.hooks() for column in hooks.ways_in]
