"""Blocked accounts: whose invitations and seats an account does not want."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, exists, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from service.core.people import account_limits
from service.core.people.programs import PROGRAM_COLUMN, Program
from service.core.people.tables import Account, Block
from service.core.people.tokens import Caller
from service.platform.database.list_position import Page, Position
from service.platform.database.pool import apply, fetch

MAX_BLOCKS: Final = 1000  # accounts that one blocks


class BlockedAccount(NamedTuple):
    """An account that the caller has blocked."""

    account_id: UUID
    name: str
    blocked_at: datetime
    stored_program: str | None
    """The program that plays the account, as it is stored."""

    @property
    def program(self) -> Program | None:
        """The program that plays the account; None for a person."""
        return Program.of(self.stored_program)

    @property
    def position(self) -> Position:
        """The position of the account in the list."""
        return Position(self.blocked_at, self.account_id)


def add(caller: Caller, account_id: UUID) -> bool:
    """Block an account. Return False if it does not exist. Raises LimitReached.

    The blocked account is not told. Its invitations of the caller are not shown, and it gets no seat in the caller's
    games.
    """
    with account_limits.locked(caller.account_id) as changes:
        blocked = changes.get(Account, account_id)
        if blocked is None or blocked.deleted_at is not None:
            return False
        mine = select(func.count()).where(Block.account_id == caller.account_id, Block.blocked_id != account_id)
        account_limits.require_below(changes, "blocks", MAX_BLOCKS, mine)
        row = insert(Block).values(account_id=caller.account_id, blocked_id=account_id)
        changes.execute(row.on_conflict_do_nothing())
        return True


def remove(caller: Caller, account_id: UUID) -> bool:
    """Unblock an account. Return False if the caller has not blocked it."""
    mine = delete(Block).where(Block.account_id == caller.account_id, Block.blocked_id == account_id)
    return apply(mine) > 0


def listed(caller: Caller, page: Page) -> list[BlockedAccount]:
    """Return a page of the accounts that the caller has blocked, oldest block first."""
    columns = (Block.blocked_id, Account.name, Block.made_at, PROGRAM_COLUMN)
    found = select(*columns).join(Account, Account.account_id == Block.blocked_id)
    found = found.where(Block.account_id == caller.account_id)
    found = page._replace(descending=False).of(found, Block.made_at, Block.blocked_id)
    return [BlockedAccount._make(row) for row in fetch(found)]


def is_blocked(reading: Session, account_id: UUID, by: UUID) -> bool:
    """Return True if the account `by` has blocked an account."""
    return bool(reading.scalar(select(exists().where(Block.account_id == by, Block.blocked_id == account_id))))
